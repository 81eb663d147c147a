package io.baton.lab.torture;

import io.baton.lock.RecoveryOptions;
import java.util.concurrent.TimeUnit;

/** How long things take that parent and children agree on, in nanoseconds. */
final class Times {

    static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    static final long SESSION_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than any client may wait for a lock, and any child for what it needs. */
    static final long BOUND_NANOS = 20 * SESSION_NANOS;
    /** The longest that a coordinator is stopped. */
    static final long STALL_NANOS_MAX = SESSION_NANOS * 3 / 2;
    /** The longest that a lock server is stopped: long enough to see whom it takes for dead then. */
    static final long SERVER_STOP_NANOS_MAX = 2 * SESSION_NANOS;
    /** After this all that concerns a section has been told, also by who stood still between entering and telling. */
    static final long JUDGE_AFTER_NANOS = 2 * STALL_NANOS_MAX;

    private Times() {
    }

    static RecoveryOptions options() {
        return RecoveryOptions.product().withTimes(LEASE_NANOS, SESSION_NANOS);
    }
}
