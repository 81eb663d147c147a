package io.baton.server.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down who guesses passwords. After some failures in a row a proof waits before it is checked, longer and longer,
 * and only few wait for one user or one address. What is not known here is not slowed down, and what is known is
 * bounded: the names and addresses that failed last. Thread-safe.
 */
final class FailedLogins {

    /** Beyond that many names, and as many addresses, those that failed longest ago are forgotten. */
    static final int KNOWN_MAX = 10_000;
    /** Failures of a user that cost no time: typing errors. */
    static final int FREE_OF_USER = 3;
    /** Of an address, behind which there may be many users. */
    static final int FREE_OF_ADDRESS = 20;
    /** What a proof waits after the first failure that costs time; doubled by each further one. */
    static final long WAIT_FIRST_NANOS = Duration.ofMillis(100).toNanos();
    /** Logins of one user, or from one address, that wait at once; more are refused. */
    static final int WAITING_MAX = 4;
    /** Without a failure for so long, all is forgotten. */
    static final long FORGOTTEN_NANOS = Duration.ofMinutes(10).toNanos();
    /** What {@link #begin} returns if too many wait already. */
    static final long TOO_MANY = -1;

    private static final int DOUBLINGS_MAX = 20;
    private static final int NETWORK_BYTES = 8;

    /** How a user or an address has failed. */
    private static final class Failures {
        private int count;
        private int waiting;
        private long lastNanos;
    }

    /** Those that failed last. */
    private static final class Known extends LinkedHashMap<String, Failures> {
        private static final long serialVersionUID = 1L;

        Known() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > KNOWN_MAX;
        }
    }

    private final long waitMaxNanos;
    @GuardedBy("this")
    private final Known users = new Known();
    @GuardedBy("this")
    private final Known addresses = new Known();

    FailedLogins(long waitMaxNanos) {
        this.waitMaxNanos = waitMaxNanos;
    }

    /** Part of an address that one owner has: for IPv6, its network. */
    static String owner(InetAddress address) {
        final byte[] bytes = address.getAddress();
        return HexFormat.of()
            .formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }

    /**
     * A proof has come.
     *
     * @return how many nanoseconds it waits before it is checked, after which {@link #end} is called if it is not 0; or
     *     {@link #TOO_MANY}
     */
    synchronized long begin(String user, String address, long nowNanos) {
        final Failures ofUser = known(users, user, nowNanos);
        final Failures ofAddress = known(addresses, address, nowNanos);
        final long wait = Math.max(waitNanos(ofUser, FREE_OF_USER), waitNanos(ofAddress, FREE_OF_ADDRESS));
        if (wait > 0) {
            if (ofUser.waiting >= WAITING_MAX || ofAddress.waiting >= WAITING_MAX) {
                return TOO_MANY;
            }
            ofUser.waiting++;
            ofAddress.waiting++;
        }
        return wait;
    }

    private long waitNanos(Failures failures, int free) {
        return failures.count < free ? 0
            : Math.min(waitMaxNanos, WAIT_FIRST_NANOS << Math.min(DOUBLINGS_MAX, failures.count - free));
    }

    /** A proof waits no longer: it is checked now, or its connection has ended. */
    synchronized void end(String user, String address) {
        leave(users.get(user));
        leave(addresses.get(address));
    }

    private static void leave(@org.jspecify.annotations.Nullable Failures failures) {
        // Forgotten meanwhile, or known anew.
        if (failures != null && failures.waiting > 0) {
            failures.waiting--;
        }
    }

    synchronized void failed(String user, String address, long nowNanos) {
        for (final Failures failures : new Failures[] {known(users, user, nowNanos),
            known(addresses, address, nowNanos)}) {
            failures.count++;
            failures.lastNanos = nowNanos;
        }
    }

    /** The user knows the password. The address stays slow: one may have a user, and guess the passwords of others. */
    synchronized void succeeded(String user) {
        users.remove(user);
    }

    private static Failures known(Known all, String key, long nowNanos) {
        Failures failures = all.get(key);
        if (failures == null || nowNanos - failures.lastNanos > FORGOTTEN_NANOS) {
            failures = new Failures();
            failures.lastNanos = nowNanos;
            all.put(key, failures);
        }
        return failures;
    }

    /** How many names are known. */
    synchronized int known() {
        return Math.max(users.size(), addresses.size());
    }
}
