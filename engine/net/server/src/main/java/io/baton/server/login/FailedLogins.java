package io.baton.server.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Slows down the guessing of passwords without shutting out those who know theirs. Failed logins are counted in three
 * ways, and a login waits for the slowest of those that apply to it:
 *
 * <ul> <li>by <i>pair</i>, a user's name at an address: the limit that meets one who guesses, or mistypes, and nobody
 * else; <li>by <i>user</i>, at all addresses together: for those who guess one password from many addresses; <li>by
 * <i>address</i>, for all names together: for those who try a few passwords with many names. It counts only failures
 * that have not waited for their own pair, so one name that is tried for ever does not slow down others at its address.
 * </ul>
 *
 * <p>A pair is <i>proved</i> for a day once the user has logged in there. The counts by user and by address do not
 * apply to a proved pair, so its user is not shut out by guesses elsewhere or with other names. Otherwise the number of
 * logins that wait at once is bounded, and the others are refused; but the bound by user holds only for pairs that have
 * failed more often than mistyping explains: a user at a new address waits a little, and is not refused, whatever
 * happens elsewhere.
 *
 * <p>Nothing of this tells whether a name is one of a user. Names are counted alike, and a wrong password of a proved
 * pair is answered when, and as, that of another pair would be.
 *
 * <p>What is known is bounded in memory: of pairs, users and addresses those are kept that fail most and last. Thread-
 * safe. Why: {@code docs/decisions/0080-failed-logins-by-user-and-address.md}.
 */
final class FailedLogins {

    /** Failures of a pair that cost no time: typing errors. */
    static final int FREE_OF_PAIR = 3;
    /** Failures of a user, at all addresses that are not proved, that cost no time. */
    static final int FREE_OF_USER = 10;
    /** Failures at an address that have not waited, and cost no time: there may be many users behind it. */
    static final int FREE_OF_ADDRESS = 60;
    /** What a login waits after the first failure that costs time; doubled by each further one. */
    static final long WAIT_FIRST_NANOS = Duration.ofMillis(100).toNanos();
    /** Logins of a pair that wait at once, and of a user at all addresses where more have failed than are free. */
    static final int WAITING_MAX = 4;
    /** Logins at an address that wait at once because of failures with other names. */
    static final int WAITING_OF_ADDRESS_MAX = 16;
    /** Failures of a pair that right logins make good; further ones count until they are forgotten. */
    static final int FORGIVEN_MAX = 20;
    /** Without a failure for so long, those of a user or an address are forgotten. */
    static final Duration FORGOTTEN = Duration.ofMinutes(10);
    /** Those of a pair: a botnet has its free guesses once in this time. */
    static final Duration PAIR_FORGOTTEN = Duration.ofHours(1);
    /** So long a pair is proved after a right login. */
    static final Duration PROVED = Duration.ofDays(1);
    /** What each of the four tables takes at most, about: 25,000 names of usual length. */
    static final int TABLE_BYTES_MAX = 4 << 20;

    /** What an entry takes beside its name, about. */
    private static final int ENTRY_BYTES = 128;
    private static final int DOUBLINGS_MAX = 20;
    private static final int NETWORK_BYTES = 8;

    /**
     * Failures in a row.
     *
     * @param count since the last right login
     * @param forgiven before it
     */
    private record Failures(int count, int forgiven) {
        static final Failures NONE = new Failures(0, 0);

        Failures more() {
            return new Failures(count + 1, forgiven);
        }
    }

    /**
     * What is to be done with a login. {@link #end} follows.
     *
     * @param nanos how long it waits before it is checked
     * @param answerNanos how long it waits for its answer once it has been found wrong
     * @param busyIfWrong whether it is refused like one too many if it is found wrong
     * @param places what it takes while it waits
     */
    record Turn(long nanos, long answerNanos, boolean busyIfWrong, List<String> places) {
        Turn {
            places = List.copyOf(places);
        }
    }

    private final long waitMaxNanos;
    @GuardedBy("this")
    private final Cache<String, Failures> pairs;
    @GuardedBy("this")
    private final Cache<String, Failures> users;
    @GuardedBy("this")
    private final Cache<String, Failures> addresses;
    @GuardedBy("this")
    private final Cache<String, Boolean> proved;
    /** Logins that wait, by what they wait for: no more than are under way. */
    @GuardedBy("this")
    private final Map<String, Integer> waiting = new HashMap<>();

    /**
     * Begins without any.
     *
     * @param waitMaxNanos what a login waits at most
     * @param clock monotonic time in nanoseconds
     */
    FailedLogins(long waitMaxNanos, LongSupplier clock) {
        this.waitMaxNanos = waitMaxNanos;
        this.pairs = table(clock, PAIR_FORGOTTEN);
        this.users = table(clock, FORGOTTEN);
        this.addresses = table(clock, FORGOTTEN);
        this.proved = table(clock, PROVED);
    }

    private static <T> Cache<String, T> table(LongSupplier clock, Duration forgotten) {
        return Caffeine.newBuilder().expireAfterWrite(forgotten).ticker(clock::getAsLong).executor(Runnable::run)
            .maximumWeight(TABLE_BYTES_MAX)
            .<String, T>weigher((name, value) -> ENTRY_BYTES + Character.BYTES * name.length()).build();
    }

    /** Part of an address that one owner has: for IPv6, its network. */
    static String owner(InetAddress address) {
        final byte[] bytes = address.getAddress();
        return HexFormat.of()
            .formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }

    /**
     * A login has come.
     *
     * @param queued whether others may come before it is checked, even if it need not wait
     * @return its turn; null if too many wait already
     */
    synchronized @Nullable Turn begin(String user, String address, boolean queued) {
        final String pair = pair(user, address);
        final int ofPair = failures(pairs, pair).count;
        final long pairNanos = waitNanos(ofPair, FREE_OF_PAIR);
        final long userNanos = waitNanos(failures(users, user).count, FREE_OF_USER);
        final long addressNanos = waitNanos(failures(addresses, address).count, FREE_OF_ADDRESS);
        final long othersNanos = Math.max(userNanos, addressNanos);
        final boolean userCounts = userNanos > 0 && ofPair >= FREE_OF_PAIR;
        final boolean crowded = (userCounts && isFull("user " + user, WAITING_MAX))
            || (addressNanos > 0 && isFull("address " + address, WAITING_OF_ADDRESS_MAX));
        final boolean known = proved.getIfPresent(pair) != null;
        if ((crowded && !known) || isFull("pair " + pair, WAITING_MAX)) {
            return null;
        }
        final List<String> places = new ArrayList<>();
        if (queued || pairNanos > 0 || (othersNanos > 0 && !known)) {
            places.add("pair " + pair);
        }
        if (userCounts && !known) {
            places.add("user " + user);
        }
        if (addressNanos > 0 && !known) {
            places.add("address " + address);
        }
        places.forEach(place -> waiting.merge(place, 1, Integer::sum));
        return known ? new Turn(pairNanos, Math.max(0, othersNanos - pairNanos), crowded, places)
            : new Turn(Math.max(pairNanos, othersNanos), 0, false, places);
    }

    /** The login waits no longer: it is checked now, or its connection has ended. */
    synchronized void end(Turn turn) {
        turn.places.forEach(place -> waiting.computeIfPresent(place, (key, many) -> many == 1 ? null : many - 1));
    }

    /** The password was wrong, or there is no such user. */
    synchronized void failed(String user, String address) {
        final String pair = pair(user, address);
        final Failures before = failures(pairs, pair);
        pairs.put(pair, before.more());
        if (before.count < FREE_OF_PAIR) {
            addresses.put(address, failures(addresses, address).more());
        }
        if (proved.getIfPresent(pair) == null) {
            users.put(user, failures(users, user).more());
        }
    }

    /**
     * The user knows the password. The address and the user elsewhere stay slow: one may have a user, and guess the
     * passwords of others. Also of the pair only so much is forgiven: another one may guess behind the same address.
     */
    synchronized void succeeded(String user, String address) {
        final String pair = pair(user, address);
        final Failures before = failures(pairs, pair);
        final int forgiven = before.forgiven + before.count;
        if (before.count > 0 && forgiven <= FORGIVEN_MAX) {
            pairs.put(pair, new Failures(0, forgiven));
        }
        proved.put(pair, true);
    }

    /** What the tables take, about. */
    synchronized long knownBytes() {
        return bytes(pairs) + bytes(users) + bytes(addresses) + bytes(proved);
    }

    /** How many logins wait, each as often as it has places. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static long bytes(Cache<String, ?> table) {
        return table.asMap().keySet().stream().mapToLong(name -> ENTRY_BYTES + Character.BYTES * name.length()).sum();
    }

    /** Names of users have no line feeds. */
    private static String pair(String user, String address) {
        return user + '\n' + address;
    }

    private static Failures failures(Cache<String, Failures> table, String name) {
        final Failures found = table.getIfPresent(name);
        return found == null ? Failures.NONE : found;
    }

    private long waitNanos(int failures, int free) {
        return failures < free ? 0
            : Math.min(waitMaxNanos, WAIT_FIRST_NANOS << Math.min(DOUBLINGS_MAX, failures - free));
    }

    @GuardedBy("this")
    private boolean isFull(String place, int most) {
        return waiting.getOrDefault(place, 0) >= most;
    }
}
