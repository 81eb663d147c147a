package io.baton.engine;

import io.baton.storage.column.Column;
import io.baton.storage.recovery.RecoveryProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a durable engine keeps its data, and how. For {@link EngineBuilder#data}.
 *
 * <pre>
 * Engine.builder().table(ACCOUNTS, 1_000_000)
 *     .data(new DataDirectory(Path.of("accounts")).durability(Durability.ASYNC).checkpointEvery(Duration.ofMinutes(1)))
 *     .open();
 * </pre>
 */
public final class DataDirectory {

    /** Smallest size of a segment of the log. */
    public static final long SEGMENT_BYTES_MIN = 4L << 20;
    /** Largest size of a segment of the log. */
    public static final long SEGMENT_BYTES_MAX = 1L << 30;

    final Path path;
    Durability durability = Durability.GROUP;
    long forceEveryNanos = Duration.ofMillis(10).toNanos();
    long checkpointEveryNanos = Duration.ofMinutes(5).toNanos();
    long checkpointLogBytes = 1L << 30;
    long checkpointBytesPerSecond = Long.MAX_VALUE;
    long segmentBytes = 64L << 20;
    /** Of the memory between calls and disk; a power of two. */
    int bufferBytes = 16 << 20;
    final Map<Column, Object> defaults = new HashMap<>();
    RecoveryProgress progress = RecoveryProgress.NONE;

    /**
     * Names the directory.
     *
     * @param path a directory that is a store already, or empty, or not there yet; on any file system
     */
    public DataDirectory(Path path) {
        this.path = path;
    }

    /**
     * Says what calls wait for.
     *
     * @param mode the mode; {@link Durability#GROUP} unless told otherwise
     * @return this
     */
    public DataDirectory durability(Durability mode) {
        durability = mode;
        return this;
    }

    /**
     * Says how long a committed call may be missing on disk with {@link Durability#ASYNC}.
     *
     * @param time more than zero; 10 ms unless told otherwise. The force itself takes its time, too
     * @return this
     */
    public DataDirectory forceEvery(Duration time) {
        forceEveryNanos = EngineBuilder.nanos("a time between forces", time);
        return this;
    }

    /**
     * Says how often a checkpoint is taken in the background. One is taken, too, when the log has grown by 1 GiB since
     * the last.
     *
     * @param time more than zero; 5 minutes unless told otherwise
     * @return this
     */
    public DataDirectory checkpointEvery(Duration time) {
        checkpointEveryNanos = EngineBuilder.nanos("a time between checkpoints", time);
        return this;
    }

    /**
     * Bounds how fast checkpoints in the background are written, so that calls keep the disk. Those that somebody waits
     * for are not bounded: when loading ends, {@link Store#checkpoint}, backups, and any when the engine is closed.
     *
     * @param bytesPerSecond 1 MiB or more; without a bound unless told otherwise
     * @return this
     */
    public DataDirectory checkpointBytesPerSecond(long bytesPerSecond) {
        if (bytesPerSecond < 1L << 20) {
            throw new IllegalArgumentException(
                "checkpoints of " + bytesPerSecond + " bytes a second: give " + (1L << 20) + " or more");
        }
        checkpointBytesPerSecond = bytesPerSecond;
        return this;
    }

    /**
     * Sets the size of the log's files.
     *
     * @param bytes 4 MiB to 1 GiB; 64 MiB unless told otherwise
     * @return this
     */
    public DataDirectory segmentBytes(long bytes) {
        if (bytes < SEGMENT_BYTES_MIN || bytes > SEGMENT_BYTES_MAX) {
            throw new IllegalArgumentException("log segments of " + bytes + " bytes: give " + SEGMENT_BYTES_MIN
                + " to " + SEGMENT_BYTES_MAX);
        }
        segmentBytes = bytes;
        return this;
    }

    /**
     * Says what a column holds in rows that were stored before the column was added to its table. Without it they have
     * NULL, and a column that is never NULL cannot be added. A value that the column cannot have is refused when the
     * engine is opened, whether there are such rows or not.
     *
     * @param column the added column
     * @param value its value, as {@link io.baton.storage.Row#setValue} takes it, not null
     * @return this
     * @throws IllegalArgumentException if the value is null
     */
    public DataDirectory columnDefault(Column column, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("column " + column.name() + " of table " + column.table()
                + ": null was given as its default; rows have NULL without one, if the column may be NULL");
        }
        defaults.put(column, value);
        return this;
    }

    /**
     * Hands in who is told of the progress of recovery.
     *
     * @param listener is told now and then, by one thread at a time
     * @return this
     */
    public DataDirectory progress(RecoveryProgress listener) {
        progress = listener;
        return this;
    }

    @Override
    public String toString() {
        return path + " (" + durability + ")";
    }
}
