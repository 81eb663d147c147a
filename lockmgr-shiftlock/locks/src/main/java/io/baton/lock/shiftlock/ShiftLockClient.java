package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.LocalWords;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** A client of a {@link ShiftLockTable}: the bookkeeping around {@link ShiftLock}. */
class ShiftLockClient extends GuardedClient implements LockClient {

    /** Null where nothing is gained by posting verbs together. */
    final @Nullable LockBatch batch;
    /** Null where the locks are not in this process. */
    private final @Nullable LocalWords words;
    @SuppressWarnings("UnusedVariable") // What is loaded ahead goes here, lest the compiler leave the loads out.
    private long touched;

    ShiftLockClient(ShiftLockTable table, Endpoint endpoint) {
        super(table, endpoint);
        this.words = table.fabric().localWords();
        this.batch = table.batches() ? new LockBatch(this) : null;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        enter(slot);
        try {
            return ended(acquireInside(slot, mode, deadlineNanos));
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    /** Every wait ends as if its deadline had passed. */
    final LockOutcome ended(LockOutcome outcome) {
        return outcome == LockOutcome.DEADLINE && isCancelled() ? cancelled() : outcome;
    }

    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        if (latched && mode == LockMode.EXCLUSIVE) {
            final Hold again = holds.get(slot);
            return again == null ? acquireBesideGhosts(slot, deadlineNanos) : acquireAgain(again, mode);
        }
        final Hold hold = holds.use(slot);
        if (!hold.is(HoldState.IDLE)) {
            return acquireAgain(hold, mode);
        }
        return settle(hold, mode == LockMode.SHARED
            ? lock.readerAcquire(hold, deadlineNanos) : lock.writerAcquire(hold, deadlineNanos));
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        touch(locks);
        if (batch == null || locks.size() < 2 || holds.size() > 0 || ghosts.any()) {
            return LockClient.super.acquireAll(locks, deadlineNanos);
        }
        // Slots ascend: those between are right if these two are.
        check(locks.slot(locks.size() - 1));
        enter(locks.slot(0));
        try {
            return ended(acquireTogether(batch, locks, deadlineNanos));
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome acquireTogether(LockBatch together, LockList locks, long deadlineNanos) {
        return together.acquireAll(locks, deadlineNanos);
    }

    /** What is done about a lock that is wanted together with others. */
    LockBatch.Way way(int slot, LockMode mode) {
        return LockBatch.Way.BY_VERB;
    }

    /** Nothing that was got together by now has cost a verb. */
    void gotWithoutVerb(int slot) {
    }

    /** Null where the clients of a process do not know of each other. */
    @Nullable
    LocalLocks localLocks() {
        return null;
    }

    @Override
    String describe(long nowNanos) {
        return super.describe(nowNanos) + (batch == null ? "" : batch.describe());
    }

    /** Gives back to the process what it keeps. */
    void leaveLocal(Hold hold) {
        throw new IllegalStateException("no process keeps the lock of slot " + hold.slot);
    }

    /** Goes on with a lock of a chain in whose queue the client is, or where it is counted. */
    LockOutcome goOn(Hold begun, LockMode mode, long deadlineNanos) {
        return settle(begun, Objects.requireNonNull(batch).resume(begun, deadlineNanos));
    }

    /** Leaves what a batch has got behind a lock that is not free, or waits for there. */
    void leave(Hold behind) {
        if (behind.is(HoldState.WAITS_FOR_EPOCH)) {
            lock.leaveReaders(behind);
        } else {
            lock.writerRelease(behind);
        }
    }

    /** Loads the entries of locks in this process without waiting for each; what is no lock here is refused later. */
    private void touch(LockList locks) {
        if (words == null || locks.size() < 2) {
            return;
        }
        long sum = 0;
        for (int i = 0; i < locks.size(); i++) {
            if (isSlot(locks.slot(i))) {
                sum += words.touch(LockEntry.address(locks.slot(i)));
            }
        }
        touched += sum;
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        enter(slot);
        try {
            return tryInside(slot, mode);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome tryInside(int slot, LockMode mode) {
        final Hold hold = holds.use(slot);
        if (!hold.is(HoldState.IDLE)) {
            return acquireAgain(hold, mode);
        }
        return settle(hold, mode == LockMode.SHARED ? lock.readerTry(hold) : lock.writerTry(hold));
    }

    @Override
    public LockOutcome upgrade(int slot) {
        enter(slot);
        try {
            return upgradeInside(slot);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome upgradeInside(int slot) {
        return upgrade(heldAt(slot));
    }

    @Override
    public void release(int slot) {
        enter(slot);
        try {
            releaseInside(slot);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    void releaseInside(int slot) {
        release(heldAt(slot));
    }

    void release(Hold hold) {
        if (hold.reacquisitions > 0) {
            hold.reacquisitions--;
            return;
        }
        giveBack(hold);
        holds.end(hold);
    }

    /** Ends the last use of a lock; may have to wait for its successor's name. */
    void giveBack(Hold hold) {
        if (hold.is(HoldState.HOLDS_SHARED)) {
            lock.readerRelease(hold);
        } else {
            lock.writerRelease(hold);
        }
    }

    @Override
    public void releaseAll() {
        if (holds.size() == 0) {
            return;
        }
        enter(0);
        try {
            drain();
            int unfinished = releaseOrBegin();
            while (unfinished > 0) {
                awaitNotice(NO_DEADLINE);
                drain();
                unfinished -= finishReleases(unfinished);
            }
            holds.endAll();
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    /** Locks that wait for their successor's name come to be the last ones, so that only they are looked at again. */
    private int releaseOrBegin() {
        if (batch != null && holds.size() > 1) {
            batch.releaseAll();
        }
        int unfinished = 0;
        for (int i = holds.size() - 1; i >= 0; i--) {
            final Hold hold = holds.at(i);
            if (hold.is(HoldState.HOLDS_SHARED)) {
                lock.readerRelease(hold);
            } else if (!hold.is(HoldState.IDLE) && !lock.tryEndTurn(hold)) {
                unfinished++;
                holds.move(hold, holds.size() - unfinished);
            }
        }
        return unfinished;
    }

    private int finishReleases(int unfinished) {
        int finished = 0;
        for (int i = holds.size() - unfinished; i < holds.size(); i++) {
            final Hold hold = holds.at(i);
            if (hold.awaitsSuccessor() && lock.tryEndTurn(hold)) {
                holds.move(hold, holds.size() - unfinished + finished);
                finished++;
            }
        }
        return finished;
    }

    @Override
    public @Nullable LockMode held(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null || !hold.isHeld()) {
            return null;
        }
        return hold.mode();
    }

    @Override
    public void cancelWhen(BooleanSupplier isCancelled) {
        cancelled = Objects.requireNonNull(isCancelled, "ask somebody whether waits are cancelled");
    }

    @Override
    public void wake() {
        endpoint.wake();
    }

    @Override
    public int heldCount() {
        return holds.size();
    }

    @Override
    public void forEachHeld(ObjIntConsumer<LockMode> held) {
        for (int i = 0; i < holds.size(); i++) {
            held.accept(holds.at(i).mode(), holds.at(i).slot);
        }
    }

    @Override
    public LockCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (holds.size() > 0) {
            throw new IllegalStateException(
                "the client still holds " + holds.size() + " locks; release them before closing it");
        }
        enter(0);
        closed = true;
        refuseAll();
        final boolean last = !ghosts.any();
        exit();
        if (last) {
            leave();
        }
    }

    LockOutcome acquireAgain(Hold hold, LockMode mode) {
        if (!hold.isHeld()) {
            // Its acquisition or release was cut off, where nothing is recovered.
            throw new ConnectionLostException("the client lost its connection in the middle of a request for slot "
                + hold.slot + ", and nobody knows what it has there: connect anew");
        }
        if (mode == LockMode.EXCLUSIVE && hold.is(HoldState.HOLDS_SHARED) && upgrade(hold) != LockOutcome.GRANTED) {
            return LockOutcome.BUSY;
        }
        hold.reacquisitions++;
        return LockOutcome.GRANTED;
    }

    LockOutcome upgrade(Hold hold) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return LockOutcome.GRANTED;
        }
        final LockOutcome outcome = lock.upgrade(hold);
        counters.count(outcome == LockOutcome.GRANTED ? LockCounter.UPGRADES : LockCounter.BUSY);
        return outcome;
    }

    private LockOutcome writerAcquire(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        return settle(hold, lock.writerAcquire(hold, deadlineNanos));
    }

    /** Takes the place of the client's own ghost, so that it is never queued twice for one lock. */
    private LockOutcome acquireBesideGhosts(int slot, long deadlineNanos) {
        ghosts.reserve();
        drain();
        Hold ghost = ghosts.find(slot);
        if (ghost == null) {
            return writerAcquire(slot, deadlineNanos);
        }
        while (ghost != null) {
            if (!ghost.awaitsSuccessor()) {
                holds.attach(ghost);
                ghosts.remove(ghost);
                ghost.ghost = false;
                return settle(ghost, lock.resume(ghost, deadlineNanos));
            }
            progressGhosts();
            if (ghosts.find(slot) != null) {
                if (over(deadlineNanos)) {
                    return LockOutcome.DEADLINE;
                }
                awaitNotice(deadlineNanos);
                drain();
            }
            ghost = ghosts.find(slot);
        }
        return acquireAfterGhost(slot, deadlineNanos);
    }

    /** The client has waited, or its ghost's end has, and may have answered the lock server meanwhile. */
    LockOutcome acquireAfterGhost(int slot, long deadlineNanos) {
        return writerAcquire(slot, deadlineNanos);
    }

    LockOutcome settle(Hold hold, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED) {
            counters.count(LockCounter.ACQUISITIONS);
            return outcome;
        }
        if (hold.ghost) {
            holds.detach(hold);
            leaveGhost(hold);
        } else {
            holds.end(hold);
        }
        if (outcome == LockOutcome.BUSY) {
            counters.count(LockCounter.BUSY);
        }
        return outcome;
    }

    Hold heldAt(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null) {
            throw new IllegalStateException("the client does not hold the lock of slot " + slot);
        }
        return hold;
    }
}
