package io.baton.rival.qplock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.fabric.WordPair;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * qplock (Nelson-Slivon, Tseng and Palmieri, "Technical Report: Asymmetric Mutual Exclusion for RDMA"), also known as
 * ALock. Mutual exclusion only: shared requests are served exclusively. Two cohorts, the clients on the lock server's
 * node and all others, each queue on an MCS lock of their own with a budget; the leaders of the two settle by a
 * Peterson lock who goes first. Local clients use the processor's own accesses and issue no verbs, remote clients
 * use verbs; a word that is compared and swapped is so by one side only, and everything that both sides touch is read
 * and written whole, which is all that an adapter and a processor can do atomically to each other.
 *
 * <p>Where this follows the paper only in spirit:
 * <ul>
 * <li>The paper's remote descriptors lie in registered memory of their clients, which spin on them locally. Here only
 * the lock server's memory is registered, and a notice in the client's mailbox takes the place of each of the two
 * writes into a descriptor: one message, as there.
 * <li>Local descriptors lie in their process's own memory, since nobody else reads them. So all local clients of a
 * lock server must come from one table.
 * <li>The paper leaves the initial budget open and has one for both cohorts; see {@link Parameters#paper}.
 * <li>A try, which the paper does not have, takes the queue only if it is empty, and goes away again if the other
 * cohort is in.
 * </ul>
 * Deadlines are ignored: nobody can leave an MCS queue.
 */
public final class QpLockTable implements LockTable {

    private final Fabric fabric;
    private final int slots;
    private final RandomGenerator random;
    private final Parameters parameters;
    private final @Nullable LocalWords words;
    private final QpLockDirectory directory = new QpLockDirectory();
    private volatile boolean closed;

    /**
     * What the paper leaves open.
     *
     * @param initialBudget how many acquisitions in a row a cohort may have while the other waits, 1 or more
     * @param localPollNanos how often a local leader looks for the remote cohort, in nanoseconds, 1 or more
     * @param remoteEvenIfLocal whether the clients are remote ones although the memory is in their processor's reach,
     *     for tests and comparisons
     */
    public record Parameters(int initialBudget, long localPollNanos, boolean remoteEvenIfLocal) {

        /**
         * Makes parameters.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public Parameters {
            if (initialBudget < 1) {
                throw new IllegalArgumentException("an initial budget of " + initialBudget + ": give 1 or more");
            }
            if (localPollNanos < 1) {
                throw new IllegalArgumentException("a look every " + localPollNanos + " ns: give 1 or more");
            }
        }

        /**
         * The values for comparisons. The paper gives none. A budget of 16 is the bound on a row of acquisitions that
         * ShiftLock (N) and RMA-RW (T_W) have, so that all are equally fair. 200 ns is a few misses of a processor's
         * cache, fine enough beside a round trip. A remote leader READs as often as the fabric's clients poll a word.
         *
         * @return the parameters, locality detected
         */
        public static Parameters paper() {
            return new Parameters(16, 200, false);
        }

        /** {@return the same with remote clients only} */
        public Parameters remote() {
            return new Parameters(initialBudget, localPollNanos, true);
        }
    }

    /**
     * Makes a table of free locks. Its clients are local if the fabric gives their processor access to the memory. The
     * fabric stays its caller's, to be closed after the table.
     *
     * @param fabric the lock server, with at least {@link #memoryBytes} of memory, all zeros
     * @param slots the number of locks, 1 or more
     * @param random not used: nothing here is random
     * @param parameters what the paper leaves open
     * @throws IllegalArgumentException if the number is out of range or the fabric's memory too small
     */
    public QpLockTable(Fabric fabric, int slots, RandomGenerator random, Parameters parameters) {
        if (slots < 1 || memoryBytes(slots) > fabric.memoryBytes()) {
            throw new IllegalArgumentException("a table of " + slots + " locks: give 1 or more, and a fabric with "
                + QpLockEntry.BYTES + " bytes for each instead of " + fabric.memoryBytes() + " in all");
        }
        this.fabric = fabric;
        this.slots = slots;
        this.random = random;
        this.parameters = parameters;
        this.words = parameters.remoteEvenIfLocal() ? null : fabric.localWords();
    }

    /**
     * Returns the memory that a table needs.
     *
     * @param slots the number of locks
     * @return bytes
     */
    public static long memoryBytes(int slots) {
        return (long) slots * QpLockEntry.BYTES;
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
        return words == null
            ? new QpLockRemoteClient(fabric, slots, random, parameters)
            : new QpLockLocalClient(fabric, words, directory, slots, random, parameters);
    }

    @Override
    public long busySlots() {
        try (Endpoint endpoint = fabric.connect()) {
            final WordPair localTail = new WordPair();
            long busy = 0;
            for (int slot = 0; slot < slots; slot++) {
                endpoint.read(QpLockEntry.localTail(slot), localTail);
                if (localTail.low() != 0 || endpoint.readWord(QpLockEntry.remoteTail(slot)) != 0) {
                    busy++;
                }
            }
            return busy;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
