package io.baton.storage.recovery;

import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.RowEncoder;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogConfig;
import io.baton.storage.log.LogMode;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** What an engine does with a store, for one thread: opens it, writes transactions, takes checkpoints. */
final class TestEngine implements AutoCloseable {
    static final int SEGMENT_BYTES = 16_384;
    private static final long WAIT_NANOS = 20_000_000_000L;
    /** Microseconds since 1970; one more at every look. */
    static final AtomicLong TIME = new AtomicLong(1_000_000);
    static final InstantSource WALL = () -> Instant.EPOCH.plusNanos(1000 * TIME.incrementAndGet());

    final Recovered recovered;
    final Log log;
    private final CheckpointWriter writer;
    private final Storage storage;
    private final List<RowEncoder> encoders;
    private final RowArena arena;
    private final Output out = new Output(1 << 24);

    /** Opens a store as {@link #config} says, and takes the checkpoint that it may need. */
    TestEngine(RecoveryConfig config) throws IOException {
        this(config, null);
    }

    /** Does so with an archive, a directory that is there. */
    TestEngine(RecoveryConfig config, @Nullable Path archive) throws IOException {
        recovered = Recovery.open(config);
        storage = recovered.storage();
        encoders = storage.tables().stream()
            .map(table -> new RowEncoder(table.schema(), storage.tables().indexOf(table))).toList();
        arena = storage.arena();
        writer = writer(recovered.store().checkpoints(), recovered.store().id(), nanos -> {})
            .bases(recovered.logEnd().base());
        boolean complete = false;
        try {
            log = Log.open(new LogConfig(recovered.store().log(), recovered.store().id(), LogMode.GROUP, SEGMENT_BYTES,
                65_536, 1_000_000, SystemNanoClock.INSTANCE, Parking.onMachine(), WALL,
                SteadyThread.factory("test-log-"), archive), recovered.logEnd());
            if (recovered.checkpointNeeded()) {
                checkpoint(true);
            }
            complete = true;
        } finally {
            if (!complete) {
                arena.close();
                recovered.close();
            }
        }
    }

    static RecoveryConfig config(Path directory, Workers threads, Map<? extends Column, ?> defaults,
            TableSchema... schemas) {
        return new RecoveryConfig(directory, () -> storage(schemas), defaults, UUID::randomUUID,
            SystemNanoClock.INSTANCE, WALL, threads, RecoveryProgress.NONE);
    }

    static Storage storage(TableSchema... schemas) {
        Storage.Builder builder = Storage.builder();
        for (TableSchema schema : schemas) {
            builder.table(schema, 200);
        }
        return builder.open();
    }

    static Workers threads() {
        return new Workers(SteadyThread.factory("test-log-"), 2, Parking.onMachine());
    }

    Storage storage() {
        return storage;
    }

    /** Writes a transaction to a number of tables and returns the LSN of its end. */
    long commit(Random random, int writes, int keys) {
        out.clear();
        arena.reset();
        for (int i = 0; i < writes; i++) {
            Table table = storage.tables().get(random.nextInt(storage.tables().size()));
            write(table, 1 + random.nextInt(keys), random);
        }
        return out.size() == 0 ? log.appended() : log.append(out.address(), out.size());
    }

    /** Changes a row of a table with the columns id and text: encodes first, then applies. */
    private void write(Table table, long id, Random random) {
        TableSchema schema = table.schema();
        RowEncoder encoder = encoders.get(storage.tables().indexOf(table));
        var idColumn = (LongColumn) schema.column("id");
        var textColumn = (StringColumn) schema.column("text");
        var image = new Row(schema);
        arena.blank(image);
        image.set(idColumn, id);
        long address = table.find(schema.keyOf(image));
        String text = id + ":" + random.nextInt(1000) + "x".repeat(random.nextInt(20));
        if (address == Table.ABSENT) {
            image.set(textColumn, text);
            encoder.insert(image, out);
            table.add(table.reserve(image, schema.keyOf(image)));
        } else if (random.nextInt(3) == 0) {
            encoder.delete(address, out);
            table.delete(schema.keyOf(image));
        } else if (random.nextBoolean()) {
            image.set(textColumn, text);
            encoder.replace(image, out);
            table.replace(address, image);
        } else {
            var row = new Row(schema);
            table.read(address, row);
            arena.copy(image, row);
            image.set(textColumn, text);
            if (encoder.update(address, image, out)) {
                table.change(address, image);
            }
        }
    }

    void await(long lsn) {
        if (!log.await(lsn, WAIT_NANOS)) {
            throw new IllegalStateException("the log was not forced up to LSN " + lsn);
        }
    }

    CheckpointWriter checkpoints() {
        return writer;
    }

    private static CheckpointWriter writer(Path to, UUID id, LongConsumer pause) {
        return new CheckpointWriter(to, id, WALL, SystemNanoClock.INSTANCE, pause);
    }

    /** Returns what writes the checkpoint of a backup. */
    CheckpointWriter copies(Path to) {
        return copies(to, nanos -> {});
    }

    /** Returns one that pauses, if it has a speed. */
    CheckpointWriter copies(Path to, LongConsumer pause) {
        return writer(to, recovered.store().id(), pause).bases(writer.bases());
    }

    Checkpoint checkpoint(boolean base) throws IOException {
        Checkpoint written = writer.write(storage.tables(), base, log.appended(), log::appended, lsn -> log.force());
        log.base(written.manifest().bases());
        log.removeBefore(writer.logNeededFrom());
        return written;
    }

    /** Returns the texts of all rows by table and id. */
    Map<String, Map<Long, String>> rows() {
        return rows(storage);
    }

    static Map<String, Map<Long, String>> rows(Storage storage) {
        var all = new TreeMap<String, Map<Long, String>>();
        for (Table table : storage.tables()) {
            var texts = new TreeMap<Long, String>();
            io.baton.storage.checkpoint.Sample.rows(storage, table.schema().name())
                .forEach((key, values) -> texts.put(key, String.join(",", values)));
            all.put(table.schema().name(), texts);
        }
        return all;
    }

    /** Ends in order. */
    @Override
    public void close() {
        log.close();
        crash();
    }

    /** Gives back the memory and the lock of an engine whose process has ended. */
    void crash() {
        out.close();
        arena.close();
        recovered.close();
    }
}
