package io.baton.engine.transaction;

import io.baton.engine.trace.FlightEvents;
import io.baton.engine.trace.LockWaitEvent;
import io.baton.engine.trace.TracedCall;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import io.baton.lock.LockOutcome;
import io.baton.storage.TableSchema;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's locks, under the rule <em>in order, or try</em>: it waits only for a lock whose slot comes after
 * all that it holds. A lock out of order is tried; if that fails, the transaction restarts and first gets, in order,
 * all locks that it held and the one that it could not get. So no two transactions ever wait for each other.
 *
 * <p>Whatever ends the attempt is thrown again at the next access, in case the procedure caught it and went on.
 *
 * <p>It has two subclasses, {@link ExplainedLocks}, of which there is none until a call is explained, and
 * {@link TimedLocks}, of which there is none unless an engine has a tracer: until then the JVM's compiler takes each of
 * its methods for the only one.
 */
public class LockSet extends AttemptEnd {

    /** Locks that a coordinator keeps room for from call to call. */
    private static final int WANTED_KEPT = 1 << 12;
    private static final int WANTED_MIN = 64;
    private static final long[] NONE = {};

    private final LockClient client;
    private final int slots;
    private final CallControl control;
    private final LockWatch watch;
    /** Thrown again and again: expected outcomes, without stack traces. */
    private final Restart restart = new Restart();
    private final ObjIntConsumer<LockMode> learnHeld = this::want;
    /** What the next attempt shall have from the start: slot · 2 + (1 if exclusive). */
    private long[] wanted = NONE;
    private int wantedCount;
    private final LockList usual = new LockList();
    /** Room for the slots of rows that are locked together. */
    private final int[] several = new int[64];
    /** No held lock's slot is higher. */
    private int highest;
    /** The procedure that has promised to read only, if one has. */
    private @Nullable String readOnly;

    public LockSet(LockClient client, int slots, CallControl control) {
        this.client = client;
        this.slots = slots;
        this.control = control;
        this.watch = new LockWatch(client, control);
        takeClient();
        control.wakeBy(client::wake);
        control.countLocksBy(client::heldCount);
    }

    /** Has the client ask this one whether its waits are cancelled, and no other one that has used it meanwhile. */
    final void takeClient() {
        client.cancelWhen(watch::isCancelled);
    }

    /** Ends its client, which holds nothing. */
    public void close() {
        client.close();
    }

    /** Begins a call that has learnt nothing yet. */
    public void begin() {
        reason = null;
        wantedCount = 0;
    }

    /** Ends a call: memory that an unusually large one has taken is given back. */
    public void endCall() {
        if (wanted.length > WANTED_KEPT) {
            wanted = NONE;
            wantedCount = 0;
        }
    }

    /** Notes the lock of a row, or of rows with the same lock, that the next attempt shall have from the start. */
    public void plan(EngineTable table, long key, LockMode mode) {
        if (!table.readOnly) {
            plan(table.rowLock(key), mode);
        }
    }

    /** Notes the lock of all rows with a prefix, which the next attempt shall have from the start. */
    public void plan(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        if (!index.table().readOnly) {
            plan(index.rangeLock(prefix), mode);
        }
    }

    private void plan(long name, LockMode mode) {
        watch.plans(name);
        want(mode, LockNames.slot(name, slots));
    }

    /** Begins an attempt, which has not ended, however the one before did. Nothing is held. */
    public void beginAttempt() {
        reason = null;
        readOnly = null;
        highest = -1;
    }

    /** Refuses writes of a procedure that has promised to read only, or allows them (null); returns the name before. */
    public @Nullable String readOnly(@Nullable String procedure) {
        final String before = readOnly;
        readOnly = procedure;
        return before;
    }

    boolean readsOnly() {
        return readOnly != null;
    }

    /** Ends the attempt if it is to read only. */
    void checkMayWrite(String how, TableSchema table) {
        final String procedure = readOnly;
        if (procedure != null) {
            checkNotEnded();
            throw end(UserAbort.readOnly(procedure, how + " table " + table.name()));
        }
    }

    /** Gets all locks that were planned or learnt, in the global order, before the attempt gets any other. */
    public void acquirePlanned() {
        if (wantedCount == 0) {
            return;
        }
        sortWanted();
        final SystemAbort tooMany = control.tooManyLocks(wantedCount);
        if (tooMany != null) {
            throw end(tooMany);
        }
        final LockList together = wantedCount > WANTED_KEPT ? new LockList() : usual;
        together.clear();
        for (int i = 0; i < wantedCount; i++) {
            together.add((int) (wanted[i] >>> 1), (wanted[i] & 1) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE);
        }
        checkGranted(acquireAll(together));
        highest = together.slot(wantedCount - 1);
    }

    /** Makes sure that the lock of a row is held at least in a mode. */
    void row(EngineTable table, long key, LockMode mode) {
        checkNotEnded();
        if (!table.readOnly) {
            need(table.rowLock(key), mode);
        }
    }

    /** The same for a row that a scan has come to. */
    void scannedRow(EngineTable table, long key, LockMode mode) {
        row(table, key, mode);
    }

    /** Makes sure that the lock of all rows with a prefix is held at least in a mode. */
    void range(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        checkNotEnded();
        if (!index.table().readOnly) {
            need(index.rangeLock(prefix), mode);
        }
    }

    /**
     * Makes sure that the locks of rows are held at least shared. Those out of order are tried before any is waited
     * for, and if one is busy all are learnt.
     */
    void rows(EngineTable table, long[] keys) {
        checkNotEnded();
        if (table.readOnly) {
            return;
        }
        if (keys.length > CallControl.ACCESSES_NOW && !control.mayWait()) {
            throw end(restart);
        }
        final int[] sorted = keys.length <= several.length ? several : new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            sorted[i] = LockNames.slot(table.rowLock(keys[i]), slots);
        }
        Arrays.sort(sorted, 0, keys.length);
        final LockList together = keys.length > WANTED_KEPT ? new LockList() : usual;
        together.clear();
        for (int i = 0; i < keys.length; i++) {
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                continue;
            }
            if (sorted[i] > highest) {
                together.add(sorted[i], LockMode.SHARED);
            } else {
                tryOneOf(sorted, i, keys.length);
            }
        }
        final SystemAbort tooMany = control.tooManyLocks(client.heldCount() + together.size());
        if (tooMany != null) {
            throw end(tooMany);
        }
        if (together.size() > 0) {
            // Even if it gets only some of them, none that is held is behind.
            highest = sorted[keys.length - 1];
            checkGranted(acquireAll(together));
        }
    }

    /** Gets a lock that comes behind all that are held. */
    LockOutcome acquire(int slot, LockMode mode) {
        final LockWaitEvent event = FlightEvents.lockWait();
        final LockOutcome outcome = client.acquire(slot, mode, control.deadlineNanos());
        watch.answered();
        if (event != null) {
            event.ended(slot, 1, mode == LockMode.EXCLUSIVE);
        }
        return outcome;
    }

    /** Gets a lock, or a stronger hold of one, if that is possible at once. */
    LockOutcome tryAcquire(int slot, LockMode mode) {
        return client.tryAcquire(slot, mode);
    }

    /** Gets locks that come after all that are held. A call that may not wait tries each. */
    LockOutcome acquireAll(LockList together) {
        if (control.mayWait()) {
            final LockWaitEvent event = FlightEvents.lockWait();
            watch.asks(together);
            final LockOutcome outcome = client.acquireAll(together, control.deadlineNanos());
            watch.answered();
            if (event != null) {
                event.ended(together.slot(0), together.size(), together.mode(0) == LockMode.EXCLUSIVE);
            }
            return outcome;
        }
        // So many would be too much for who must not wait, even if all are free.
        LockOutcome outcome = together.size() > CallControl.ACCESSES_NOW ? LockOutcome.BUSY : LockOutcome.GRANTED;
        for (int i = 0; i < together.size() && outcome == LockOutcome.GRANTED; i++) {
            outcome = client.tryAcquire(together.slot(i), together.mode(i));
        }
        return outcome;
    }

    /** Ends the attempt if a lock was not granted. Only a call that may not wait finds one busy that comes in order. */
    private void checkGranted(LockOutcome outcome) {
        if (outcome != LockOutcome.GRANTED) {
            throw end(outcome == LockOutcome.BUSY && !control.mayWait() ? restart : notGranted(outcome));
        }
    }

    private void tryOneOf(int[] sorted, int i, int count) {
        final LockOutcome outcome = tryAcquire(sorted[i], LockMode.SHARED);
        if (outcome == LockOutcome.BUSY) {
            client.forEachHeld(learnHeld);
            for (int j = 0; j < count; j++) {
                want(LockMode.SHARED, sorted[j]);
            }
            throw end(restart);
        }
        if (outcome != LockOutcome.GRANTED) {
            throw end(notGranted(outcome));
        }
    }

    /** What is behind all that is held is not held; what is not may be, and then the client knows at its first look. */
    private void need(long name, LockMode mode) {
        final int slot = LockNames.slot(name, slots);
        if (slot > highest) {
            watch.asks(name, slot, mode);
            checkGranted(control.mayWait() ? acquire(slot, mode) : tryAcquire(slot, mode));
            highest = slot;
            return;
        }
        final LockOutcome outcome = tryAcquire(slot, mode);
        if (outcome == LockOutcome.BUSY) {
            client.forEachHeld(learnHeld);
            watch.plans(name);
            want(mode, slot);
            throw end(restart);
        }
        if (outcome != LockOutcome.GRANTED) {
            throw end(notGranted(outcome));
        }
    }

    private SystemAbort notGranted(LockOutcome outcome) {
        return switch (outcome) {
            case LOST, RESET -> SystemAbort.lockLost(outcome);
            case DEADLINE -> control.timeout();
            case CANCELLED -> control.cancelled();
            case GRANTED, BUSY -> throw new IllegalStateException("a lock that was waited for is " + outcome);
        };
    }

    /** A scan has come to a row. Told where rows are proved to be covered, and nowhere else. */
    void scanned() {
        // Nobody has asked.
    }

    /** The commit has prepared all writes, or would have been able to. */
    void prepared(WriteSet writes) {
        // Nobody has asked.
    }

    /** Whom to tell what the call does, or null. */
    public @Nullable TracedCall traced() {
        return null;
    }

    boolean covers(long name, LockMode mode) {
        final LockMode held = client.held(LockNames.slot(name, slots));
        return held != null && held.covers(mode);
    }

    /** Ends the attempt; returns why, to be thrown. */
    RuntimeException end(RuntimeException why) {
        reason = why;
        return why;
    }

    /** Throws if the attempt has ended or must end now. */
    public void checkNotEnded() {
        if (reason == null) {
            reason = control.due();
        }
        final RuntimeException end = reason;
        if (end != null) {
            throw end;
        }
    }

    /** The last look before a commit that nothing ends any more. What has only been read is right, however late. */
    void checkMayCommit(boolean writes) {
        checkNotEnded();
        final SystemAbort late = writes ? control.tooLateToWrite() : null;
        if (late != null) {
            throw end(late);
        }
    }

    /** {@return granted, or reset or lost if a lock was lost before, so that others may have had it} */
    public LockOutcome releaseAll() {
        return client.releaseAllAndTell();
    }

    /** What others may see of it. */
    public LockWatch watch() {
        return watch;
    }

    public LockClient client() {
        return client;
    }

    private void want(LockMode mode, int slot) {
        if (wantedCount == wanted.length) {
            wanted = Arrays.copyOf(wanted, Math.max(WANTED_MIN, 2 * wantedCount));
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
