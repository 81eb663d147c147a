package io.baton.storage.checkpoint;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * How fast a checkpoint in the background is written: so that it takes about half of the time that lay between the last
 * two, is done well before the next one is due, and takes no more of processors and disk than that needs. If it comes
 * out late all the same, it hurries. Called by the thread that writes.
 */
public final class CheckpointPace {

    /** Writing at this rate costs calls next to nothing. */
    static final long BYTES_PER_SECOND_MIN = 16L << 20;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Of the time, and of the log's growth, from one checkpoint to the next. */
    private static final int PART = 2;

    private final long everyNanos;
    private final long logBytesMax;
    private final NanoClock clock;
    private final LongSupplier logEnd;
    private final LongSupplier memoryBytes;
    private long beginNanos;
    private long beginLsn;
    private long intervalNanos;
    private long bytesPerSecond;

    /**
     * Begins to count.
     *
     * @param everyNanos the time after which one is due
     * @param logBytesMax the growth of the log after which one is due, be it before the time
     * @param clock monotonic time
     * @param logEnd the end of the log
     * @param memoryBytes what rows and indexes take: a checkpoint has fewer bytes
     */
    public CheckpointPace(long everyNanos, long logBytesMax, NanoClock clock, LongSupplier logEnd,
            LongSupplier memoryBytes) {
        this.everyNanos = everyNanos;
        this.logBytesMax = logBytesMax;
        this.clock = clock;
        this.logEnd = logEnd;
        this.memoryBytes = memoryBytes;
        this.beginNanos = clock.nanoTime();
    }

    /** A checkpoint begins. */
    public void begin() {
        final long now = clock.nanoTime();
        // A store where nothing has happened for long had none: that is no reason to be slow.
        intervalNanos = Math.clamp(now - beginNanos, 1, everyNanos);
        beginNanos = now;
        beginLsn = logEnd.getAsLong();
        bytesPerSecond = Math.max(BYTES_PER_SECOND_MIN,
            (long) (PART * memoryBytes.getAsLong() * NANOS_PER_SECOND / intervalNanos));
    }

    /** {@return how many bytes a second are to be written now; {@link Long#MAX_VALUE} for as many as possible} */
    public long bytesPerSecond() {
        final boolean late = clock.nanoTime() - beginNanos > intervalNanos / PART
            || logEnd.getAsLong() - beginLsn > logBytesMax / PART;
        return late ? Long.MAX_VALUE : bytesPerSecond;
    }
}
