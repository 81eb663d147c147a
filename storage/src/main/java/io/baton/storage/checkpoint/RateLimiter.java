package io.baton.storage.checkpoint;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/** Keeps to a number of bytes per second, by pausing. One thread. */
final class RateLimiter {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** Each time it wakes it takes a processor, and the caches, from another thread: better seldom, and longer. */
    static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);
    /** Looks so often whether the speed has changed. */
    private static final long PAUSE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    private final NanoClock clock;
    private final LongConsumer pause;
    private final LongSupplier bytesPerSecond;
    private long due;

    /**
     * Begins now.
     *
     * @param pause waits for about so many nanoseconds, or less
     * @param bytesPerSecond asked time and again; at least 1, {@link Long#MAX_VALUE} for no limit
     */
    RateLimiter(NanoClock clock, LongConsumer pause, LongSupplier bytesPerSecond) {
        this.clock = clock;
        this.pause = pause;
        this.bytesPerSecond = bytesPerSecond;
        this.due = clock.nanoTime();
    }

    /**
     * Waits until so many bytes more are allowed, or the speed changes; less than {@link #PAUSE_NANOS_MIN} is left to
     * the next call. Time that was not used is not made up for.
     */
    void passed(long bytes) {
        long speed = bytesPerSecond.getAsLong();
        if (speed == Long.MAX_VALUE) {
            return;
        }
        long now = clock.nanoTime();
        due = now - due > 0 ? now : due;
        due += (long) ((double) bytes * NANOS_PER_SECOND / speed);
        if (due - now < PAUSE_NANOS_MIN) {
            return;
        }
        for (long left = due - now; left > 0 && bytesPerSecond.getAsLong() == speed; left = due - clock.nanoTime()) {
            pause.accept(Math.min(left, PAUSE_NANOS_MAX));
        }
    }
}
