package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import java.util.Arrays;

/**
 * A transaction's locks, under the rule <em>in order, or try</em>: it waits only for a lock whose slot comes after
 * all that it holds. A lock out of order is tried; if that fails, the transaction restarts and first gets, in order,
 * all locks that it has learnt to need. So no two transactions ever wait for each other.
 */
class LockSet {

    private final LockClient client;
    private final LockTable table;
    private final Restart restart;
    private final DeadlineAbort deadlineAbort = new DeadlineAbort();
    /** What is held or was learnt: slot · 2 + (1 if exclusive). */
    private long[] wanted = new long[64];
    private int wantedCount;
    private final LockList together = new LockList();
    private int highest;
    private long deadlineNanos;

    LockSet(LockClient client, LockTable table, Restart restart) {
        this.client = client;
        this.table = table;
        this.restart = restart;
    }

    /** Begins a transaction that has learnt nothing yet. */
    void begin(long newDeadlineNanos) {
        deadlineNanos = newDeadlineNanos;
        wantedCount = 0;
        highest = -1;
    }

    /** Notes a lock that the next attempt shall have from the start. */
    void plan(long name, LockMode mode) {
        want(table.slot(name), mode);
    }

    /** Gets all locks that were planned or learnt, in the global order. Nothing is held before. */
    void acquireWanted() {
        highest = -1;
        if (wantedCount == 0) {
            return;
        }
        sortWanted();
        together.clear();
        for (int i = 0; i < wantedCount; i++) {
            together.add((int) (wanted[i] >>> 1), (wanted[i] & 1) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE);
        }
        if (client.acquireAll(together, deadlineNanos) != LockOutcome.GRANTED) {
            throw deadlineAbort;
        }
        highest = together.slot(wantedCount - 1);
    }

    /** Makes sure that a lock is held at least in a mode. */
    void need(long name, LockMode mode) {
        final int slot = table.slot(name);
        final LockMode held = client.held(slot);
        if (held == null) {
            want(slot, mode);
            get(slot, mode);
        } else if (!held.covers(mode)) {
            want(slot, mode);
            if (client.upgrade(slot) != LockOutcome.GRANTED) {
                throw restart;
            }
        }
    }

    boolean covers(long name, LockMode mode) {
        final LockMode held = client.held(table.slot(name));
        return held != null && held.covers(mode);
    }

    void releaseAll() {
        client.releaseAll();
    }

    LockTable table() {
        return table;
    }

    LockClient client() {
        return client;
    }

    private void get(int slot, LockMode mode) {
        if (slot > highest) {
            acquire(slot, mode);
        } else if (client.tryAcquire(slot, mode) != LockOutcome.GRANTED) {
            throw restart;
        }
    }

    private void acquire(int slot, LockMode mode) {
        if (client.acquire(slot, mode, deadlineNanos) != LockOutcome.GRANTED) {
            throw deadlineAbort;
        }
        highest = slot;
    }

    private void want(int slot, LockMode mode) {
        if (wantedCount == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * wantedCount);
        }
        wanted[wantedCount++] = (long) slot << 1 | (mode == LockMode.EXCLUSIVE ? 1 : 0);
    }

    /** Sorts by slot and keeps the stronger mode of each. */
    private void sortWanted() {
        Arrays.sort(wanted, 0, wantedCount);
        int kept = 0;
        for (int i = 1; i < wantedCount; i++) {
            if (wanted[i] >>> 1 != wanted[kept] >>> 1) {
                kept++;
            }
            wanted[kept] = wanted[i];
        }
        wantedCount = kept + 1;
    }
}
