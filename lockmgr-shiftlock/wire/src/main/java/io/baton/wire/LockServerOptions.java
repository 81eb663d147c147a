package io.baton.wire;

import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.LoggerFactory;

/**
 * How a lock server runs.
 *
 * @param executors threads that execute verbs, 1 or more
 * @param lanesMax most lanes at once, 1 or more
 * @param spins how often an executor looks again at lanes in shared memory before it sleeps, 0 or more
 * @param configuration the number that every frame must carry
 * @param threads makes the executors' threads
 * @param random draws sessions, which must not repeat after a restart
 * @param log gets one line for each lane that ends because of what its peer sent; called by the executors
 * @param sessionsOnly whether the verbs of a process are refused until the gate admits it, which is what a recovery
 *     service does when the process has joined; otherwise every lane is open from the beginning
 * @param security how lanes over TCP are protected
 */
public record LockServerOptions(int executors, int lanesMax, int spins, long configuration, ThreadFactory threads,
        RandomGenerator random, Consumer<String> log, boolean sessionsOnly,
        LaneSecurity security) {

    /** Some ten microseconds: about as long as waking an executor takes. */
    public static final int SPINS_DEFAULT = 400;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public LockServerOptions {
        if (executors < 1 || lanesMax < 1 || spins < 0) {
            throw new IllegalArgumentException(
                executors + " executors, " + lanesMax + " lanes, " + spins + " spins: give 1, 1 and 0 or more");
        }
    }

    /**
     * Makes options with the usual limits.
     *
     * @param threads as above
     * @param random as above
     * @param log as above
     * @return the options
     */
    public static LockServerOptions of(ThreadFactory threads, RandomGenerator random, Consumer<String> log) {
        return new LockServerOptions(1, WireLimits.LANES_MAX, SPINS_DEFAULT, 1, threads, random, log, false,
            LaneSecurity.loopbackOnly());
    }

    /**
     * Makes options with the usual limits that log by slf4j, to the logger of {@link LockServer}.
     *
     * @param threads as above
     * @param random as above
     * @return the options
     */
    public static LockServerOptions of(ThreadFactory threads, RandomGenerator random) {
        return of(threads, random, LoggerFactory.getLogger(LockServer.class)::info);
    }

    /** {@return the same with other threads that execute verbs, 1 or more} */
    public LockServerOptions withExecutors(int count) {
        return new LockServerOptions(count, lanesMax, spins, configuration, threads, random, log, sessionsOnly,
            security);
    }

    /** {@return the same with another limit of lanes, 1 or more} */
    public LockServerOptions withLanesMax(int lanes) {
        return new LockServerOptions(executors, lanes, spins, configuration, threads, random, log, sessionsOnly,
            security);
    }

    /** {@return the same for processes with a session only: the gate is closed to those that have not joined} */
    public LockServerOptions withSessionsOnly() {
        return new LockServerOptions(executors, lanesMax, spins, configuration, threads, random, log, true,
            security);
    }

    /** {@return the same with lanes over TCP that are protected otherwise than by staying on this machine} */
    public LockServerOptions withSecurity(LaneSecurity how) {
        return new LockServerOptions(executors, lanesMax, spins, configuration, threads, random, log, sessionsOnly,
            how);
    }
}
