package io.baton.lock;

import io.baton.fabric.Endpoint;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What a process's table of locks needs for failures.
 *
 * @param options when to suspect, and who decides
 * @param serverRoute where the lock server takes requests
 * @param session the process's session; null under policy LEASE, which has none
 * @param clients makes a client
 * @param locks makes its protocol
 */
record Recovery(RecoveryOptions options, long serverRoute, @Nullable LockSession session, Clients clients,
        Locks locks) {

    /** Spreads those who come back after a reset over this time, so that they do not come all at once. */
    static final long HERD_NANOS = 20_000;

    Recovery(RecoveryOptions options, long serverRoute, @Nullable LockSession session) {
        this(options, serverRoute, session, RecoverableClient::new, RecoverableShiftLock::new);
    }

    /** Makes a client. */
    @FunctionalInterface
    interface Clients {
        RecoverableClient create(ShiftLockTable table, Endpoint endpoint, ShiftLockTable.ProtocolFactory protocol);
    }

    /** Makes a client's protocol. */
    @FunctionalInterface
    interface Locks {
        RecoverableShiftLock create(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, Recovery recovery, NanoClock clock, int slots);
    }
}
