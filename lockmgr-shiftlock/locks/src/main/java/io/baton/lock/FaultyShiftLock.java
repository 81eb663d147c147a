package io.baton.lock;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import java.util.Set;
import org.agrona.concurrent.NanoClock;

/** The protocol with planted bugs. */
final class FaultyShiftLock extends RecoverableShiftLock {

    private static final long TAIL = LockEntry.TAIL_MASK;
    private static final long READERS = LockEntry.READERS_MASK;
    private static final CasMasks ONLY_TAIL = new CasMasks(TAIL, 0, TAIL, 0);
    private static final CasMasks CLEAR_ANY_TAIL = new CasMasks(0, 0, TAIL | LockEntry.EPOCH_MASK, LockEntry.ALL);
    private static final CasMasks UPGRADE_ANYWAY = new CasMasks(TAIL, 0, TAIL | READERS, 0);
    private static final CasMasks LEAVE_AND_FLIP = new CasMasks(TAIL, LockEntry.ALL, TAIL | LockEntry.EPOCH_MASK, 0);
    private static final AddFields FIELDS = new AddFields(LockEntry.LOW_BOUNDARY, LockEntry.HIGH_BOUNDARY);
    private static final AddFields TOO_FEW_FIELDS = new AddFields(1L | 1L << 63, LockEntry.HIGH_BOUNDARY);
    private static final long FOR_EVER_NANOS = 1L << 60;

    private final Set<PlantedBug> bugs;
    private long suspectedBy;

    FaultyShiftLock(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, Recovery recovery, NanoClock clock, int slots, Set<PlantedBug> bugs) {
        super(endpoint, waiting, holds, counters, options, recovery, clock, slots);
        this.bugs = bugs;
    }

    private boolean has(PlantedBug bug) {
        return bugs.contains(bug);
    }

    @Override
    Inbox inbox(Ghosts ghosts) {
        return new FaultyInbox(this, holds, ghosts, counters, bugs);
    }

    // Acquire

    @Override
    boolean readerEnters(Hold hold) {
        final boolean entered = super.readerEnters(hold);
        if (!entered && has(PlantedBug.EPOCH_READ_LATE)) {
            hold.epoch = LockEntry.epoch(endpoint.readWord(LockEntry.address(hold.slot)));
        }
        return entered;
    }

    @Override
    boolean cancelReader(Hold hold) {
        final boolean counted = has(PlantedBug.CANCEL_COUNTED);
        if (!counted && !has(PlantedBug.CANCEL_WITHOUT_EPOCH)) {
            return super.cancelReader(hold);
        }
        endpoint.extFaa(
            LockEntry.address(hold.slot), FIELDS, LockEntry.MINUS_ONE_READER, counted ? 1 : 0, entry);
        hold.state(HoldState.IDLE);
        return true;
    }

    @Override
    LockOutcome writerTry(Hold hold) {
        if (!has(PlantedBug.TRY_IGNORES_READERS)) {
            return super.writerTry(hold);
        }
        final boolean free = endpoint.extCas(LockEntry.address(hold.slot), ONLY_TAIL, 0, 0, self, 0, entry);
        return free ? becomeWriter(hold) : LockOutcome.BUSY;
    }

    @Override
    LockOutcome upgrade(Hold hold) {
        if (!has(PlantedBug.UPGRADE_BESIDE_READERS)) {
            return super.upgrade(hold);
        }
        final boolean done = endpoint.extCas(LockEntry.address(hold.slot), UPGRADE_ANYWAY, 0, 0, self, 0, entry);
        return done ? becomeWriter(hold) : LockOutcome.BUSY;
    }

    @Override
    LockOutcome resume(Hold hold, long deadlineNanos) {
        LockOutcome outcome = super.resume(hold, deadlineNanos);
        while (has(PlantedBug.WAITER_SKIPPED) && outcome == LockOutcome.GRANTED && hold.successor != 0
            && hold.consWrt < options.threshold()) {
            handOver(hold);
            hold.successor = 0;
            hold.state(HoldState.WAITS_FOR_TURN);
            outcome = super.resume(hold, deadlineNanos);
        }
        hold.ghost &= !has(PlantedBug.GHOST_FORGOTTEN);
        return outcome;
    }

    // Release

    @Override
    void readerRelease(Hold hold) {
        final boolean counted = !has(PlantedBug.READER_RELEASE_UNCOUNTED);
        final boolean bounded = !has(PlantedBug.READER_BOUNDARY_MISSED);
        if (counted && bounded) {
            super.readerRelease(hold);
            return;
        }
        endpoint.extFaa(LockEntry.address(hold.slot), bounded ? FIELDS : TOO_FEW_FIELDS,
            LockEntry.MINUS_ONE_READER, counted ? 1 : 0, entry);
        hold.state(HoldState.IDLE);
    }

    @Override
    boolean clearTail(Hold hold) {
        final boolean unconditional = has(PlantedBug.RELEASE_UNCONDITIONAL);
        final boolean unflipped = has(PlantedBug.RELEASE_WITHOUT_FLIP);
        final boolean uncounted = has(PlantedBug.RELEASE_UNCOUNTED);
        if (!unconditional && !unflipped && !uncounted) {
            return super.clearTail(hold);
        }
        final boolean cleared = endpoint.extCas(LockEntry.address(hold.slot),
            unconditional ? CLEAR_ANY_TAIL : CLEAR_TAIL, self, hold.relCnt,
            unflipped ? hold.epoch : 1 - hold.epoch,
            uncounted ? hold.relCnt : LockEntry.advance(hold.relCnt, 1), entry);
        check(cleared || entry.high() == hold.relCnt, "the release count changed under a writer", hold);
        return cleared;
    }

    @Override
    void endTurn(Hold hold) {
        if (!has(PlantedBug.SUCCESSOR_NOT_AWAITED)) {
            super.endTurn(hold);
        } else if (!tryEndTurn(hold)) {
            hold.state(HoldState.IDLE);
        }
    }

    @Override
    boolean tryEndTurn(Hold hold) {
        final int more = has(PlantedBug.THRESHOLD_OFF_BY_ONE) ? 1 : 0;
        if (hold.successor != 0
            && (hold.is(HoldState.HOLDS_EXCLUSIVE) || hold.is(HoldState.RELEASES_TO_SUCCESSOR))
            && (has(PlantedBug.THRESHOLD_IGNORED) || hold.consWrt < options.threshold() + more)) {
            handOver(hold);
            hold.state(HoldState.IDLE);
            return true;
        }
        return super.tryEndTurn(hold);
    }

    @Override
    HoldState leaveQueue(Hold hold) {
        if (has(PlantedBug.LEAVE_FLIPS)) {
            final long address = LockEntry.address(hold.slot);
            final long relCnt = endpoint.readWord(address + LockEntry.REL_CNT_OFFSET);
            return relCnt != hold.relCnt
                && endpoint.extCas(address, LEAVE_AND_FLIP, self, relCnt, 1 - hold.epoch, 0, entry)
                ? HoldState.IDLE : super.leaveQueue(hold);
        }
        if (!has(PlantedBug.LEAVE_IGNORES_READERS)) {
            return super.leaveQueue(hold);
        }
        return endpoint.extCas(LockEntry.address(hold.slot), ONLY_TAIL, self, 0, 0, 0, entry)
            ? HoldState.IDLE : HoldState.LEAVES_TO_SUCCESSOR;
    }

    @Override
    void handOver(Hold hold) {
        final long before = hold.relCnt;
        final int turn = hold.consWrt;
        if (has(PlantedBug.TURN_NOT_COUNTED)) {
            hold.consWrt--;
        }
        if (!has(PlantedBug.HANDOVER_OF_OLD_COUNT)) {
            super.handOver(hold);
            return;
        }
        grant(hold, before, turn + 1);
        if (!options.silentHandover()) {
            endpoint.extCas(LockEntry.address(hold.slot), HAND_OVER, 0, before, 0,
                LockEntry.advance(before, 1), entry);
        }
    }

    private void grant(Hold hold, long relCnt, int turn) {
        send(hold, hold.successor, notice
            .compose(LockNotice.HANDOVER, hold.slot, hold.successorAttempt, relCnt)
            .turn(hold.epoch, turn));
    }

    @Override
    void changeMode(Hold hold) {
        if (!has(PlantedBug.MODE_CHANGE_SKIPPED)) {
            super.changeMode(hold);
            return;
        }
        final long relCnt = LockEntry.advance(hold.relCnt, 1);
        endpoint.extCas(LockEntry.address(hold.slot), HAND_OVER, 0, hold.relCnt, 0, relCnt, entry);
        grant(hold, relCnt, 1);
    }

    @Override
    int flip(Hold hold) {
        if (!has(PlantedBug.MODE_CHANGE_WITHOUT_FLIP)) {
            return super.flip(hold);
        }
        final long relCnt = LockEntry.advance(hold.relCnt, 1);
        endpoint.extCas(LockEntry.address(hold.slot), HAND_OVER, 0, hold.relCnt, 0, relCnt, entry);
        hold.relCnt = relCnt;
        return LockEntry.readers(entry.low());
    }

    @Override
    long expected(long relCnt, int readers) {
        return has(PlantedBug.MODE_CHANGE_FORGETS_READERS) ? relCnt : super.expected(relCnt, readers);
    }

    @Override
    void passWaitOn(Hold hold) {
        if (has(PlantedBug.LEAVE_HANDS_OVER)
            && (hold.is(HoldState.WAITS_FOR_READERS) || hold.is(HoldState.LEAVES_TO_SUCCESSOR))) {
            grant(hold, hold.relCnt, 1);
        } else {
            super.passWaitOn(hold);
        }
    }

    // Notices

    @Override
    boolean isRepeated(LockNotice received) {
        return !has(PlantedBug.SUCCESSOR_REPEATED) && super.isRepeated(received);
    }

    @Override
    void onHandover(Hold hold, LockNotice received) {
        final int queuedAt = hold.epoch;
        super.onHandover(hold, received);
        if (has(PlantedBug.STALE_EPOCH)) {
            hold.epoch = queuedAt;
        }
    }

    @Override
    void onModeChanged(Hold hold, LockNotice received) {
        final int queuedAt = hold.epoch;
        super.onModeChanged(hold, received);
        if (has(PlantedBug.STALE_EPOCH)) {
            hold.epoch = queuedAt;
        }
        if (has(PlantedBug.READERS_OFF_BY_ONE)) {
            hold.relCnt = LockEntry.advance(hold.relCnt, -1);
        }
    }

    // Recovery

    @Override
    void ask(Hold hold, long answerTo) {
        final boolean again = has(PlantedBug.SUSPECTS_ONCE) && hold.attempt == suspectedBy;
        if (!has(PlantedBug.NEVER_SUSPECTS) && !again) {
            suspectedBy = hold.attempt;
            super.ask(hold, answerTo);
        }
    }

    @Override
    void onVerdict(Hold hold, RecoveryVerdict verdict) {
        super.onVerdict(hold, verdict);
        if (verdict == RecoveryVerdict.ALIVE && has(PlantedBug.ALIVE_FOR_EVER)) {
            hold.lookNanos += FOR_EVER_NANOS;
        }
    }

    @Override
    boolean isVoid(Hold ghost) {
        return !has(PlantedBug.GHOST_NEVER_VOID) && super.isVoid(ghost);
    }

    @Override
    boolean isFrozen(Hold hold) {
        final Freeze freeze = hold.freeze;
        if (freeze != null) {
            if (freeze.outcome() == Freeze.Outcome.PENDING && has(PlantedBug.FROZEN_WAITER_GOES_ON)) {
                return false;
            }
            if (freeze.outcome() == Freeze.Outcome.RESET && has(PlantedBug.RESET_UNNOTICED)) {
                hold.freeze = null;
            }
        }
        return super.isFrozen(hold);
    }

    @Override
    void checkGeneration(Hold hold, long relCnt) {
        if (!has(PlantedBug.RESET_UNNOTICED)) {
            super.checkGeneration(hold, relCnt);
        }
    }

    @Override
    long nextLook(Hold hold, long deadlineNanos) {
        return hold.freeze != null && has(PlantedBug.LOST_WAKE_UP)
            ? Endpoint.NO_DEADLINE : super.nextLook(hold, deadlineNanos);
    }
}
