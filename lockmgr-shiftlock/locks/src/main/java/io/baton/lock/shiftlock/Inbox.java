package io.baton.lock.shiftlock;

import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gives each notice to the hold that it names. A notice that names an attempt that is over, or another generation of
 * the lock, is stale and dropped. Nothing is sent from here: a notice only changes its hold.
 */
class Inbox implements NoticeHandler {

    private final ShiftLock lock;
    private final Holds holds;
    private final Ghosts ghosts;
    final LockNotice notice = new LockNotice();
    private final RecoveryNotice recovery = new RecoveryNotice();

    Inbox(ShiftLock lock, Ghosts ghosts) {
        this.lock = lock;
        this.holds = lock.holds;
        this.ghosts = ghosts;
    }

    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        if (RecoveryNotice.isOne(buffer, offset)) {
            onRecovery(buffer, offset);
            return;
        }
        notice.wrap(buffer, offset);
        switch (notice.kind()) {
            case LockNotice.SUCCESSOR -> onSuccessor(writerAt(notice.slot()));
            case LockNotice.HANDOVER -> {
                final Hold hold = waiting();
                if (hold != null) {
                    onHandover(hold, notice);
                }
            }
            case LockNotice.MODE_CHANGED -> {
                final Hold hold = waiting();
                if (hold != null) {
                    onModeChanged(hold, notice);
                }
            }
            case LockNotice.NUDGE -> {
            }
            case LockNotice.RECALL -> onRecall();
            default -> throw new LockInvariantViolation("an unknown " + notice, lock.waiting.describe());
        }
    }

    private void onRecovery(DirectBuffer buffer, int offset) {
        recovery.wrap(buffer, offset);
        final Hold hold = recovery.kind() == RecoveryNotice.VERDICT
            ? ofAttempt(recovery.slot(), recovery.number()) : null;
        if (hold == null || lock.repair == null) {
            lock.counters.count(LockCounter.STALE_NOTICES);
            return;
        }
        lock.repair.onVerdict(hold, recovery.verdict());
    }

    /** Only an agent that keeps locks can do something about it; a client gives its lock back soon. */
    void onRecall() {
        lock.counters.count(LockCounter.STALE_NOTICES);
    }

    void onSuccessor(@Nullable Hold hold) {
        if (hold == null || !(hold.here ? isNewsHere(hold) : isNews(hold))
            || (lock.repair != null && lock.repair.isRepeated(notice))) {
            lock.counters.count(LockCounter.STALE_NOTICES);
            return;
        }
        onSuccessor(hold, notice);
    }

    private boolean isNews(Hold hold) {
        return hold.successor == Route.NONE && LockEntry.sameGeneration(hold.relCnt, notice.relCnt());
    }

    /** A writer that waits in its process does not know the generation yet in which it will have its turn. */
    private boolean isNewsHere(Hold hold) {
        return hold.successor == Route.NONE
            || LockEntry.generation(notice.relCnt()) > LockEntry.generation(hold.relCnt);
    }

    private static void onSuccessor(Hold hold, LockNotice received) {
        hold.relCnt = hold.here ? received.relCnt() : hold.relCnt;
        hold.successor = received.route();
        hold.successorAttempt = received.attempt();
    }

    private static void onHandover(Hold hold, LockNotice received) {
        hold.relCnt = received.relCnt();
        hold.consWrt = received.consWrt();
        hold.epoch = received.epoch();
        hold.state(HoldState.HOLDS_EXCLUSIVE);
    }

    private static void onModeChanged(Hold hold, LockNotice received) {
        hold.relCnt = received.relCnt();
        hold.consWrt = 1;
        hold.epoch = received.epoch();
        hold.state(HoldState.WAITS_FOR_READERS);
    }

    private @Nullable Hold writerAt(int slot) {
        final Hold hold = holds.get(slot);
        return hold != null && hold.isWriter() ? hold : ghosts.find(slot);
    }

    /** The hold that an attempt belongs to, or null if that attempt is over. */
    private @Nullable Hold ofAttempt(int slot, long attempt) {
        final Hold hold = holds.get(slot);
        final Hold named = hold != null && hold.attempt == attempt ? hold : ghosts.find(slot);
        return named != null && named.attempt == attempt ? named : null;
    }

    private @Nullable Hold waiting() {
        final Hold hold = ofAttempt(notice.slot(), notice.attempt());
        if (hold == null
            || !hold.is(HoldState.WAITS_FOR_TURN)
            || !LockEntry.sameGeneration(hold.relCnt, notice.relCnt())) {
            lock.counters.count(LockCounter.STALE_NOTICES);
            return null;
        }
        return hold;
    }
}
