package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.process.LocalWait;
import io.baton.lock.process.LockCache;
import org.jspecify.annotations.Nullable;

/**
 * ShiftLock's protocol for one client: Algorithms 2 and 3 of the paper (FAST '25), one step a line, without failures.
 *
 * <p>Deviations, each with its reason:
 * <ul>
 * <li>The epoch of a writer is the true one: Handover and ModeChanged carry it. The paper lets a writer keep the
 *     epoch that it saw when it queued, which is stale after a mode change and leaves readers waiting for ever.
 * <li>Every notice names lock, attempt and generation ({@link LockNotice}).
 * <li>A mode change advances RelCnt by compare-and-swap, and so does a hand-over unless it is silent ({@link
 *     ShiftLockOptions}), so that a release cannot touch an entry that has changed hands without it.
 * <li>The threshold counts writers: at most that many in a row have the lock before readers get it.
 * <li>A client may leave (the paper has no way out): a waiting reader takes itself out of RdrCnt unless Epoch has
 *     flipped; a writer at the head that waits for readers passes its wait on to its successor, or clears the tail
 *     if no other waits behind it; any other writer becomes a ghost, whose turn ends as soon as it comes. Only the
 *     holder flips Epoch: between two flips all readers let in by the first have left, so none can miss it.
 * </ul>
 * Two collaborators are there or not. {@link LocalTurns}: the clients of a process know of each other. {@link Repair}:
 * leases and eras come in; a grant is (generation, RelCnt), {@link Hold#relCnt}; every wait below is a loop in which
 * suspicion is judged; every failed compare is where a lost lock is told from a bug.
 */
final class ShiftLock {

    /**
     * How often a reader tries to take itself out while other readers come and go, before it rather waits for its
     * turn.
     */
    static final int CANCEL_TRIES_MAX = 64;

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
    /** Null where waiting readers look at the fabric's pace. */
    private final @Nullable ReadPace pace;

    ShiftLock(EntrySteps steps, Waiting waiting, Holds holds, LockCounters counters, ShiftLockTable table) {
        final LockCache cache = table.cache();
        final LockRecovery recovery = table.recovery();
        this.steps = steps;
        this.endpoint = steps.endpoint;
        this.waiting = waiting;
        this.counters = counters;
        this.options = table.options();
        this.holds = holds;
        this.self = steps.self;
        this.entry = steps.entry;
        this.turns = cache == null ? null : new LocalTurns(this, table.fabric().clock(), cache);
        this.pace = options.pacedReaders() ? new ReadPace(endpoint, waiting) : null;
        this.repair = recovery == null ? null : new Repair(recovery, endpoint, waiting, holds, counters, table);
    }

    // Acquire: readers (Algorithm 2)

    LockOutcome readerAcquire(Hold hold, long deadlineNanos) {
        if (readerEnters(hold)) {
            return LockOutcome.GRANTED;
        }
        counters.count(LockCounter.WAITS);
        return awaitEpoch(hold, deadlineNanos);
    }

    /**
     * One verb if it succeeds. Otherwise the reader takes itself out again, unless a writer has let it in meanwhile.
     */
    LockOutcome readerTry(Hold hold) {
        return readerEnters(hold) || !cancelReader(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    private boolean readerEnters(Hold hold) {
        final boolean entered = steps.readerEnters(hold);
        hold.state(entered ? HoldState.HOLDS_SHARED : HoldState.WAITS_FOR_EPOCH);
        if (!entered && repair != null) {
            hold.ahead = steps.tail();
        }
        if (!entered && turns != null) {
            hold.keeper = steps.tail();
            hold.patient = true;
        }
        return entered;
    }

    /** Where locks are recovered a look comes before each wait, otherwise after it. */
    LockOutcome awaitEpoch(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot);
        boolean looks = repair != null;
        if (repair != null) {
            repair.watch(hold);
        }
        while (true) {
            if (looks && !isFrozen(hold)) {
                final long low = pace == null ? endpoint.readWord(address) : pace.readWord(address);
                if (LockEntry.epoch(low) != hold.epoch) {
                    return admitted(hold);
                }
                if (waiting.over(deadlineNanos) && cancelReader(hold)) {
                    return LockOutcome.DEADLINE;
                }
                if (hold.is(HoldState.HOLDS_SHARED)) {
                    return LockOutcome.GRANTED;
                }
                if (repair != null) {
                    repair.look(hold, LockEntry.tail(low));
                }
            }
            awaitFlip(hold, address, deadlineNanos);
            looks = true;
        }
    }

    private LockOutcome admitted(Hold hold) {
        if (repair != null) {
            repair.admits(hold);
        }
        hold.state(HoldState.HOLDS_SHARED);
        return LockOutcome.GRANTED;
    }

    /** Waits until Epoch has flipped; may return early. */
    private void awaitFlip(Hold hold, long address, long deadlineNanos) {
        final long until = turns == null || hold.freeze != null
            ? deadlineNanos : turns.untilRecall(hold, deadlineNanos);
        if (pace == null || hold.freeze != null) {
            awaitWord(hold, address, LockEntry.EPOCH_MASK, 1 - hold.epoch, until);
        } else {
            pace.await(repair == null ? until : repair.nextLook(hold, until));
        }
    }

    /** Waits for bits of a word until the next look; while the lock is frozen, for the end of that. */
    private void awaitWord(Hold hold, long address, long mask, long value, long deadlineNanos) {
        if (repair == null) {
            waiting.awaitWord(address, mask, value, deadlineNanos);
            return;
        }
        if (hold.freeze != null) {
            waiting.awaitNotice(repair.nextLook(hold, deadlineNanos));
        } else {
            waiting.awaitWord(address, mask, value, repair.nextLook(hold, deadlineNanos));
        }
        waiting.drain();
    }

    /** Takes a waiting reader out of RdrCnt. Returns false if Epoch has flipped: then the reader holds the lock. */
    boolean cancelReader(Hold hold) {
        final long address = LockEntry.address(hold.slot);
        long seen = endpoint.readWord(address);
        for (int tries = 0; tries < CANCEL_TRIES_MAX; tries++) {
            if (LockEntry.epoch(seen) != hold.epoch) {
                admitted(hold);
                return false;
            }
            if (steps.readerCancels(hold, seen)) {
                hold.state(HoldState.IDLE);
                return true;
            }
            seen = entry.low();
        }
        return awaitEpoch(hold, Endpoint.NO_DEADLINE) != LockOutcome.GRANTED;
    }

    /** A reader that was counted together with others leaves, at once unless the lock is frozen. */
    void leaveReaders(Hold hold) {
        final boolean left = hold.freeze == null
            ? cancelReader(hold) : awaitEpoch(hold, waiting.nanoTime()) != LockOutcome.GRANTED;
        if (!left) {
            readerRelease(hold);
        }
    }

    // Acquire: writers

    LockOutcome writerAcquire(Hold hold, long deadlineNanos) {
        hold.state(steps.writerQueues(hold));
        return hold.is(HoldState.HOLDS_EXCLUSIVE) ? LockOutcome.GRANTED : queued(hold, deadlineNanos);
    }

    /** Goes on with a writer's acquisition when it has queued and was not alone. */
    final LockOutcome queued(Hold hold, long deadlineNanos) {
        if (hold.is(HoldState.WAITS_FOR_TURN)) {
            holds.nameAttempt(hold);
            send(hold, steps.tail(), notice
                .compose(LockNotice.SUCCESSOR, hold.slot, hold.attempt, hold.relCnt)
                .from(endpoint.route()));
        }
        counters.count(LockCounter.WAITS);
        if (turns == null) {
            return resume(hold, deadlineNanos);
        }
        turns.beginsToWait(hold);
        final LockOutcome outcome = resume(hold, deadlineNanos);
        if (outcome != LockOutcome.GRANTED) {
            turns.endLead(hold);
        }
        return outcome;
    }

    /** Goes on with a writer's acquisition wherever it stands. After DEADLINE the hold is idle, or a ghost. */
    LockOutcome resume(Hold hold, long deadlineNanos) {
        if (repair != null) {
            repair.watch(hold);
        }
        while (hold.is(HoldState.WAITS_FOR_TURN) || hold.freeze != null) {
            final long before = repair == null ? 0 : waiting.nanoTime();
            waiting.drain();
            if (!isFrozen(hold)) {
                if (!hold.is(HoldState.WAITS_FOR_TURN)) {
                    break;
                }
                if (waiting.over(deadlineNanos)) {
                    hold.ghost = true;
                    return LockOutcome.DEADLINE;
                }
                if (repair != null) {
                    repair.look(hold);
                }
            }
            awaitTurn(hold, before, deadlineNanos);
        }
        return hold.is(HoldState.WAITS_FOR_READERS) ? awaitReaders(hold, deadlineNanos) : granted(hold);
    }

    private LockOutcome granted(Hold hold) {
        if (repair != null) {
            hold.unwatch();
        }
        return LockOutcome.GRANTED;
    }

    private void awaitTurn(Hold hold, long beforeNanos, long deadlineNanos) {
        if (repair == null) {
            waiting.awaitTurn(deadlineNanos);
        } else {
            waiting.awaitNotice(repair.nextLook(hold, deadlineNanos));
            repair.verifyAfterPause(hold, beforeNanos);
        }
    }

    /** Looks first where locks are recovered, as {@link #awaitEpoch} does. */
    private LockOutcome awaitReaders(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET;
        boolean looks = repair != null;
        if (repair != null) {
            repair.watch(hold);
        }
        while (true) {
            if (looks && !isFrozen(hold)) {
                final long relCnt = endpoint.readWord(address);
                if (repair != null) {
                    Repair.checkGeneration(hold, relCnt);
                }
                if (relCnt == hold.relCnt) {
                    hold.state(HoldState.HOLDS_EXCLUSIVE);
                    return granted(hold);
                }
                check(relCnt - hold.relCnt < 0,
                    "the release count has passed what the head of the queue waits for", hold);
                if (waiting.over(deadlineNanos)) {
                    waiting.drain();
                    hold.ghost = !tryEndTurn(hold);
                    return LockOutcome.DEADLINE;
                }
                if (repair != null) {
                    repair.look(hold);
                }
            }
            awaitWord(hold, address, LockEntry.ALL, hold.relCnt, deadlineNanos);
            looks = true;
        }
    }

    /** Gets the lock if it is free. The compare keeps it from overtaking any waiter. */
    LockOutcome writerTry(Hold hold) {
        hold.state(steps.writerTries(hold));
        return becomesWriter(hold);
    }

    /** A sole reader becomes the writer. No writer waits for its release, because none is queued. */
    LockOutcome upgrade(Hold hold) {
        hold.state(steps.readerUpgrades(hold));
        if (repair != null && hold.is(HoldState.HOLDS_SHARED)) {
            Repair.checkGeneration(hold, entry.high());
        }
        return becomesWriter(hold);
    }

    private LockOutcome becomesWriter(Hold hold) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return LockOutcome.GRANTED;
        }
        return hold.is(HoldState.WAITS_FOR_READERS) ? awaitReaders(hold, Endpoint.NO_DEADLINE) : LockOutcome.BUSY;
    }

    // Release (Algorithm 3)

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
