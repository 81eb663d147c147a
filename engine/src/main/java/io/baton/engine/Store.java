package io.baton.engine;

import io.baton.engine.Loader.Loading;
import io.baton.engine.thread.EngineThread;
import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.RedoLog;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointPace;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.codec.RowEncoder;
import io.baton.storage.log.ArchiveStatistics;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.log.LogStatistics;
import io.baton.storage.recovery.Backup;
import io.baton.storage.recovery.BackupReport;
import io.baton.storage.recovery.Recovered;
import io.baton.storage.recovery.RecoveryReport;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of an open engine (docs/durability.md). Thread-safe; usable as long as the engine is open.
 */
public final class Store {

    private static final String NOTHING_LOGGED = "with Durability.NONE checkpoints are taken when loading ends and"
        + " when the engine is closed; open the engine with ASYNC or GROUP to take others, or a backup";

    /** A commit takes about so long to apply what it has recorded. */
    private static final long APPLYING_NANOS = 100_000;

    private final DataDirectory directory;
    private final EngineBuilder builder;
    private final EngineState state;
    private final Recovered recovered;
    private volatile Checkpoints.Contents contents;
    private final Log log;
    private final CheckpointWriter writer;
    private final CheckpointPace pace;
    private final Checkpoints checkpoints;
    private @Nullable RedoLog redo;
    final Loader.LoadingState loading = new Loader.LoadingState();

    /** Recovers what there is, and begins the log behind it. */
    Store(DataDirectory directory, EngineBuilder builder, EngineState state, OpenParts open) {
        this.directory = directory;
        this.builder = builder;
        this.state = state;
        this.recovered = open.add(directory.recover(builder));
        this.contents = Checkpoints.Contents.of(recovered.storage().tables());
        this.log = directory.openLog(builder, recovered);
        open.add((AutoCloseable) this::closeLog);
        log.onFailure(state::stop);
        this.writer = new CheckpointWriter(recovered.store().checkpoints(), recovered.store().id(),
            builder.wallClock, builder.clock, builder.pause()).bytesPerSecond(this::checkpointBytesPerSecond)
            .bases(recovered.logEnd().base())
            .loaded(recovered.loaded() || recovered.storage().tables().stream().anyMatch(table -> table.rows() > 0));
        this.pace = new CheckpointPace(directory.checkpointEveryNanos, directory.checkpointLogBytes, builder.clock,
            log::appended, recovered.storage()::memoryBytes);
        this.checkpoints = new Checkpoints(this::writeNext, log::appended, directory.checkpointEveryNanos,
            directory.checkpointLogBytes, builder.clock, builder.parking, state, this::hasAllFiles);
        if (recovered.checkpointNeeded()) {
            writeBase();
        }
        open.addSaving(this::saveLast, () -> !state.isStopped());
        open.add(checkpoints);
    }

    /** Returns the participants' log, or null if the engine logs nothing. */
    @Nullable
    RedoLog startLog(int lockSlots) {
        if (directory.durability == Durability.NONE) {
            return null;
        }
        final List<RowEncoder> encoders = new ArrayList<>();
        for (Table table : contents.tables()) {
            encoders.add(new RowEncoder(table.schema(), encoders.size()));
        }
        final RedoLog started =
            new RedoLog(log, encoders, builder.clientsMax, lockSlots, builder.lockKind != LockKind.NONE,
                directory.durability == Durability.GROUP);
        redo = started;
        return started;
    }

    void startCheckpoints() {
        if (directory.durability != Durability.NONE) {
            checkpoints.start(builder.threads.apply(EngineThread.CHECKPOINT));
        }
    }

    Storage storage() {
        return recovered.storage();
    }

    /** Returns the ids of this engine's calls. */
    CallIdentity.Ids callIds() {
        return new CallIdentity.Ids(this::reserveIds, StoreDirectory.IDS_RESERVED);
    }

    private long reserveIds() {
        try {
            return recovered.store().reserveIds();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Brings to disk what was loaded, before the first call. No loading begins meanwhile. */
    void endLoading() {
        if (loading.now() != Loading.ENDED) {
            checkpoints.exclusively(() -> {
                writer.loaded(true);
                return write(true);
            });
            loading.end();
        }
    }

    /**
     * Tells whether the directory had a store when the engine was opened.
     *
     * @return false if this engine has made it
     */
    public boolean recovered() {
        return !recovered.report().created();
    }

    /** {@return whether the store had been loaded, with loaders and to the end, when the engine was opened} */
    public boolean loaded() {
        return recovered.loaded();
    }

    /** {@return what was done to open the store} */
    public RecoveryReport recovery() {
        return recovered.report();
    }

    /**
     * Takes a checkpoint now, and removes what is no longer needed of the log. Calls go on meanwhile.
     *
     * @throws UncheckedIOException if it cannot be written; nothing is lost
     * @throws IllegalStateException with {@link Durability#NONE}, between the first loader and the first call or
     *     session, or if the engine is closed
     * @throws EngineStoppedException if the engine has stopped
     */
    public void checkpoint() {
        checkCheckpointsPossible();
        checkpoints.take();
    }

    /**
     * Copies the store to another directory while calls go on. The copy opens as a store, and has every call that was
     * answered before this was called. While it is made no checkpoint is taken; closing the engine waits for it.
     *
     * @param to a directory that is empty or not there yet, on any file system
     * @return what was copied
     * @throws io.baton.storage.recovery.RecoveryException if there is something in the directory
     * @throws io.baton.storage.codec.DamagedException if the log of the store cannot be read back
     * @throws UncheckedIOException if a file cannot be read or written. What the directory has then is no store, and is
     *     refused as such; the engine goes on
     * @throws IllegalStateException with {@link Durability#NONE}, between the first loader and the first call or
     *     session, or if the engine is closed
     * @throws EngineStoppedException if the engine has stopped
     */
    public BackupReport backup(Path to) {
        checkCheckpointsPossible();
        final AtomicReference<BackupReport> done = new AtomicReference<>();
        checkpoints.exclusively(() -> {
            final BackupReport report = Backup.write(recovered.store(), to, this::writeCopy);
            done.set(report);
            return report.beginLsn();
        });
        return Objects.requireNonNull(done.get());
    }

    private Checkpoint writeCopy(Path to, UUID id) throws IOException {
        return new CheckpointWriter(to, id, builder.wallClock, builder.clock, builder.pause())
            .bases(writer.bases()).loaded(writer.loaded())
            .writeAs(contents.tables(), contents.schemas(), false, beginLsn(), log::appended, this::force);
    }

    /**
     * Tells why the last checkpoint in the background could not be written: an {@link IOException}, or want of memory,
     * for example. The next one is tried when it is time.
     *
     * @return nothing if it could, or there was none
     */
    public Optional<Throwable> checkpointFailure() {
        return Optional.ofNullable(checkpoints.lastFailure());
    }

    /** {@return how many checkpoints were taken since the engine was opened} */
    public long checkpointsTaken() {
        return checkpoints.taken();
    }

    /** {@return whether a checkpoint is being written right now} */
    public boolean checkpointing() {
        return checkpoints.underWay();
    }

    /** {@return what the log has done since the engine was opened} */
    public LogStatistics log() {
        return log.statistics();
    }

    /** {@return what was copied to the archive since the engine was opened, and what waits for that} */
    public ArchiveStatistics archive() {
        return log.archive();
    }

    private void checkCheckpointsPossible() {
        if (directory.durability == Durability.NONE) {
            throw new IllegalStateException(NOTHING_LOGGED);
        }
        if (loading.now() != Loading.ENDED) {
            throw new IllegalStateException("tables are being loaded; a checkpoint is taken when loading ends, with the"
                + " first call or session: take others, or a backup, afterwards");
        }
    }

    /** A checkpoint that needs nothing of what was before takes the place of what somebody has deleted. */
    private long writeNext() throws IOException {
        final boolean base = !hasAllFiles();
        if (base) {
            leaveSegment();
        }
        return write(base);
    }

    /** Lets the log go on in another segment, which has all that is not yet applied. */
    private void leaveSegment() {
        final long lsn = log.changeSegment();
        while (beginLsn() < lsn && !state.isStopped()) {
            builder.pause().accept(APPLYING_NANOS);
        }
    }

    /** Returns whether what a recovery needs is there: somebody may have deleted it. */
    private boolean hasAllFiles() {
        try {
            return log.hasAllFiles() && writer.hasNewest();
        } catch (IOException e) {
            // It is unknown, and the next checkpoint will show it.
            return true;
        }
    }

    /** Writes a checkpoint; returns the LSN that it begins at. */
    private long write(boolean base) throws IOException {
        pace.begin();
        final Checkpoint written = write(contents, base);
        log.removeBefore(writer.logNeededFrom());
        return written.manifest().beginLsn();
    }

    private long checkpointBytesPerSecond() {
        return !checkpoints.unhurried() ? Long.MAX_VALUE
            : directory.checkpointBytesPerSecond > 0 ? directory.checkpointBytesPerSecond : pace.bytesPerSecond();
    }

    private Checkpoint write(Checkpoints.Contents what, boolean base) throws IOException {
        final Checkpoint written =
            writer.writeAs(what.tables(), what.schemas(), base, beginLsn(), log::appended, this::force);
        log.base(written.manifest().bases());
        return written;
    }

    /**
     * Keeps one more table, which has no rows and which nobody knows yet.
     *
     * @param publish lets everybody know it, once it is on disk
     */
    void add(Table table, Runnable publish) {
        checkpoints.exclusively(() -> {
            final Checkpoints.Contents more = contents.with(table);
            final RowEncoder encoder = new RowEncoder(table.schema(), more.tables().size() - 1);
            change(more, () -> {
                if (redo != null) {
                    redo.add(encoder);
                }
                publish.run();
            });
            return log.appended();
        });
    }

    /**
     * Keeps that a table has other indexes.
     *
     * @param publish lets everybody know them, once they are on disk
     */
    void change(TableSchema schema, Runnable publish) {
        checkpoints.exclusively(() -> {
            change(contents.with(schema), publish);
            return log.appended();
        });
    }

    /** If what is on disk cannot be published, tables and disk differ, and the engine stops. */
    private void change(Checkpoints.Contents changed, Runnable publish) throws IOException {
        writeChanged(changed);
        try {
            publish.run();
            contents = changed;
        } catch (Throwable e) {
            throw stopped(e);
        }
    }

    /**
     * Writes a base that has the tables as they are to be. It is on disk when this returns, and nothing of it when this
     * throws; if that is unknown, the engine stops.
     */
    private void writeChanged(Checkpoints.Contents changed) throws IOException {
        if (directory.durability == Durability.NONE) {
            // All that has changed is written when the engine is closed.
            return;
        }
        final long before = writer.written();
        try {
            write(changed, true);
        } catch (Throwable e) {
            settle(e);
            if (writer.written() == before) {
                throw e;
            }
            if (!(e instanceof IOException)) {
                throw stopped(e);
            }
            log.base(writer.bases());
        }
    }

    private void settle(Throwable failure) {
        try {
            writer.settle();
        } catch (Throwable e) {
            failure.addSuppressed(e);
            throw stopped(failure);
        }
    }

    private EngineStoppedException stopped(Throwable why) {
        state.stop(why);
        return new EngineStoppedException(why);
    }

    private long beginLsn() {
        final RedoLog recorder = redo;
        return recorder == null ? log.appended() : recorder.beginLsn();
    }

    /** What a checkpoint asks for when all rows are copied. */
    private void force(long lsn) {
        log.force();
        if (log.forced() < lsn) {
            final IllegalStateException bug = new IllegalStateException("the log was forced up to " + log.forced()
                + " and not to " + lsn + "; this is a bug");
            state.stop(bug);
            throw bug;
        }
        // If it has meanwhile, the checkpoint may have rows that cannot be trusted.
        EngineStoppedException.check(state);
    }

    /** This thread alone writes checkpoints. */
    private void writeBase() {
        try {
            write(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No call is under way any more, no checkpoint, and no backup. */
    private void saveLast() {
        final Loading now = loading.now();
        final boolean behind =
            now == Loading.UNSAVED || directory.durability == Durability.NONE || !hasAllFiles();
        if (behind && now != Loading.FAILED && !state.isStopped()) {
            writer.loaded(writer.loaded() || now == Loading.UNSAVED);
            try {
                if (!hasAllFiles()) {
                    leaveSegment();
                }
                writeBase();
            } catch (UncheckedIOException e) {
                throw new UncheckedIOException(
                    ("the tables could not be saved in %s: %s; they are still there: mend the"
                        + " cause and close the engine again, or give them up with closeUnsaved()")
                        .formatted(directory.path, e.getCause()),
                    e.getCause());
            }
        }
    }

    private void closeLog() {
        log.close();
        final LogFailedException failure = log.failure();
        if (failure != null) {
            throw failure;
        }
    }
}
