package io.baton.client;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Until when something is to be done. Immutable.
 *
 * @param clock monotonic time in nanoseconds
 * @param beginNanos when it has begun
 * @param timeoutNanos how long it may take
 */
record Deadline(LongSupplier clock, long beginNanos, long timeoutNanos) {

    /** One that begins now. */
    static Deadline in(LongSupplier clock, long timeoutNanos) {
        return new Deadline(clock, clock.getAsLong(), timeoutNanos);
    }

    /** How much time is left; 0 if none is. */
    long leftNanos() {
        return Math.max(0, timeoutNanos - (clock.getAsLong() - beginNanos));
    }

    /** How much time is left, for timers that cannot wait for nothing: 1 at least. */
    int leftMillis() {
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNanos()), 1, Integer.MAX_VALUE);
    }

    /** How long it may take in all. */
    long timeoutMillis() {
        return TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    }

    /** The first of so many equal parts of the time that is left. */
    Deadline share(int parts) {
        return in(clock, Math.max(1, leftNanos() / parts));
    }
}
