package io.baton.storage.checkpoint;

import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/** Keeps to a number of bytes per second, by pausing. One thread. */
final class Pace {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final NanoClock clock;
    private final LongConsumer pause;
    private final long bytesPerSecond;
    private long due;

    /**
     * Begins now.
     *
     * @param pause waits for about so many nanoseconds, or less
     * @param bytesPerSecond at least 1; {@link Long#MAX_VALUE} for no limit
     */
    Pace(NanoClock clock, LongConsumer pause, long bytesPerSecond) {
        this.clock = clock;
        this.pause = pause;
        this.bytesPerSecond = bytesPerSecond;
        this.due = clock.nanoTime();
    }

    /** Waits until so many bytes more are allowed. Time that was not used is not made up for. */
    void passed(long bytes) {
        if (bytesPerSecond == Long.MAX_VALUE) {
            return;
        }
        long now = clock.nanoTime();
        due = now - due > 0 ? now : due;
        due += (long) ((double) bytes * NANOS_PER_SECOND / bytesPerSecond);
        for (long left = due - now; left > 0; left = due - clock.nanoTime()) {
            pause.accept(left);
        }
    }
}
