package io.baton.lock.shiftlock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.fabric.WordPair;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounters;
import io.baton.lock.LockTable;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.RecoveryPolicy;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.Eras;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.process.LockCache;
import io.baton.lock.process.LockSession;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A table of ShiftLock entries in a fabric's registered memory. Options that exclude each other are refused. Where
 * verbs cost no round trips, those that only save such are left out: kept locks, local turns, batches, paced readers;
 * the last also where the server's processor executes verbs.
 */
public final class ShiftLockTable implements LockTable {

    /** How many locks a table has unless told otherwise. */
    public static final int SLOTS_DEFAULT = 1 << 20;
    /** Most locks of a table. A client may hold all of them. */
    public static final int SLOTS_MAX = 1 << 28;
    /** After how many uses in a row by one process a lock is kept there: by chance, one of five is rarely so lucky. */
    static final int KEEP_AFTER = 3;
    /** Most locks that a process keeps. */
    static final int KEPT_MAX = 1 << 16;

    private final Fabric fabric;
    private final int slots;
    private final ShiftLockOptions options;
    private final GhostAgent agent;
    private final @Nullable LockRecovery recovery;
    private final ThreadFactory threads;
    /** Null where the clients of a process do not know of each other. */
    private final @Nullable LockCache cache;
    @GuardedBy("this")
    private @Nullable CacheAgent cacheAgent;
    private volatile boolean closed;

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 to {@link #SLOTS_MAX}
     * @param options how the protocol goes, the same for all processes that share the memory
     * @param threads makes the thread that acts for clients that left a queue; started when first needed
     * @throws IllegalArgumentException if the number of locks is out of range or the fabric's memory too small
     */
    public ShiftLockTable(Fabric fabric, int slots, ShiftLockOptions options, ThreadFactory threads) {
        this(fabric, slots, options, KEEP_AFTER, threads);
    }

    /**
     * The same for a process that keeps its locks sooner or later than others do.
     *
     * @param fabric the lock server, as above
     * @param slots the number of locks, 1 to {@link #SLOTS_MAX}
     * @param options how the protocol goes; where they do not say that processes keep locks, this one keeps none
     * @param keepAfter after how many uses in a row by this process alone a lock is kept there, 0 for always
     * @param threads as above
     * @throws IllegalArgumentException if a number is out of range or the fabric's memory too small
     */
    public ShiftLockTable(Fabric fabric, int slots, ShiftLockOptions options, int keepAfter, ThreadFactory threads) {
        this(fabric, slots, options, threads, null, cache(fabric, slots, options, keepAfter, false));
    }

    /** Null where the clients of a process do not know of each other: they do only if that saves round trips. */
    private static @Nullable LockCache cache(
            Fabric fabric, int slots, ShiftLockOptions options, int keepAfter, boolean counted) {
        return (options.caching() || options.localTurns() > 0) && fabric.hasRoundTrips()
            ? new LockCache(slots, keepAfter, options.caching() ? KEPT_MAX : 0, options.localTurns(), counted) : null;
    }

    ShiftLockTable(Fabric fabric, int slots, ShiftLockOptions options, ThreadFactory threads,
            @Nullable LockRecovery recovery, @Nullable LockCache cache) {
        final long wanted = recovery == null ? memoryBytes(slots) : Eras.memoryBytes(slots);
        if (slots < 1 || slots > SLOTS_MAX || wanted > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 to 2^28, and a fabric with "
                + LockEntry.BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        if (options.entry() == EntryFormat.PLAIN && recovery != null) {
            throw new IllegalArgumentException("locks that can be recovered have masked entries: give these");
        }
        if (recovery != null && recovery.session() == null) {
            checkLeased(options);
        }
        if (options.entry() == EntryFormat.MASKED && !fabric.hasWideAtomics()) {
            throw new IllegalArgumentException(
                "the fabric has atomics of 8 bytes only: give plain entries, or a fabric with those of 16 bytes");
        }
        this.recovery = recovery;
        this.cache = cache;
        this.threads = threads;
        this.fabric = fabric;
        this.slots = slots;
        // READs that wait for nobody cost an adapter little, and a server's processor much.
        this.options = fabric.hasRoundTrips() && !fabric.executes() ? options : options.withPacedReaders(false);
        this.agent = new GhostAgent(fabric.doorbell(), fabric.clock(), threads);
    }

    private static void checkLeased(ShiftLockOptions options) {
        if (options.caching() || options.localTurns() > 0) {
            throw new IllegalArgumentException("under policy LEASE silence is death, and a lock that a process keeps or"
                + " passes on is silent: give options without caching and local turns, or take policy SESSION");
        }
        if (options.batches()) {
            throw new IllegalArgumentException("under policy LEASE a reader's release compares what it changes, again"
                + " and again, which no batch can: give options without batches, or take policy SESSION");
        }
    }

    /**
     * Makes a table of free locks that outlives failing processes, whose sessions decide which are dead. The fabric and
     * the session stay their caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #recoverableMemoryBytes} of memory, all zeros at first, and
     *     a {@link io.baton.lock.server.RecoveryServer} beside it
     * @param slots the number of locks, 1 to {@link #SLOTS_MAX}
     * @param options how the protocol goes, the same for all processes that share the memory
     * @param session this process's session
     * @param threads makes the thread that acts for clients that left a queue; started when first needed
     * @return the table
     * @throws IllegalArgumentException if the number of locks is out of range or the fabric's memory too small
     */
    public static ShiftLockTable recoverable(
            Fabric fabric, int slots, ShiftLockOptions options, LockSession session, ThreadFactory threads) {
        return recoverable(fabric, slots, options, KEEP_AFTER, session, threads);
    }

    /**
     * The same for a process that keeps its locks sooner or later than others do.
     *
     * @param fabric the lock server, as above
     * @param slots the number of locks, 1 to {@link #SLOTS_MAX}
     * @param options how the protocol goes
     * @param keepAfter after how many uses in a row by this process alone a lock is kept there, 0 for always
     * @param session this process's session
     * @param threads as above
     * @return the table
     * @throws IllegalArgumentException if a number is out of range, the fabric's memory too small, or the options are
     *     not for locks that are recovered
     */
    public static ShiftLockTable recoverable(Fabric fabric, int slots, ShiftLockOptions options, int keepAfter,
            LockSession session, ThreadFactory threads) {
        return new ShiftLockTable(fabric, slots, options, threads,
            new LockRecovery(session.options(), session.serverRoute(), session),
            cache(fabric, slots, options, keepAfter, true));
    }

    /**
     * The same under policy LEASE, without sessions.
     *
     * @param fabric the lock server, as above
     * @param slots the number of locks, 1 to {@link #SLOTS_MAX}
     * @param options how the protocol goes
     * @param leases how long the leases are
     * @param serverRoute where the {@link io.baton.lock.server.RecoveryServer} takes requests
     * @param threads as above
     * @return the table
     * @throws IllegalArgumentException if the policy is another, the number of locks is out of range or the fabric's
     *     memory too small
     */
    public static ShiftLockTable leased(Fabric fabric, int slots, ShiftLockOptions options, RecoveryOptions leases,
            long serverRoute, ThreadFactory threads) {
        if (leases.policy() != RecoveryPolicy.LEASE) {
            throw new IllegalArgumentException("policy " + leases.policy() + " needs a session; join one");
        }
        return new ShiftLockTable(fabric, slots, options, threads, new LockRecovery(leases, serverRoute, null), null);
    }

    /** {@return the memory in bytes that a table needs whose locks can be recovered} */
    public static long recoverableMemoryBytes(int slots) {
        return Eras.memoryBytes(slots);
    }

    /** {@return the memory in bytes that a table needs} */
    public static long memoryBytes(int slots) {
        return (long) slots * LockEntry.BYTES;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public LockClient client() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
        if (cache != null && recovery != null && options.caching()) {
            // It answers the lock server for what the process keeps, and must be there before that.
            cacheAgent();
        }
        return cache == null && recovery == null
            ? new ShiftLockClient(this, fabric.connect())
            : new ProcessClient(this, fabric.connect());
    }

    @Override
    public long busySlots() {
        giveBackCached();
        try (Endpoint endpoint = fabric.connect()) {
            final WordPair entry = new WordPair();
            long busy = 0;
            for (int slot = 0; slot < slots; slot++) {
                endpoint.read(LockEntry.address(slot), entry);
                if (!options.entry().isFree(entry.low(), entry.high())) {
                    busy++;
                }
            }
            return busy;
        }
    }

    @Override
    public void close() {
        closed = true;
        agent.stop();
        final CacheAgent keeper;
        synchronized (this) {
            keeper = cacheAgent;
            cacheAgent = null;
        }
        if (keeper != null) {
            keeper.close();
        }
    }

    /** Gives back all locks that this process keeps and no client uses. */
    void giveBackCached() {
        final CacheAgent keeper;
        synchronized (this) {
            keeper = cacheAgent;
        }
        if (keeper != null) {
            keeper.giveBack();
        }
    }

    /** The agent that holds what this process keeps; there is one from the first call on. */
    synchronized CacheAgent cacheAgent() {
        CacheAgent keeper = cacheAgent;
        if (keeper == null) {
            keeper = new CacheAgent(this, Objects.requireNonNull(cache), fabric.connect(), threads);
            cacheAgent = keeper;
        }
        return keeper;
    }

    /**
     * Describes what the clients of this process share, for operators. Exact only while they stand still.
     *
     * @return one line on the clients that have left a queue, one on the locks that the process keeps or passes on
     */
    public String describe() {
        return describe(0);
    }

    /**
     * The same, with times as of then.
     *
     * @param nowNanos the time of the fabric's clock; times are told as of then, capped at the lease
     * @return two lines, as above
     */
    public synchronized String describe(long nowNanos) {
        return "ghosts of " + agent.describe() + "\nkeeps " + (cache == null ? "" : cache.describe())
            + (cacheAgent == null ? "" : " with " + cacheAgent.describe(nowNanos));
    }

    /**
     * Whether this process keeps a lock that none of its clients uses or waits for, and that no other process wants.
     *
     * @param slot the lock
     * @return false also if the clients of a process do not know of each other
     */
    public boolean keepsIdle(int slot) {
        return cache != null && cache.keepsIdle(slot);
    }

    /** {@return whether a lock that the process has kept is on its way back, and waits for something} */
    public boolean isReturning() {
        final CacheAgent keeper;
        synchronized (this) {
            keeper = cacheAgent;
        }
        return keeper != null && keeper.isReturning();
    }

    synchronized long agentRoute() {
        return cacheAgent == null ? Route.NONE : cacheAgent.route();
    }

    /** The protocol of a client, or of the agent that keeps locks. */
    ShiftLock protocol(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters) {
        return new ShiftLock(steps(endpoint), waiting, holds, counters, this);
    }

    private EntrySteps steps(Endpoint endpoint) {
        if (options.entry() == EntryFormat.PLAIN) {
            return new PlainEntry(endpoint, fabric.localWords());
        }
        return recovery != null && recovery.session() == null
            ? new MaskedEntry.Pinned(endpoint) : new MaskedEntry(endpoint);
    }

    ShiftLockOptions options() {
        return options;
    }

    @Nullable
    LockCache cache() {
        return cache;
    }

    Fabric fabric() {
        return fabric;
    }

    /** How the entries are laid out. */
    EntryFormat entry() {
        return options.entry();
    }

    /** Whether verbs that are posted together save time. */
    boolean batches() {
        return options.batches() && fabric.hasRoundTrips();
    }

    @Nullable
    LockRecovery recovery() {
        return recovery;
    }

    GhostAgent agent() {
        return agent;
    }
}
