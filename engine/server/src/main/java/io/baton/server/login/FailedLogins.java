package io.baton.server.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slows down who guesses passwords. After some failures in a row a proof waits before it is checked, longer and longer,
 * and only few wait for one user or one address. What is not known here is not slowed down, and what is known is
 * bounded: the names and addresses that failed last. Thread-safe.
 *
 * <p>An address from which a user has logged in lately has an <i>account</i> of its own for this user; all other
 * addresses share one. So a right login takes nothing from the failures of those who guess elsewhere, and does not wait
 * for them.
 */
final class FailedLogins {

    /** Beyond that many accounts, and as many addresses, those that failed longest ago are forgotten. */
    static final int KNOWN_MAX = 10_000;
    /** Failures of a user that cost no time: typing errors. */
    static final int FREE_OF_USER = 3;
    /** Of an address, behind which there may be many users. */
    static final int FREE_OF_ADDRESS = 20;
    /** What a proof waits after the first failure that costs time; doubled by each further one. */
    static final long WAIT_FIRST_NANOS = Duration.ofMillis(100).toNanos();
    /** Logins of one account, or from one address, that wait at once; more are refused. */
    static final int WAITING_MAX = 4;
    /** Without a failure for so long, all is forgotten. */
    static final long FORGOTTEN_NANOS = Duration.ofMinutes(10).toNanos();
    /** So long a user and an address belong together after a right login. */
    static final long PROVED_NANOS = Duration.ofDays(1).toNanos();

    private static final int DOUBLINGS_MAX = 20;
    private static final int NETWORK_BYTES = 8;

    /** How an account or an address has failed. */
    private static final class Failures {
        private int count;
        private int waiting;
        private long lastNanos;
    }

    /**
     * What a proof waits.
     *
     * @param nanos how long, before it is checked; {@link #end} follows if it is not 0
     */
    record Turn(long nanos, @Nullable Failures ofAccount, @Nullable Failures ofAddress) {
    }

    /** Those that were put in last. */
    private static final class Latest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > KNOWN_MAX;
        }
    }

    private final long waitMaxNanos;
    @GuardedBy("this")
    private final Latest<Failures> accounts = new Latest<>();
    @GuardedBy("this")
    private final Latest<Failures> addresses = new Latest<>();
    /** When a user has logged in from an address, by the account of both. */
    @GuardedBy("this")
    private final Latest<Long> proved = new Latest<>();

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
     * @return its turn; null if too many wait already
     */
    synchronized @Nullable Turn begin(String user, String address, long nowNanos) {
        final Failures ofAccount = find(accounts, account(user, address, nowNanos), nowNanos);
        final Failures ofAddress = find(addresses, address, nowNanos);
        final long wait = Math.max(waitNanos(ofAccount, FREE_OF_USER), waitNanos(ofAddress, FREE_OF_ADDRESS));
        if (wait == 0) {
            return new Turn(0, null, null);
        }
        if (isFull(ofAccount) || isFull(ofAddress)) {
            return null;
        }
        waits(ofAccount, 1);
        waits(ofAddress, 1);
        return new Turn(wait, ofAccount, ofAddress);
    }

    /** The proof waits no longer: it is checked now, or its connection has ended. */
    synchronized void end(Turn turn) {
        waits(turn.ofAccount(), -1);
        waits(turn.ofAddress(), -1);
    }

    synchronized void failed(String user, String address, long nowNanos) {
        count(accounts, account(user, address, nowNanos), nowNanos);
        count(addresses, address, nowNanos);
    }

    /**
     * The user knows the password. The address stays slow: one may have a user, and guess the passwords of others.
     */
    synchronized void succeeded(String user, String address, long nowNanos) {
        final String both = both(user, address);
        accounts.remove(both);
        proved.remove(both);
        proved.put(both, nowNanos);
    }

    /** How many names are known. */
    synchronized int known() {
        return Math.max(proved.size(), Math.max(accounts.size(), addresses.size()));
    }

    /** Names of users have no line feeds. */
    private static String both(String user, String address) {
        return user + '\n' + address;
    }

    @GuardedBy("this")
    private String account(String user, String address, long nowNanos) {
        final String both = both(user, address);
        final Long last = proved.get(both);
        return last != null && nowNanos - last <= PROVED_NANOS ? both : user;
    }

    private static @Nullable Failures find(Latest<Failures> all, String key, long nowNanos) {
        final Failures failures = all.get(key);
        return failures == null || nowNanos - failures.lastNanos > FORGOTTEN_NANOS ? null : failures;
    }

    private static void count(Latest<Failures> all, String key, long nowNanos) {
        final Failures before = find(all, key, nowNanos);
        final Failures failures = before == null ? new Failures() : before;
        failures.count++;
        failures.lastNanos = nowNanos;
        all.remove(key);
        all.put(key, failures);
    }

    private long waitNanos(@Nullable Failures failures, int free) {
        return failures == null || failures.count < free ? 0
            : Math.min(waitMaxNanos, WAIT_FIRST_NANOS << Math.min(DOUBLINGS_MAX, failures.count - free));
    }

    private static boolean isFull(@Nullable Failures failures) {
        return failures != null && failures.waiting >= WAITING_MAX;
    }

    private static void waits(@Nullable Failures failures, int more) {
        if (failures != null) {
            failures.waiting += more;
        }
    }
}
