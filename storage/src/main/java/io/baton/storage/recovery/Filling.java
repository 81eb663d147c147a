package io.baton.storage.recovery;

import io.baton.park.Workers;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableRestore;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.codec.RowDecoder;
import io.baton.storage.column.Column;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The tables of a storage that is being filled, by the numbers that a checkpoint and the log behind it give them. */
final class Filling {
    private final Storage storage;
    private final Checkpoint checkpoint;
    private final List<TableRestore> tables = new ArrayList<>();
    private final List<RowDecoder> decoders = new ArrayList<>();

    /** Finds the tables of a checkpoint, whose schemas go together with those of the storage. */
    Filling(Storage storage, Checkpoint checkpoint, Map<? extends Column, ?> defaults) {
        this.storage = storage;
        this.checkpoint = checkpoint;
        for (TableSchema written : checkpoint.manifest().schemas()) {
            Table table = storage.table(written.name());
            tables.add(new TableRestore(table));
            decoders.add(new RowDecoder(written, table.schema(), defaultsOf(table.schema(), written, defaults)));
        }
    }

    /** Returns the defaults of columns that a table has and did not have. */
    private static Map<Column, Object> defaultsOf(TableSchema now, TableSchema written,
            Map<? extends Column, ?> defaults) {
        var own = new HashMap<Column, Object>();
        defaults.forEach((column, value) -> {
            if (now.columns().contains(column)
                && written.columns().stream().noneMatch(c -> c.name().equals(column.name()))) {
                own.put(column, value);
            }
        });
        return own;
    }

    Storage storage() {
        return storage;
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

    TableRestore table(int number) {
        return tables.get(number);
    }

    RowDecoder decoder(int number) {
        return decoders.get(number);
    }

    int count() {
        return tables.size();
    }

    /** Fills the tables from the checkpoint, the largest ones first. */
    void fill(CheckpointReader reader, Workers threads, RecoveryProgress progress) throws IOException {
        var done = new AtomicLong();
        long expected = checkpoint.rows();
        IntConsumer rows = more -> {
            synchronized (done) {
                progress.progress(RecoveryPhase.CHECKPOINT, done.addAndGet(more), expected);
            }
        };
        Joined.run(threads, IntStream.range(0, count()).boxed()
            .sorted((a, b) -> Long.compare(bytes(b), bytes(a))).map(table -> fillTable(reader, table, rows)).toList());
    }

    private long bytes(int table) {
        return checkpoint.manifest().tables().get(table).bytes();
    }

    private Callable<Void> fillTable(CheckpointReader reader, int table, IntConsumer rows) {
        return () -> {
            SteadyThread.call(() -> {
                try (var arena = storage.arena()) {
                    reader.fill(checkpoint, table, decoders.get(table), tables.get(table), arena, rows);
                }
                return rows;
            });
            return null;
        };
    }

    /** Builds the secondary indexes of all tables, also of those that the checkpoint does not know. */
    void buildIndexes(Workers threads, RecoveryProgress progress) throws IOException {
        List<Runnable> builds = storage.tables().stream()
            .flatMap(table -> new TableRestore(table).indexBuilds().stream()).toList();
        var done = new AtomicLong();
        Joined.run(threads, builds.stream().map(build -> (Callable<Void>) () -> {
            build.run();
            synchronized (done) {
                progress.progress(RecoveryPhase.INDEXES, done.incrementAndGet(), builds.size());
            }
            return null;
        }).toList());
    }
}
