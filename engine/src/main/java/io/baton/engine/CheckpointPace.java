package io.baton.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * How fast a checkpoint in the background is written. Unless it is told a speed, it takes about half of the time that
 * lay between the last two, so that it is done well before the next one is due, and takes no more of processors and
 * disk than that needs. If it comes out late all the same, it hurries. Called by the thread that writes.
 */
final class CheckpointPace {

    /** What is written no slower than this costs calls next to nothing. */
    static final long BYTES_PER_SECOND_MIN = 16L << 20;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Of the time, and of the log's growth, from one checkpoint to the next. */
    private static final int PART = 2;

    private final DataDirectory directory;
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
     * @param directory says how often checkpoints are taken, and how fast if anybody has told it
     * @param clock monotonic time
     * @param logEnd the end of the log
     * @param memoryBytes what rows and indexes take: a checkpoint has fewer bytes
     */
    CheckpointPace(DataDirectory directory, NanoClock clock, LongSupplier logEnd, LongSupplier memoryBytes) {
        this.directory = directory;
        this.clock = clock;
        this.logEnd = logEnd;
        this.memoryBytes = memoryBytes;
        this.beginNanos = clock.nanoTime();
    }

    /** A checkpoint begins. */
    void begin() {
        final long now = clock.nanoTime();
        // A store where nothing has happened for long had none: that is no reason to be slow.
        intervalNanos = Math.clamp(now - beginNanos, 1, directory.checkpointEveryNanos);
        beginNanos = now;
        beginLsn = logEnd.getAsLong();
        bytesPerSecond = Math.max(BYTES_PER_SECOND_MIN,
            (long) (PART * memoryBytes.getAsLong() * NANOS_PER_SECOND / intervalNanos));
    }

    /** {@return how many bytes a second are to be written now; {@link Long#MAX_VALUE} for as many as possible} */
    long bytesPerSecond() {
        if (directory.checkpointBytesPerSecond > 0) {
            return directory.checkpointBytesPerSecond;
        }
        final boolean late = clock.nanoTime() - beginNanos > intervalNanos / PART
            || logEnd.getAsLong() - beginLsn > directory.checkpointLogBytes / PART;
        return late ? Long.MAX_VALUE : bytesPerSecond;
    }
}
