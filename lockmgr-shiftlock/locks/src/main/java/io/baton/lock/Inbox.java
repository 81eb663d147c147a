package io.baton.lock;

import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gives each notice to the hold that it names. A notice that names an attempt that is over, or another generation of
 * the lock, is stale and dropped. Nothing is sent from here: a notice only changes its hold.
 */
class Inbox implements NoticeHandler {

    private final ShiftLock lock;
    final Holds holds;
    private final Ghosts ghosts;
    private final LockCounters counters;
    final LockNotice notice = new LockNotice();
    private final RecoveryNotice recovery = new RecoveryNotice();

    Inbox(ShiftLock lock, Holds holds, Ghosts ghosts, LockCounters counters) {
        this.lock = lock;
        this.holds = holds;
        this.ghosts = ghosts;
        this.counters = counters;
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
                    lock.onHandover(hold, notice);
                }
            }
            case LockNotice.MODE_CHANGED -> {
                final Hold hold = waiting();
                if (hold != null) {
                    lock.onModeChanged(hold, notice);
                }
            }
            case LockNotice.NUDGE -> { }
            case LockNotice.RECALL -> onRecall();
            default -> throw new LockInvariantViolation("a notice of unknown kind " + notice.kind());
        }
    }

    private void onRecovery(DirectBuffer buffer, int offset) {
        recovery.wrap(buffer, offset);
        final Hold hold = recovery.kind() == RecoveryNotice.VERDICT ? holds.ofAttempt(recovery.number()) : null;
        if (hold == null || hold.slot != recovery.slot()) {
            counters.count(LockCounter.STALE_NOTICES);
            return;
        }
        lock.onVerdict(hold, recovery.verdict());
    }

    /** Only an agent that keeps locks can do something about it; a client gives its lock back soon. */
    void onRecall() {
        counters.count(LockCounter.STALE_NOTICES);
    }

    void onSuccessor(@Nullable Hold hold) {
        if (hold == null || hold.successor != Route.NONE || !LockEntry.sameGeneration(hold.relCnt, notice.relCnt())
            || lock.isRepeated(notice)) {
            counters.count(LockCounter.STALE_NOTICES);
            return;
        }
        lock.onSuccessor(hold, notice);
    }

    private @Nullable Hold writerAt(int slot) {
        final Hold hold = holds.get(slot);
        return hold != null && hold.isWriter() ? hold : ghosts.find(slot);
    }

    @Nullable Hold waiting() {
        final Hold hold = holds.ofAttempt(notice.attempt());
        if (hold == null
            || !hold.is(HoldState.WAITS_FOR_TURN)
            || hold.slot != notice.slot()
            || !LockEntry.sameGeneration(hold.relCnt, notice.relCnt())) {
            counters.count(LockCounter.STALE_NOTICES);
            return null;
        }
        return hold;
    }
}
