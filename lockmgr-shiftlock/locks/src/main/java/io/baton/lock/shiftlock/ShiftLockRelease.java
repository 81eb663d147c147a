package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3 of the paper: how a client of ShiftLock gives a lock back, and how a writer ends its turn by handing the
 * lock over, by letting the waiting readers in, or by leaving the queue. {@link ShiftLock} says where and why it
 * deviates.
 */
abstract class ShiftLockRelease {

    /** How long to wait before a notice is sent again to a client whose mailbox is full. */
    static final long FULL_MAILBOX_WAIT_NANOS = 50_000;

    final Endpoint endpoint;
    final Waiting waiting;
    final LockCounters counters;
    final ShiftLockOptions options;
    final Holds holds;
    /** What the steps do to an entry. */
    final EntrySteps steps;
    /** The tail pointer's bits when this client is the last in a queue. */
    final long self;
    /** What the last verb returned. */
    final WordPair entry;
    final LockNotice notice = new LockNotice();
    /** Null where the clients of a process do not know of each other. */
    final @Nullable LocalTurns turns;
    /** Null where locks are not recovered. */
    final @Nullable Repair repair;

    ShiftLockRelease(EntrySteps steps, Waiting waiting, Holds holds, LockCounters counters, ShiftLockTable table) {
        final LockCache cache = table.cache();
        final Recovery recovery = table.recovery();
        this.steps = steps;
        this.endpoint = steps.endpoint;
        this.waiting = waiting;
        this.counters = counters;
        this.options = table.options();
        this.holds = holds;
        this.self = steps.self;
        this.entry = steps.entry;
        this.turns = cache == null ? null : new LocalTurns(this, table.fabric().clock(), cache);
        this.repair = recovery == null ? null : new Repair(recovery, endpoint, waiting, holds, counters, table);
    }

    final void readerRelease(Hold hold) {
        steps.readerLeaves(hold);
        hold.state(HoldState.IDLE);
    }

    final void writerRelease(Hold hold) {
        waiting.drain();
        if (!endsAlone(hold)) {
            endTurn(hold);
        }
    }

    /** The usual end of a writer's turn: no successor is known, and there is none. */
    final boolean endsAlone(Hold hold) {
        if (hold.successor != Route.NONE || !hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return false;
        }
        final boolean cleared = clearTail(hold);
        hold.state(cleared ? HoldState.IDLE : HoldState.RELEASES_TO_SUCCESSOR);
        return cleared;
    }

    /** Ends a writer's turn, and waits for its successor's name if it must. */
    final void endTurn(Hold hold) {
        if (repair != null) {
            repair.watch(hold);
        }
        while (isFrozen(hold) || !tryEndTurn(hold)) {
            if (repair != null && hold.freeze == null) {
                repair.look(hold);
            }
            waiting.awaitNotice(repair == null ? Endpoint.NO_DEADLINE : repair.nextLook(hold, Endpoint.NO_DEADLINE));
            waiting.drain();
        }
    }

    /**
     * Whether the client must stand still at this lock.
     *
     * @throws Repair.LockReset if it was frozen, and was reset
     */
    final boolean isFrozen(Hold hold) {
        return repair != null && repair.isFrozen(hold);
    }

    /**
     * Ends a writer's place at the head of the queue: a release if it holds the lock, otherwise it only leaves.
     * Returns false as long as a writer has queued behind it whose Successor notice has not arrived, or it must not
     * leave yet.
     */
    final boolean tryEndTurn(Hold hold) {
        final LocalWait heir = turns == null || !hold.leads ? null : turns.heir(hold);
        return (turns == null || heir == null) ? endsTurnAtServer(hold) : turns.passesOn(hold, heir);
    }

    private boolean endsTurnAtServer(Hold hold) {
        if (hold.successor == Route.NONE) {
            if (hold.is(HoldState.WAITS_FOR_READERS)) {
                hold.state(steps.leavesQueue(hold));
            }
            return endsAlone(hold) || hold.is(HoldState.IDLE);
        }
        if (hold.is(HoldState.WAITS_FOR_READERS) || hold.is(HoldState.LEAVES_TO_SUCCESSOR)) {
            passWaitOn(hold);
        } else if (hold.consWrt >= options.threshold()) {
            changeMode(hold);
        } else {
            handOver(hold);
        }
        hold.state(HoldState.IDLE);
        return true;
    }

    /** No writer is queued: frees the lock and lets waiting readers in, with one verb. */
    private boolean clearTail(Hold hold) {
        final boolean cleared = steps.clearsTail(hold);
        checkUnchanged(cleared, hold);
        return cleared;
    }

    private void handOver(Hold hold) {
        if (!options.silentHandover()) {
            advance(hold);
        }
        counters.count(LockCounter.HANDOVERS);
        send(hold, hold.successor, notice
            .compose(LockNotice.HANDOVER, hold.slot, hold.successorAttempt, hold.relCnt)
            .turn(hold.epoch, hold.consWrt + 1));
    }

    private void advance(Hold hold) {
        final long relCnt = LockEntry.advance(hold.relCnt, 1);
        final boolean advanced = steps.countsHandOver(hold, relCnt);
        check(advanced, "the release count changed under a writer", hold);
        hold.relCnt = relCnt;
    }

    private void changeMode(Hold hold) {
        final int readers = flip(hold);
        if (readers == 0 && options.directModeChange()) {
            send(hold, hold.successor, notice
                .compose(LockNotice.HANDOVER, hold.slot, hold.successorAttempt, hold.relCnt)
                .turn(hold.epoch, 1));
            return;
        }
        hold.relCnt = expected(hold.relCnt, readers);
        passWaitOn(hold);
    }

    /** Lets the waiting readers in, and tells how many they are. */
    private int flip(Hold hold) {
        final long relCnt = steps.released(hold.relCnt);
        final int readers = steps.flips(hold, relCnt);
        check(readers >= 0, "epoch or release count changed under a writer", hold);
        counters.count(LockCounter.MODE_CHANGES);
        hold.relCnt = relCnt;
        hold.epoch = 1 - hold.epoch;
        return readers;
    }

    /** What the release count will be when the readers that a flip lets in have left. */
    private static long expected(long relCnt, int readers) {
        return LockEntry.advance(relCnt, readers);
    }

    /** The successor waits for the readers. */
    private void passWaitOn(Hold hold) {
        send(hold, hold.successor, notice
            .compose(LockNotice.MODE_CHANGED, hold.slot, hold.successorAttempt, hold.relCnt)
            .turn(hold.epoch, 0));
    }

    // Notices

    /** Sends until the receiver has it. What a notice says twice is dropped, so that a doubtful SEND is repeated. */
    final void send(Hold hold, long route, LockNotice composed) {
        if (repair != null) {
            repair.send(hold, route, composed);
            return;
        }
        SendStatus status = sendOnce(route, composed);
        while (status == SendStatus.MAILBOX_FULL || status == SendStatus.UNKNOWN) {
            waiting.backOff(FULL_MAILBOX_WAIT_NANOS);
            status = sendOnce(route, composed);
        }
        if (status == SendStatus.NO_SUCH_PEER) {
            throw new LockInvariantViolation(
                "client " + Route.toString(route) + " closed while it was in a lock's queue: " + hold,
                waiting.describe());
        }
    }

    /** Who waits for its turn learns soon enough who comes after it. */
    private SendStatus sendOnce(long route, LockNotice composed) {
        return composed.kind() == LockNotice.SUCCESSOR
            ? endpoint.sendAside(route, composed.composed(), 0, LockNotice.BYTES)
            : endpoint.send(route, composed.composed(), 0, LockNotice.BYTES);
    }

    /** After a step that only another writer in the queue may have made fail. */
    final void checkUnchanged(boolean done, Hold hold) {
        check(done || steps.isAsLeft(hold), "the release count changed under a writer", hold);
    }

    final void check(boolean holds, String violation, Hold hold) {
        if (!holds) {
            if (repair != null) {
                Repair.checkGeneration(hold, entry.high());
            }
            throw new LockInvariantViolation(violation + ": " + hold + ", self=" + Route.toString(endpoint.route())
                + ", entry read: " + steps.found(), waiting.describe());
        }
    }
}
