package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import org.jspecify.annotations.Nullable;

/**
 * ShiftLock's protocol for one client: Algorithms 2 and 3 of the paper (FAST '25), one step a line, without failures.
 * Here is how a lock is acquired (Algorithm 2); {@link ShiftLockRelease} is how it is given back (Algorithm 3).
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
final class ShiftLock extends ShiftLockRelease {

    /**
     * How often a reader tries to take itself out while other readers come and go, before it rather waits for its
     * turn.
     */
    static final int CANCEL_TRIES_MAX = 64;

    /** Null where waiting readers look at the fabric's pace. */
    private final @Nullable ReadPace pace;

    ShiftLock(EntrySteps steps, Waiting waiting, Holds holds, LockCounters counters, ShiftLockTable table) {
        super(steps, waiting, holds, counters, table);
        this.pace = options.pacedReaders() ? new ReadPace(endpoint, waiting) : null;
    }

    // Readers

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

    // Writers

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
}
