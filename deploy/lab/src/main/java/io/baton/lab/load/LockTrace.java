package io.baton.lab.load;

import io.baton.lock.LockList;
import io.baton.lock.LockMode;

/**
 * Transactions and the locks that each needs, in a few arrays, so that a trace of a million transactions is quick to go
 * through and allocates nothing. Each transaction has 1 to {@value #LOCKS_MAX} locks, ascending, each once: ShiftLock's
 * runner sorts them against deadlocks and has room for so many (artifact, trace runner); merging duplicates, into the
 * stronger mode, is ours. Immutable and thread-safe.
 *
 * <pre>
 *   first[t] to first[t + 1] − 1: where transaction t's requests are; each is
 *   | bits 1 to 31: slot | bit 0: exclusive |
 * </pre>
 */
public final class LockTrace {

    /** How many locks a transaction may have. */
    public static final int LOCKS_MAX = 16;

    /** How many locks there may be, so that a slot and a mode fit in 32 bits. */
    static final int SLOTS_MAX = 1 << 30;

    private final int[] first;
    private final byte[] types;
    private final int[] requests;
    private final int locks;
    private final int lockless;
    private final int exclusiveRequests;

    LockTrace(int[] first, byte[] types, int[] requests, int locks, int lockless) {
        this.first = first;
        this.types = types;
        this.requests = requests;
        this.locks = locks;
        this.lockless = lockless;
        int exclusive = 0;
        for (final int request : requests) {
            exclusive += request & 1;
        }
        exclusiveRequests = exclusive;
    }

    static int request(int slot, LockMode mode) {
        return slot << 1 | (mode == LockMode.EXCLUSIVE ? 1 : 0);
    }

    static int slot(int request) {
        return request >> 1;
    }

    static LockMode mode(int request) {
        return (request & 1) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    /** {@return the number of transactions that need a lock, 0 or more} */
    public int transactions() {
        return types.length;
    }

    /**
     * Returns how many transactions were generated that need no lock at all. They are not in the trace, as FissLock's
     * files have no line for them, so nobody runs them.
     *
     * @return 0 or more
     */
    public int lockless() {
        return lockless;
    }

    /** {@return the size of the lock table that the trace needs, greater than any slot in it} */
    public int locks() {
        return locks;
    }

    /** {@return how many locks all transactions acquire together, 0 or more} */
    public int requests() {
        return requests.length;
    }

    /** {@return how many of the requests are exclusive, 0 to {@link #requests()}} */
    public int exclusiveRequests() {
        return exclusiveRequests;
    }

    /**
     * Returns a transaction's type.
     *
     * @param transaction 0 to {@link #transactions()} − 1
     * @return 1 to 255; what it means is the generator's affair
     */
    public int type(int transaction) {
        return Byte.toUnsignedInt(types[transaction]);
    }

    /**
     * Returns how many locks a transaction needs.
     *
     * @param transaction 0 to {@link #transactions()} − 1
     * @return 1 to {@link #LOCKS_MAX}
     */
    public int size(int transaction) {
        return first[transaction + 1] - first[transaction];
    }

    /**
     * Returns one of a transaction's locks.
     *
     * @param transaction 0 to {@link #transactions()} − 1
     * @param index 0 to {@link #size} − 1
     * @return the slot, greater than those at lower indices
     */
    public int slot(int transaction, int index) {
        return slot(requests[first[transaction] + index]);
    }

    /**
     * Returns how a transaction wants one of its locks.
     *
     * @param transaction 0 to {@link #transactions()} − 1
     * @param index 0 to {@link #size} − 1
     * @return the mode
     */
    public LockMode mode(int transaction, int index) {
        return mode(requests[first[transaction] + index]);
    }

    /**
     * Copies a transaction's locks.
     *
     * @param transaction 0 to {@link #transactions()} − 1
     * @param into what is in it is forgotten first
     */
    public void copyLocks(int transaction, LockList into) {
        into.clear();
        for (int i = first[transaction]; i < first[transaction + 1]; i++) {
            into.add(slot(requests[i]), mode(requests[i]));
        }
    }
}
