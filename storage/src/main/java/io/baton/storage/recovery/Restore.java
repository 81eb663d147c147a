package io.baton.storage.recovery;

import io.baton.storage.Storage;
import io.baton.storage.TableFullException;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.LogReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Makes a new store from a backup and the log behind it (storage/spec/6-recovery.md, "A point in time"). What it reads
 * stays as it is; the new store has an id and a log of its own. No engine and no schema is needed: the tables are those
 * of the backup.
 */
public final class Restore {
    private static final long ROWS_EXPECTED_MIN = 1024;
    /** A table may grow to 64 times what is expected, and a row takes four bytes of the log at least. */
    private static final long LOG_BYTES_PER_ROW = 256;

    private final RestoreConfig config;
    private final StoreDirectory backup;
    private final CheckpointReader reader;

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
            return new Restore(config, backup).run();
        } catch (IOException e) {
            throw failed(config, e);
        } catch (UncheckedIOException e) {
            throw failed(config, e);
        } catch (DamagedException e) {
            throw new RecoveryException("%s; restore from another backup, or up to an earlier place of the log"
                .formatted(e.getMessage()), e);
        } catch (TableFullException e) {
            throw new RecoveryException("%s cannot be restored: %s".formatted(config.backup(), e.getMessage()), e);
        }
    }

    private static RecoveryException failed(RestoreConfig config, Exception cause) {
        return new RecoveryException(
            "%s cannot be restored to %s, because the system reports: %s; see to the disk, and "
                .formatted(config.backup(), config.directory(), cause) + "give an empty directory",
            cause);
    }

    private RestoreReport run() throws IOException {
        long started = config.clock().nanoTime();
        Checkpoint checkpoint = checkpoint();
        RestorePlace place = RestorePlace.find(this::openLog, checkpoint.manifest(), config.target());
        try (StoreDirectory store = StoreDirectory.beginCopy(config.directory(), config.ids().get());
            Storage storage = tables(checkpoint, place)) {
            var filling = new Filling(storage, checkpoint, Map.of());
            filling.fill(reader, config.threads(), config.progress());
            var redo = new Redo(filling, config.progress()).exactFrom(checkpoint.manifest().endLsn());
            try (LogReader log = openLog(checkpoint.manifest().beginLsn())) {
                redo.run(log, place.lsn());
            }
            Checkpoint written = new CheckpointWriter(store.checkpoints(), store.id(), config.wallClock(),
                config.clock(), nanos -> {}).write(storage.tables(), true, 0, () -> 0, lsn -> {});
            store.complete();
            return new RestoreReport(config.directory(), store.id(), checkpoint.manifest().number(),
                checkpoint.manifest().beginLsn(), place.lsn(), place.time(), redo.transactions(), written.rows(),
                written.bytes(), config.clock().nanoTime() - started);
        }
    }

    private LogReader openLog(long from) {
        Path log = config.log();
        return log == null ? new LogReader(backup.log(), backup.id(), from)
            : new LogReader(log, backup.log(), backup.id(), from);
    }

    /** Returns the newest checkpoint from which the log leads to the target. */
    private Checkpoint checkpoint() throws IOException {
        Checkpoint oldest = null;
        for (long number : reader.numbers()) {
            Checkpoint next = reader.open(number);
            if (RestorePlace.isReachable(next.manifest(), config.target())) {
                return next;
            }
            oldest = next;
            if (next.manifest().base()) {
                // What is older does not lead to the same state.
                break;
            }
        }
        if (oldest == null) {
            throw new RecoveryException("%s has no checkpoint, so it is no backup; give the directory of a backup"
                .formatted(config.backup()));
        }
        throw new RecoveryException(
            "%s cannot be restored up to %s: its state is that of LSN %d at %s; give a later place"
                .formatted(config.backup(), config.target(), oldest.manifest().endLsn(),
                    RestorePlace.time(oldest.manifest()))
                + ", or an older backup");
    }

    private static Storage tables(Checkpoint checkpoint, RestorePlace place) {
        Storage.Builder tables = Storage.builder();
        long more = (place.lsn() - checkpoint.manifest().beginLsn()) / LOG_BYTES_PER_ROW;
        for (Manifest.Entry entry : checkpoint.manifest().tables()) {
            long rows = Math.max(ROWS_EXPECTED_MIN, entry.rows()) + more;
            tables.table(entry.schema(), Math.min(rows, Storage.Builder.ROWS_EXPECTED_MAX));
        }
        return tables.open();
    }
}
