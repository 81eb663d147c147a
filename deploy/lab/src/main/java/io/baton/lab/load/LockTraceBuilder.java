package io.baton.lab.load;

import io.baton.lock.LockMode;
import java.util.Arrays;

/** Collects transactions, lock by lock in any order. For one thread. */
final class LockTraceBuilder {

    private static final int TYPE_MAX = 255;

    private int[] first = new int[1 << 10];
    private byte[] types = new byte[1 << 10];
    private int[] requests = new int[1 << 12];
    private int transactions;
    private int size;
    private int lockless;
    private int slotMax = -1;

    /** Adds a lock to the transaction that {@link #end} will complete. */
    void add(int slot, LockMode mode) {
        if (slot < 0 || slot >= LockTrace.SLOTS_MAX) {
            throw new IllegalArgumentException(
                "slot " + slot + " is out of range; give 0 to " + (LockTrace.SLOTS_MAX - 1));
        }
        if (size == requests.length) {
            requests = Arrays.copyOf(requests, 2 * size);
        }
        requests[size++] = LockTrace.request(slot, mode);
        slotMax = Math.max(slotMax, slot);
    }

    /** Completes a transaction with the locks added since the last one; without any it only counts as lockless. */
    void end(int type) {
        if (type < 1 || type > TYPE_MAX) {
            throw new IllegalArgumentException("transaction type " + type + " is out of range; give 1 to " + TYPE_MAX);
        }
        final int start = first[transactions];
        if (size == start) {
            lockless++;
            return;
        }
        sortAndMerge(start);
        if (size - start > LockTrace.LOCKS_MAX) {
            throw new IllegalArgumentException("a transaction of " + (size - start) + " locks, the limit is "
                + LockTrace.LOCKS_MAX + "; split it");
        }
        if (transactions + 1 == types.length) {
            types = Arrays.copyOf(types, 2 * types.length);
            first = Arrays.copyOf(first, 2 * first.length);
        }
        types[transactions++] = (byte) type;
        first[transactions] = size;
    }

    /** Of the requests for one slot, sorting puts the exclusive one last; the last is kept. */
    private void sortAndMerge(int start) {
        Arrays.sort(requests, start, size);
        int kept = start;
        for (int i = start; i < size; i++) {
            if (i + 1 == size || LockTrace.slot(requests[i]) != LockTrace.slot(requests[i + 1])) {
                requests[kept++] = requests[i];
            }
        }
        size = kept;
    }

    /** One more than the highest slot so far, or 0. */
    int locks() {
        return slotMax + 1;
    }

    /** What was collected, for a table of so many locks. */
    LockTrace build(int locks) {
        if (locks < locks()) {
            throw new IllegalArgumentException(locks + " locks do not contain slot " + slotMax + "; give more");
        }
        return new LockTrace(Arrays.copyOf(first, transactions + 1), Arrays.copyOf(types, transactions),
            Arrays.copyOf(requests, first[transactions]), locks, lockless);
    }
}
