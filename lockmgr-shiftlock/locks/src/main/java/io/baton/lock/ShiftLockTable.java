package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ReadPair;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A table of ShiftLock entries in a fabric's registered memory.
 */
public final class ShiftLockTable implements LockTable {

    /** How many locks a table has unless told otherwise. */
    public static final int SLOTS_DEFAULT = 1 << 20;
    private final Fabric fabric;
    private final int slots;
    private final ShiftLockOptions options;
    private final ProtocolFactory protocol;
    private final GhostAgent agent;
    private final @Nullable Recovery recovery;
    private volatile boolean closed;

    /**
     * Makes a table of free locks. The fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param options how the protocol goes, the same for all processes that share the memory
     * @param threads makes the thread that acts for clients that left a queue; started when first needed
     * @throws IllegalArgumentException if the number of locks is out of range or the fabric's memory too small
     */
    public ShiftLockTable(Fabric fabric, int slots, ShiftLockOptions options, ThreadFactory threads) {
        this(fabric, slots, options, threads, ShiftLock::new, null);
    }

    ShiftLockTable(
            Fabric fabric, int slots, ShiftLockOptions options, ThreadFactory threads, ProtocolFactory protocol) {
        this(fabric, slots, options, threads, protocol, null);
    }

    ShiftLockTable(Fabric fabric, int slots, ShiftLockOptions options, ThreadFactory threads, ProtocolFactory protocol,
            @Nullable Recovery recovery) {
        final long wanted = recovery == null ? memoryBytes(slots) : Eras.memoryBytes(slots);
        if (slots < 1 || wanted > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more, and a fabric with "
                + LockEntry.BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        this.recovery = recovery;
        this.fabric = fabric;
        this.slots = slots;
        this.options = options;
        this.protocol = protocol;
        this.agent = new GhostAgent(fabric.doorbell(), fabric.clock(), threads);
    }

    /**
     * Makes a table of free locks that outlives failing processes, whose session decides who is dead. The fabric and
     * the session stay their caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #recoverableMemoryBytes} of memory, all zeros at first, and
     *     a {@link RecoveryServer} beside it
     * @param slots the number of locks, 1 or more
     * @param options how the protocol goes, the same for all processes that share the memory
     * @param session this process's session
     * @param threads makes the thread that acts for clients that left a queue; started when first needed
     * @return the table
     * @throws IllegalArgumentException if the number of locks is out of range or the fabric's memory too small
     */
    public static ShiftLockTable recoverable(
            Fabric fabric, int slots, ShiftLockOptions options, LockSession session, ThreadFactory threads) {
        return recoverable(fabric, slots, options,
            new Recovery(session.options(), session.serverRoute(), session), threads);
    }

    /**
     * The same under policy LEASE, without sessions.
     *
     * @param fabric the lock server, as above
     * @param slots the number of locks, 1 or more
     * @param options how the protocol goes
     * @param leases how long the leases are
     * @param serverRoute where the {@link RecoveryServer} takes requests
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
        return recoverable(fabric, slots, options, new Recovery(leases, serverRoute, null), threads);
    }

    static ShiftLockTable recoverable(
            Fabric fabric, int slots, ShiftLockOptions options, Recovery recovery, ThreadFactory threads) {
        return new ShiftLockTable(fabric, slots, options, threads,
            (endpoint, waiting, holds, counters, protocolOptions) -> recovery.locks().create(
                endpoint, waiting, holds, counters, protocolOptions, recovery, fabric.clock(), slots), recovery);
    }

    /**
     * Returns the memory that a table needs whose locks can be recovered.
     *
     * @param slots the number of locks
     * @return bytes
     */
    public static long recoverableMemoryBytes(int slots) {
        return Eras.memoryBytes(slots);
    }

    /**
     * Returns the memory that a table needs.
     *
     * @param slots the number of locks
     * @return bytes
     */
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
        return recovery == null
            ? new ShiftLockClient(this, fabric.connect(), protocol)
            : recovery.clients().create(this, fabric.connect(), protocol);
    }

    @Override
    public long busySlots() {
        try (Endpoint endpoint = fabric.connect()) {
            final ReadPair read = new ReadPair();
            long busy = 0;
            for (int slot = 0; slot < slots; slot++) {
                endpoint.read(read.at(LockEntry.address(slot)));
                if (!LockEntry.isFree(read.oldLow())) {
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
    }

    ShiftLockOptions options() {
        return options;
    }

    /** Whether verbs that are posted together save time. */
    boolean batches() {
        return options.batches() && fabric.hasRoundTrips() && recovery == null;
    }

    NanoClock clock() {
        return fabric.clock();
    }

    Doorbell doorbell() {
        return fabric.doorbell();
    }

    @Nullable Recovery recovery() {
        return recovery;
    }

    GhostAgent agent() {
        return agent;
    }

    /** Makes a client's protocol; tests put the paper's mistakes in here. */
    @FunctionalInterface
    interface ProtocolFactory {
        ShiftLock create(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options);
    }
}
