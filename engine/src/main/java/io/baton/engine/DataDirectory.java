package io.baton.engine;

import io.baton.engine.thread.EngineThread;
import io.baton.park.Workers;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.column.Column;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogConfig;
import io.baton.storage.log.LogMode;
import io.baton.storage.recovery.Recovered;
import io.baton.storage.recovery.Recovery;
import io.baton.storage.recovery.RecoveryConfig;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
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
    /** Smallest growth of the log that makes a checkpoint due. */
    public static final long CHECKPOINT_LOG_BYTES_MIN = 1L << 20;
    /** Largest growth of the log that makes a checkpoint due. */
    public static final long CHECKPOINT_LOG_BYTES_MAX = 1L << 40;
    /** Smallest bound of a checkpoint's speed, in bytes per second. */
    public static final long CHECKPOINT_BYTES_PER_SECOND_MIN = 1L << 20;

    private static final Duration FORCE_EVERY_MIN = Duration.ofNanos(1_000);
    private static final long SEGMENT_UNIT = 4_096;

    final Path path;
    Durability durability = Durability.GROUP;
    long forceEveryNanos = Duration.ofMillis(10).toNanos();
    long checkpointEveryNanos = Duration.ofMinutes(5).toNanos();
    long checkpointLogBytes = 1L << 30;
    /** 0 for half of the time from one checkpoint to the next. */
    long checkpointBytesPerSecond;
    @Nullable
    Path archive;
    long segmentBytes = 64L << 20;
    /** Of the memory between calls and disk; a power of two. More pushes rows out of caches (docs/performance.md). */
    int bufferBytes = 4 << 20;
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
     * @param time 1 microsecond or more; 10 ms unless told otherwise. The force itself takes its time, too
     * @return this
     */
    public DataDirectory forceEvery(Duration time) {
        if (time.compareTo(FORCE_EVERY_MIN) < 0) {
            throw new IllegalArgumentException("a force every " + time + ": give 1 microsecond or more");
        }
        forceEveryNanos = EngineBuilder.nanos("a time between forces", time);
        return this;
    }

    /**
     * Says how often a checkpoint is taken in the background. One is taken, too, when the log has grown by
     * {@link #checkpointLogBytes}.
     *
     * @param time more than zero; 5 minutes unless told otherwise
     * @return this
     */
    public DataDirectory checkpointEvery(Duration time) {
        checkpointEveryNanos = EngineBuilder.nanos("a time between checkpoints", time);
        return this;
    }

    /**
     * Says by how much the log grows until a checkpoint is taken in the background, be it before the time.
     *
     * @param bytes 1 MiB to 1 TiB; 1 GiB unless told otherwise
     * @return this
     */
    public DataDirectory checkpointLogBytes(long bytes) {
        if (bytes < CHECKPOINT_LOG_BYTES_MIN || bytes > CHECKPOINT_LOG_BYTES_MAX) {
            throw new IllegalArgumentException("a checkpoint after " + bytes + " bytes of log: give "
                + CHECKPOINT_LOG_BYTES_MIN + " to " + CHECKPOINT_LOG_BYTES_MAX);
        }
        checkpointLogBytes = bytes;
        return this;
    }

    /**
     * Bounds how fast checkpoints in the background are written, so that calls keep disk and processors. Unless told
     * otherwise, one takes about half of the time until the next is due, and at least 16 MiB are written each second;
     * one that is late is not bounded any more. Those that somebody waits for never are: when loading ends,
     * {@link Store#checkpoint}, backups, and any when the engine is closed.
     *
     * @param bytesPerSecond 1 MiB or more, which holds whatever is late; {@link Long#MAX_VALUE} for no bound
     * @return this
     */
    public DataDirectory checkpointBytesPerSecond(long bytesPerSecond) {
        if (bytesPerSecond < CHECKPOINT_BYTES_PER_SECOND_MIN) {
            throw new IllegalArgumentException("checkpoints of " + bytesPerSecond + " bytes a second: give "
                + CHECKPOINT_BYTES_PER_SECOND_MIN + " or more");
        }
        checkpointBytesPerSecond = bytesPerSecond;
        return this;
    }

    /**
     * Sets the size of the log's files.
     *
     * @param bytes 4 MiB to 1 GiB, a multiple of 4,096; 64 MiB unless told otherwise
     * @return this
     */
    public DataDirectory segmentBytes(long bytes) {
        if (bytes < SEGMENT_BYTES_MIN || bytes > SEGMENT_BYTES_MAX || bytes % SEGMENT_UNIT != 0) {
            throw new IllegalArgumentException("log segments of " + bytes + " bytes: give " + SEGMENT_BYTES_MIN
                + " to " + SEGMENT_BYTES_MAX + ", a multiple of " + SEGMENT_UNIT);
        }
        segmentBytes = bytes;
        return this;
    }

    /**
     * Keeps the log: each segment that is finished is copied to another directory before it is used again. A backup and
     * the archive lead to any moment since the backup. What cannot be copied is tried again, and the log grows
     * meanwhile ({@link Store#archive}). The segment in use is not there before it is full or the engine is closed.
     *
     * @param directory for this store alone; outside the data directory, on another disk if possible. It is made if it
     *     is not there. Nothing is ever removed from it
     * @return this
     */
    public DataDirectory archive(Path directory) {
        archive = directory;
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
        defaults.put(column, defaultOf(column, value));
        return this;
    }

    static Object defaultOf(Column column, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("column " + column.name() + " of table " + column.table()
                + ": null was given as its default; rows have NULL without one, if the column may be NULL");
        }
        return value;
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

    /** Recovers the store, or makes a new one. */
    Recovered recover(EngineBuilder builder) {
        if (archive != null && absolute(archive).startsWith(absolute(path))) {
            throw new IllegalArgumentException("the archive " + archive + " is in the data directory " + path
                + "; give a directory elsewhere, on another disk if possible");
        }
        final Map<Column, Object> all = new HashMap<>(builder.columnDefaults);
        all.putAll(defaults);
        final Workers threads =
            new Workers(builder.threads.apply(EngineThread.LOADER), builder.processors, builder.parking);
        return Recovery.open(new RecoveryConfig(path, builder::openStorage, all,
            UUID::randomUUID, builder.clock, builder.wallClock, threads, progress));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** Begins the log behind what was recovered. */
    Log openLog(EngineBuilder builder, Recovered recovered) {
        try {
            if (archive != null) {
                StoreDirectory.make(archive);
            }
            return Log.open(new LogConfig(recovered.store().log(), recovered.store().id(),
                durability == Durability.GROUP ? LogMode.GROUP : LogMode.ASYNC, segmentBytes,
                bufferBytes, forceEveryNanos, builder.clock, builder.parking, builder.wallClock,
                builder.threads.apply(EngineThread.LOG), archive), recovered.logEnd());
        } catch (DamagedException e) {
            throw new RecoveryException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new RecoveryException("the archive %s cannot be made, because the system reports: %s"
                .formatted(archive, e), e);
        }
    }

    @Override
    public String toString() {
        return path + " (" + durability + ")";
    }
}
