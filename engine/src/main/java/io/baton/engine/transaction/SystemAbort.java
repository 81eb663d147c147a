package io.baton.engine.transaction;

import io.baton.engine.procedure.AbortReason;
import io.baton.lock.LockOutcome;
import io.baton.storage.StorageException;

/**
 * Takes a transaction out of its procedure, or a caller out of its wait for a place, because the engine gives up on the
 * call. Carries no stack trace: it is an expected outcome.
 */
public final class SystemAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AbortReason reason;

    /** Makes one. The message goes on behind the procedure's name. */
    public SystemAbort(AbortReason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    /** Makes one for a lock that was reset under its holder, or for all locks of a session that is lost. */
    public static SystemAbort lockLost(LockOutcome outcome) {
        return new SystemAbort(AbortReason.LOCK_LOST, outcome == LockOutcome.RESET
            ? "lost a lock, because the lock server has reset it"
            : "lost its locks, because the session with their lock server is over");
    }

    /** Makes one for what a limit of the engine has refused. */
    public static SystemAbort after(AbortReason reason, StorageException refusal) {
        return new SystemAbort(reason, "failed: " + refusal.getMessage());
    }

    /** Makes one for a call that has started over as often as it may. */
    public static SystemAbort tooManyRestarts(int attempts) {
        return new SystemAbort(AbortReason.RESTARTS,
            "had to start over " + attempts + " times; declare its locks in a plan method, or raise the limit");
    }

    /** Makes one for a call that runs only once and would have to start over. */
    public static SystemAbort notStartedOver() {
        return new SystemAbort(AbortReason.RESTARTS,
            "met a busy lock out of order, for which it must not wait, and is not started over; begin it again");
    }

    public AbortReason reason() {
        return reason;
    }
}
