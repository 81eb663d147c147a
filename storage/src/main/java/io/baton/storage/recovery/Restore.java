package io.baton.storage.recovery;

import io.baton.storage.Storage;
import io.baton.storage.TableFullException;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new store from a backup and the log behind it (storage/spec/6-recovery.md, "A point in time"). What it reads
 * stays as it is; the new store has an id and a log of its own. No engine and no schema is needed: the tables are those
 * of the backup.
 */
public final class Restore {
    /** More than what counts as a small table, whose rows have a cache line each. */
    private static final long ROWS_EXPECTED_MIN = 2048;
    /** The least bytes of an INSERT: head, key, bitmap, and its part of a record. */
    private static final long LOG_BYTES_PER_ROW = 4;
    private static final int RESERVATIONS_SPARE = 16;

    private final RestoreConfig config;
    private final StoreDirectory backup;
    private final CheckpointReader reader;
    /** The faults of checkpoints that were passed over. */
    private final List<String> damages = new ArrayList<>();

    private Restore(RestoreConfig config, StoreDirectory backup) {
        this.config = config;
        this.backup = backup;
        this.reader = new CheckpointReader(backup.checkpoints(), backup.id());
    }

    /**
     * Restores.
     *
     * @throws RecoveryException if that is not possible; the directory of the new store is then as it was, or has what
     *     is refused as a store
     */
    public static RestoreReport run(RestoreConfig config) {
        if (!StoreDirectory.isStore(config.backup())) {
            throw new RecoveryException("%s is no store, or a backup that was not finished: it has no file \"store\""
                .formatted(config.backup()) + "; give the directory of a backup");
        }
        try (StoreDirectory backup = StoreDirectory.openExisting(config.backup())) {
            return SteadyThread.call(() -> new Restore(config, backup).run());
        } catch (IOException e) {
            throw failed(config, e);
        } catch (UncheckedIOException e) {
            throw failed(config, e);
        } catch (DamagedException e) {
            throw new RecoveryException("%s; restore from another backup, or up to an earlier place of the log"
                .formatted(e.getMessage()), e);
        } catch (OtherVersionException e) {
            throw new RecoveryException("%s; restore with the version that wrote it".formatted(e.getMessage()), e);
        } catch (TableFullException e) {
            throw new RecoveryException("%s cannot be restored: %s".formatted(config.backup(), e.getMessage()), e);
        }
    }

    private static RecoveryException failed(RestoreConfig config, Exception cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof NoSuchFileException missing
                && config.logs().stream().anyMatch(log -> missing.getFile().startsWith(log.toString()))) {
                return movedOn(missing.getFile() + " is gone", cause);
            }
        }
        return new RecoveryException(
            "%s cannot be restored to %s, because the system reports: %s; see to the disk, and "
                .formatted(config.backup(), config.directory(), cause) + "give an empty directory",
            cause);
    }

    private static RecoveryException movedOn(String what, Exception cause) {
        return new RecoveryException(("%s: the engine that has the log open removes segments when it has taken"
            + " checkpoints; make a newer backup, or restore from copies of the segments, and give an empty directory")
            .formatted(what), cause);
    }

    private RestoreReport run() throws IOException {
        long started = config.clock().nanoTime();
        List<Checkpoint> checkpoints = checkpoints();
        Checkpoint newest = checkpoints.getFirst();
        RestorePlace newestPlace = place(newest);
        try (StoreDirectory store = StoreDirectory.beginCopy(config.directory(), config.ids().get())) {
            for (Checkpoint checkpoint : checkpoints) {
                RestorePlace place = checkpoint.equals(newest) ? newestPlace : place(checkpoint);
                try (Storage storage = tables(checkpoint, place)) {
                    var filling = new Filling(storage, checkpoint, Map.of());
                    if (fill(filling)) {
                        return finish(store, filling, place, started);
                    }
                }
            }
        }
        throw new DamagedException(damages.getLast());
    }

    private RestorePlace place(Checkpoint checkpoint) {
        return RestorePlace.find(this::openLog, checkpoint.manifest(), config.target());
    }

    /** Returns whether the checkpoint is whole. */
    private boolean fill(Filling filling) throws IOException {
        try {
            filling.fill(reader, config.threads(), config.progress());
            return true;
        } catch (DamagedException e) {
            damages.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private RestoreReport finish(StoreDirectory store, Filling filling, RestorePlace place, long started)
            throws IOException {
        Manifest from = filling.checkpoint().manifest();
        var redo = new LogReplay(filling, config.progress()).exactFrom(from.endLsn());
        try (LogReader log = openLog(from.beginLsn())) {
            redo.run(log, place.lsn());
        } catch (DamagedException | UncheckedIOException e) {
            throw explained(filling.checkpoint(), place, e);
        }
        Checkpoint written = new CheckpointWriter(store.checkpoints(), store.id(), config.wallClock(),
            config.clock(), nanos -> {}).loaded(from.loaded())
            .write(filling.storage().tables(), true, 0, () -> 0, lsn -> {});
        store.idReservations(idReservations());
        store.complete();
        return new RestoreReport(config.directory(), store.id(), from.number(), damages, from.beginLsn(), place.lsn(),
            place.time(), redo.transactions(), written.rows(), written.bytes(), config.clock().nanoTime() - started);
    }

    /**
     * How often the other store may have reserved ids that are in the rows by now: it has begun a segment with each
     * opening. A few more, as an engine that has used up its ids reserves others.
     */
    private int idReservations() throws IOException {
        long before = lastSegment(backup.log());
        long last = before;
        for (Path log : config.logs()) {
            last = Math.max(last, lastSegment(log));
        }
        long openings = last - before;
        return (int) Math.min(IdsFile.RESERVATIONS_MAX, backup.idReservations() + openings + RESERVATIONS_SPARE);
    }

    private static long lastSegment(Path log) throws IOException {
        NavigableMap<Long, Path> segments = new LogFiles(log).segments();
        return segments.isEmpty() ? 0 : segments.lastKey();
    }

    /** A log that is in use could be read before; perhaps it cannot be any more. */
    private RuntimeException explained(Checkpoint checkpoint, RestorePlace before, RuntimeException failure) {
        boolean readable;
        try {
            readable = config.logs().isEmpty() || place(checkpoint).lsn() >= before.lsn();
        } catch (DamagedException | UncheckedIOException e) {
            readable = false;
        }
        return readable ? failure : movedOn("the log could be read, and now it cannot: " + failure.getMessage(),
            failure);
    }

    private LogReader openLog(long from) {
        if (!config.logs().isEmpty()) {
            return new LogReader(config.logs(), backup.log(), backup.id(), from);
        }
        LogReader log = new LogReader(backup.log(), backup.id(), from);
        if (!(config.target() instanceof RestoreTarget.Lsn)) {
            requireLast(log);
        }
        return log;
    }

    /** The end of a log that lacks its last segments is not where the store was. */
    private static void requireLast(LogReader log) {
        boolean complete = false;
        try {
            log.requireLast();
            complete = true;
        } finally {
            if (!complete) {
                log.close();
            }
        }
    }

    /** Returns the checkpoints from which the log leads to the target, the newest first, and at least one. */
    private List<Checkpoint> checkpoints() throws IOException {
        var usable = new ArrayList<Checkpoint>();
        Checkpoint oldest = null;
        for (long number : reader.numbers()) {
            Checkpoint next = open(number);
            if (next == null) {
                continue;
            }
            oldest = next;
            if (RestorePlace.isReachable(next.manifest(), config.target())) {
                usable.add(next);
            }
            if (next.manifest().base()) {
                // Older ones do not lead to the same state.
                break;
            }
        }
        if (!usable.isEmpty()) {
            return usable;
        }
        if (oldest != null) {
            throw new RecoveryException(
                "%s cannot be restored up to %s: its state is that of LSN %d at %s; give a later place"
                    .formatted(config.backup(), config.target(), oldest.manifest().endLsn(),
                        RestorePlace.time(oldest.manifest()))
                    + ", or an older backup");
        }
        if (!damages.isEmpty()) {
            throw new DamagedException(damages.getFirst());
        }
        throw new RecoveryException("%s has no checkpoint, so it is no backup; give the directory of a backup"
            .formatted(config.backup()));
    }

    private @Nullable Checkpoint open(long number) throws IOException {
        try {
            return reader.open(number);
        } catch (DamagedException e) {
            damages.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The tables grow with the rows of the log, whose number in each table is not known before. */
    private static Storage tables(Checkpoint checkpoint, RestorePlace place) {
        Storage.Builder tables = Storage.builder()
            .rowsRestored((place.lsn() - checkpoint.manifest().beginLsn()) / LOG_BYTES_PER_ROW);
        for (Manifest.Entry entry : checkpoint.manifest().tables()) {
            long rows = Math.max(ROWS_EXPECTED_MIN, entry.rows());
            tables.table(entry.schema(), Math.min(rows, Storage.Builder.ROWS_EXPECTED_MAX));
        }
        return tables.open();
    }
}
