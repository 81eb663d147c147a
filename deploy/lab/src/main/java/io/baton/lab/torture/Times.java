package io.baton.lab.torture;

import io.baton.lock.RecoveryOptions;
import java.util.concurrent.TimeUnit;

/** How long things take that parent and children agree on, in nanoseconds. */
final class Times {

    static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    static final long SESSION_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than any client may wait for a lock, and any child for what it needs. */
    static final long BOUND_NANOS = 20 * SESSION_NANOS;
    /** After this all that concerns a section has been told. */
    static final long JUDGE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private Times() {
    }

    static RecoveryOptions options() {
        return RecoveryOptions.product().withTimes(LEASE_NANOS, SESSION_NANOS);
    }
}
