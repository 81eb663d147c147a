package io.baton.lock.shiftlock;

import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import org.jspecify.annotations.Nullable;

/**
 * What a process's table of locks needs for failures.
 *
 * @param options when to suspect, and who decides
 * @param serverRoute where the lock server takes requests
 * @param session the process's session; null under policy LEASE, which has none
 */
record LockRecovery(RecoveryOptions options, long serverRoute, @Nullable LockSession session) {

    /** Spreads those who come back after a reset over this time, so that they do not come all at once. */
    static final long HERD_NANOS = 20_000;
}
