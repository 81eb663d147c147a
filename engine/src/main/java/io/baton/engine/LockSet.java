package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import io.baton.lock.LockOutcome;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's locks, under the rule <em>in order, or try</em>: it waits only for a lock whose slot comes after
 * all that it holds. A lock out of order is tried; if that fails, the transaction restarts and first gets, in order,
 * all locks that it held and the one that it could not get. So no two transactions ever wait for each other.
 *
 * <p>Whatever ends the attempt is thrown again at the next access, in case the procedure caught it and went on.
 */
final class LockSet {

    private final LockClient client;
    private final int slots;
    /** Thrown again and again: expected outcomes, without stack traces. */
    private final Restart restart = new Restart();
    private final DeadlineAbort deadlineAbort = new DeadlineAbort();
    private final IntConsumer learnHeld = this::learnHeld;
    /** What the next attempt shall have from the start: slot · 2 + (1 if exclusive). */
    private long[] wanted = new long[64];
    private int wantedCount;
    private final LockList together = new LockList();
    /** No held lock's slot is higher. */
    private int highest;
    private long deadlineNanos;
    private @Nullable RuntimeException ended;

    LockSet(LockClient client, int slots) {
        this.client = client;
        this.slots = slots;
    }

    /** Begins a call that has learnt nothing yet. */
    void begin(long newDeadlineNanos) {
        deadlineNanos = newDeadlineNanos;
        wantedCount = 0;
    }

    /** Notes a lock that the next attempt shall have from the start. */
    void plan(long name, LockMode mode) {
        want(LockNames.slot(name, slots), mode);
    }

    /** Begins an attempt: gets all locks that were planned or learnt, in the global order. Nothing is held before. */
    void beginAttempt() {
        ended = null;
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

    /** Makes sure that the lock of a row is held at least in a mode. */
    void row(EngineTable table, long key, LockMode mode) {
        if (!table.readOnly) {
            need(table.rowLock(key), mode);
        }
    }

    /** Makes sure that the lock of all rows with a prefix is held at least in a mode. */
    void range(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        if (!index.table().readOnly) {
            need(index.rangeLock(prefix), mode);
        }
    }

    /** What is behind all that is held is not held; what is not may be, and then the client knows at its first look. */
    private void need(long name, LockMode mode) {
        checkNotEnded();
        final int slot = LockNames.slot(name, slots);
        if (slot > highest) {
            if (client.acquire(slot, mode, deadlineNanos) != LockOutcome.GRANTED) {
                throw end(deadlineAbort);
            }
            highest = slot;
        } else if (client.tryAcquire(slot, mode) != LockOutcome.GRANTED) {
            client.forEachHeld(learnHeld);
            want(slot, mode);
            throw end(restart);
        }
    }

    boolean covers(long name, LockMode mode) {
        final LockMode held = client.held(LockNames.slot(name, slots));
        return held != null && held.covers(mode);
    }

    /** Ends the attempt; returns why, to be thrown. */
    RuntimeException end(RuntimeException why) {
        ended = why;
        return why;
    }

    void checkNotEnded() {
        final RuntimeException end = ended;
        if (end != null) {
            throw end;
        }
    }

    void releaseAll() {
        client.releaseAll();
    }

    LockClient client() {
        return client;
    }

    private void learnHeld(int slot) {
        want(slot, Objects.requireNonNull(client.held(slot), "a lock that the client lists is not held"));
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
