package io.baton.storage.recovery;

import io.baton.storage.Row;
import io.baton.storage.Storage;
import io.baton.storage.StorageException;
import io.baton.storage.Table;
import io.baton.storage.TableFullException;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.codec.SchemaDifference;
import io.baton.storage.column.Column;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.SegmentInfo;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Opens stores (storage/spec/6-recovery.md). A store that is refused is left as it was; one that was opened is as it
 * was but for what is unfinished or damaged in its directory of checkpoints. So it can be interrupted at any point and
 * begun again.
 */
public final class Recovery {
    private final RecoveryConfig config;
    private final StoreDirectory store;
    private final CheckpointReader reader;
    /** Readable manifests, the newest first. */
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private final List<Long> damaged = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();
    private List<String> upgrades = List.of();

    private Recovery(RecoveryConfig config, StoreDirectory store) {
        this.config = config;
        this.store = store;
        this.reader = new CheckpointReader(store.checkpoints(), store.id());
    }

    /**
     * Opens the store in a directory, or makes a new one if the directory is not there or empty.
     *
     * @throws RecoveryException if that is not possible; nothing is open then
     * @throws IllegalArgumentException if a column cannot have its default; nothing is open then
     */
    public static Recovered open(RecoveryConfig config) {
        return explained(config.directory(), () -> {
            StoreDirectory store = StoreDirectory.open(config.directory(), config.ids());
            boolean complete = false;
            try {
                var recovery = new Recovery(config, store);
                Recovered recovered = recovery.isNew() ? recovery.create() : recovery.recover();
                complete = true;
                return recovered;
            } finally {
                if (!complete) {
                    store.close();
                }
            }
        });
    }

    private static <T> T explained(Path directory, Callable<T> work) {
        try {
            return SteadyThread.call(work::call);
        } catch (IOException | UncheckedIOException e) {
            throw new RecoveryException(
                "%s cannot be opened, because the system reports: %s; see to the disk and try again"
                    .formatted(directory, e),
                e);
        } catch (DamagedException e) {
            throw new RecoveryException("%s; bring the store back from a backup".formatted(e.getMessage()), e);
        } catch (OtherVersionException e) {
            throw new RecoveryException("%s; open the store with the version that wrote it".formatted(e.getMessage()),
                e);
        } catch (TableFullException e) {
            throw new RecoveryException("the store in %s has more rows than its tables may have: %s"
                .formatted(directory, e.getMessage()), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("nothing else is thrown", e);
        }
    }

    /** Returns whether the store was made, but not its first checkpoint, with which it is complete. */
    private boolean isNew() throws IOException {
        return reader.numbers().isEmpty() && store.hasEmptyLog();
    }

    private Recovered create() throws IOException {
        Storage storage = config.tables().get();
        boolean complete = false;
        try {
            checkDefaults(storage);
            store.idReservations(0);
            Checkpoint first = writeFirst(storage);
            var report = new RecoveryReport(true, 0, 0, 0, 0, 0, 0, 0, true, 0, List.of(), List.of(), 0, 0, 0);
            complete = true;
            return new Recovered(storage, store, LogEnd.nothing(0).withBase(first.manifest().bases()),
                false, false, report);
        } finally {
            if (!complete) {
                storage.close();
            }
        }
    }

    private Recovered recover() throws IOException {
        readManifests();
        long started = config.clock().nanoTime();
        Filling filling = fill();
        boolean complete = false;
        try {
            long filled = config.clock().nanoTime();
            Checkpoint checkpoint = filling.checkpoint();
            var redo = new LogReplay(filling, config.progress());
            LogEnd end = readLog(redo, checkpoint, checkpoint.manifest().beginLsn());
            requireEnd(end);
            long applied = config.clock().nanoTime();
            buildIndexes(filling);
            long built = config.clock().nanoTime();
            tidy(checkpoint);
            var report = new RecoveryReport(false, checkpoint.manifest().number(), checkpoint.rows(),
                checkpoint.bytes(), checkpoint.manifest().beginLsn(), end.lsn(), redo.transactions(), redo.writes(),
                end.closed(), end.tornBytes(), damages, upgrades, filled - started, applied - filled, built - applied);
            complete = true;
            return new Recovered(filling.storage(), store, end, !upgrades.isEmpty(), checkpoint.manifest().loaded(),
                report);
        } finally {
            if (!complete) {
                filling.storage().close();
            }
        }
    }

    private LogEnd readLog(LogReplay redo, Checkpoint checkpoint, long from) {
        try (var log = new LogReader(store.log(), store.id(), from)) {
            log.requireLast();
            requireBase(log, checkpoint);
            redo.run(log, Long.MAX_VALUE);
            return log.end().withBase(checkpoint.manifest().bases());
        }
    }

    /** Behind a base, older checkpoints do not lead to the same state. */
    private void requireBase(LogReader log, Checkpoint checkpoint) {
        SegmentInfo behind = log.firstAfterBase(checkpoint.manifest().bases());
        if (behind != null) {
            throw new DamagedException(("it was begun behind a checkpoint that is a base, which is missing or damaged,"
                + " and %s is older%s").formatted(checkpoint.directory(),
                    damages.isEmpty() ? "" : " (" + damages.getFirst() + ")"))
                .in(behind.path().toString());
        }
    }

    private Checkpoint writeFirst(Storage storage) throws IOException {
        return new CheckpointWriter(store.checkpoints(), store.id(), config.wallClock(), config.clock(), nanos -> {})
            .write(storage.tables(), true, 0, () -> 0, lsn -> {});
    }

    private void readManifests() throws IOException {
        for (long number : reader.numbers()) {
            try {
                checkpoints.add(reader.open(number));
            } catch (DamagedException e) {
                passOver(number, e);
            }
        }
    }

    private void passOver(long number, DamagedException why) {
        damaged.add(number);
        damages.add(String.valueOf(why.getMessage()));
    }

    /** Fills the tables of a new storage from the newest checkpoint that is whole. */
    private Filling fill() throws IOException {
        for (Checkpoint checkpoint : checkpoints) {
            Storage storage = config.tables().get();
            boolean complete = false;
            try {
                checkDefaults(storage);
                compareSchemas(checkpoint, storage);
                var filling = new Filling(storage, checkpoint, config.defaults());
                filling.fill(reader, config.threads(), config.progress());
                complete = true;
                return filling;
            } catch (DamagedException e) {
                passOver(checkpoint.manifest().number(), e);
                if (checkpoint.manifest().base()) {
                    // Older ones do not lead to the same state.
                    break;
                }
            } finally {
                if (!complete) {
                    storage.close();
                }
            }
        }
        throw new RecoveryException("no checkpoint in %s can be used%s; bring the store back from a backup".formatted(
            store.checkpoints(),
            damages.isEmpty() ? ", because there is none" : ": " + String.join(", and ", damages)),
            new DamagedException("no checkpoint is whole"));
    }

    /** Finds a default that its column cannot have before any row asks for it, and be it years later. */
    private void checkDefaults(Storage storage) {
        try (var arena = storage.arena()) {
            for (Table table : storage.tables()) {
                var image = new Row(table.schema());
                arena.blank(image);
                config.defaults().forEach((column, value) -> {
                    if (table.schema().columns().contains(column)) {
                        checkDefault(column, value, image);
                    }
                });
                arena.reset();
            }
        }
    }

    private static void checkDefault(Column column, Object value, Row image) {
        try {
            image.setValue(column, value);
        } catch (StorageException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the default of column %s of table %s, of type %s, is %s (%s): %s"
                .formatted(column.name(), column.table(), column.type(), value, value.getClass().getSimpleName(),
                    e.getMessage()),
                e);
        }
    }

    private void compareSchemas(Checkpoint checkpoint, Storage storage) {
        List<TableSchema> wanted = storage.tables().stream().map(Table::schema).toList();
        var difference =
            SchemaDifference.between(checkpoint.manifest().schemas(), wanted, config.defaults().keySet());
        upgrades = switch (difference) {
            case SchemaDifference.Same same -> numbersDiffer(checkpoint, wanted);
            case SchemaDifference.Upgrade upgrade -> upgrade.sentences();
            case SchemaDifference.Refused refused -> throw new RecoveryException(
                "%s has another schema: %s".formatted(store.path(), refused.sentence()));
        };
    }

    /** The log names tables by number, so another order of the same tables needs a checkpoint as an upgrade does. */
    private static List<String> numbersDiffer(Checkpoint checkpoint, List<TableSchema> wanted) {
        List<String> before = checkpoint.manifest().schemas().stream().map(TableSchema::name).toList();
        List<String> now = wanted.stream().map(TableSchema::name).toList();
        return before.equals(now) ? List.of() : List.of("the tables are declared in another order");
    }

    /** A log that ends before what a checkpoint has seen of it has lost something. */
    private void requireEnd(LogEnd end) {
        for (Checkpoint checkpoint : checkpoints) {
            if (end.lsn() < checkpoint.manifest().endLsn()) {
                throw new DamagedException(
                    "the log ends at LSN %d, but it had reached LSN %d when the checkpoint %s was"
                        .formatted(end.lsn(), checkpoint.manifest().endLsn(), checkpoint.directory()) + " taken")
                    .in(store.log().toString());
            }
        }
    }

    private void buildIndexes(Filling filling) throws IOException {
        try {
            filling.buildIndexes(config.threads(), config.progress());
        } catch (StorageException e) {
            throw new RecoveryException(
                "the indexes of %s cannot be built: %s%s".formatted(store.path(), e.getMessage(),
                    upgrades.isEmpty() ? "; bring the store back from a backup"
                        : "; open the store as it was declared before, and change these rows"),
                e);
        }
    }

    /** Removes what no recovery needs any more. */
    private void tidy(Checkpoint used) throws IOException {
        reader.removeUnfinished();
        // The newest comes last, and is kept.
        for (long number : damaged.stream().sorted().toList()) {
            reader.setAside(number);
        }
        if (used.manifest().base()) {
            for (long number : reader.numbers()) {
                if (number < used.manifest().number()) {
                    reader.remove(number);
                }
            }
        }
    }
}
