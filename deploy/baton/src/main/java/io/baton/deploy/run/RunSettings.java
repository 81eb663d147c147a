package io.baton.deploy.run;

import io.baton.workload.RunLength;
import java.time.Duration;

/**
 * How the driver runs a workload.
 *
 * @param clients how many clients, 1 or more
 * @param warmup how long they are at work before measuring begins
 * @param duration how long is measured
 * @param checks whether consistency is checked, after loading and after the run
 * @param processors how many processors there are: up to so many clients get a thread of the system each, more of them
 *     are virtual threads
 * @param transactions how many transactions are measured at most, whatever becomes of them; {@link #UNCOUNTED} if only
 *     the duration decides
 */
public record RunSettings(
        int clients, Duration warmup, Duration duration, boolean checks, int processors, long transactions) {

    /** As many transactions as there is time for. */
    public static final long UNCOUNTED = RunLength.UNCOUNTED;

    /** The largest number of clients; each has histograms of its own. */
    public static final int CLIENTS_MAX = 4096;

    /**
     * Makes settings.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public RunSettings {
        if (clients < 1 || clients > CLIENTS_MAX) {
            throw new IllegalArgumentException(clients + " clients: give 1 to " + CLIENTS_MAX);
        }
        if (warmup.isNegative() || !duration.isPositive()) {
            throw new IllegalArgumentException("a warm-up of " + warmup + " and a duration of " + duration
                + ": give 0 or more and more than 0");
        }
        if (transactions < 1) {
            throw new IllegalArgumentException(transactions + " transactions: give 1 or more");
        }
    }

    /**
     * Makes settings of a run whose end only time decides.
     *
     * @param clients how many clients, 1 or more
     * @param warmup how long they are at work before measuring begins
     * @param duration how long is measured
     * @param checks whether consistency is checked
     * @param processors how many processors there are
     * @throws IllegalArgumentException if a number is out of range
     */
    public RunSettings(int clients, Duration warmup, Duration duration, boolean checks, int processors) {
        this(clients, warmup, duration, checks, processors, UNCOUNTED);
    }

    /**
     * Tells whether a number of transactions ends the run.
     *
     * @return false if only time does
     */
    public boolean counted() {
        return transactions != UNCOUNTED;
    }

    /**
     * Returns how long the clients will be at work.
     *
     * @return the same times and number of transactions
     */
    public RunLength length() {
        return new RunLength(warmup, duration, transactions);
    }

    /**
     * Tells what the clients run on.
     *
     * @return true for virtual threads
     */
    public boolean virtualThreads() {
        return clients > processors;
    }
}
