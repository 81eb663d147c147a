package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that work on different rows, as the engine's locks have it, on shared structures. */
@Timeout(30)
class StorageConcurrencyTest {
    private static final int OWNERS = 4;
    private static final int KEYS = 4000;

    private final TableSchema.Builder builder = TableSchema.named("shared");
    private final LongColumn owner = builder.int32("owner");
    private final LongColumn id = builder.int32("id");
    private final LongColumn twice = builder.int64("twice");
    private final StringColumn label = builder.string("label", 20);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void writersOfDifferentKeysAndReadersDoNotDisturbEachOther(boolean ordered) throws Exception {
        builder.primaryKey(owner.bits(8), id.bits(24));
        if (ordered) {
            // All owners share one partition.
            builder.ordered(0);
        }
        IndexSchema byLabel = builder.index("by_label", 1, label.part());
        IndexSchema byOwner = builder.index("by_owner", 1, owner.bits(8), twice.bits(64));
        var schema = builder.build();
        try (var storage = Storage.builder().table(schema, 1000).open();
            var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Table table = storage.table(schema);
            var results = new ArrayList<Future<Long>>();
            var done = new AtomicBoolean();
            for (int i = 0; i < OWNERS; i++) {
                int own = i;
                Callable<Long> writer = () -> write(storage, table, own);
                results.add(threads.submit(writer));
            }
            Future<Long> reader = threads.submit(() -> read(table, byOwner, done));
            long left = 0;
            for (Future<Long> result : results) {
                left += result.get();
            }
            done.set(true);
            assertThat(reader.get()).isNotNegative();
            assertThat(table.rows()).isEqualTo(left);
            assertThat(count(new IndexRange(byLabel).equal("label7"), table)).isEqualTo(left / 10);
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(ints = {1, 2, 5})
    void partitionsThatComeAndGoUnderManyThreadsLoseNothing(int prefixes) throws Exception {
        builder.primaryKey(owner.bits(8), id.bits(24));
        IndexSchema byTwice = builder.index("by_twice", 1, twice.bits(64));
        var schema = builder.build();
        try (var storage = Storage.builder().table(schema, 1000).open();
            var threads = Executors.newFixedThreadPool(OWNERS)) {
            Table table = storage.table(schema);
            var results = new ArrayList<Future<?>>();
            for (int i = 0; i < OWNERS; i++) {
                int own = i;
                results.add(threads.submit(() -> comeAndGo(storage, table, own, prefixes)));
            }
            for (Future<?> result : results) {
                result.get();
            }
            for (int prefix = 0; prefix < prefixes; prefix++) {
                assertThat(count(new IndexRange(byTwice).equal(prefix), table)).isZero();
            }
            assertThat(table.rows()).isZero();
        }
    }

    private void comeAndGo(Storage storage, Table table, int own, int prefixes) {
        var image = new Row(table.schema());
        IndexSchema byTwice = table.schema().indexes().get(0);
        var range = new IndexRange(byTwice);
        var cursor = new IndexCursor(table.index(byTwice));
        try (var arena = storage.arena()) {
            arena.blank(image);
            for (int i = 0; i < 40_000; i++) {
                long key = table.schema().key(own, i);
                long address = table.insert(image.set(owner, own).set(id, i).set(twice, i % prefixes));
                cursor.open(range.clear().equal(i % prefixes));
                boolean found = false;
                while (cursor.next()) {
                    found |= cursor.address() == address;
                }
                assertThat(found).isTrue();
                table.delete(key);
            }
        }
    }

    /** Inserts all keys of an owner three times over, deletes them in between, checks each; returns rows left. */
    @SuppressWarnings("ThreadPriorityCheck") // Virtual threads would take turns too seldom.
    private long write(Storage storage, Table table, int own) {
        TableSchema schema = table.schema();
        var image = new Row(schema);
        var row = new Row(schema);
        try (var arena = storage.arena()) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < KEYS; i++) {
                    arena.reset();
                    arena.blank(image);
                    image.set(owner, own).set(id, i).set(twice, 2L * i).set(label, "label" + i % 10);
                    table.insert(image);
                    if (i % 64 == 0) {
                        Thread.yield();
                    }
                }
                for (int i = 0; i < KEYS; i++) {
                    table.read(table.find(schema.key(own, i)), row);
                    assertThat(row.get(owner) == own && row.get(id) == i && row.get(twice) == 2L * i).isTrue();
                    if (round < 2) {
                        table.delete(schema.key(own, i));
                    }
                }
            }
        }
        return KEYS;
    }

    /** Scans one owner after the other until done; ids must ascend, whatever comes and goes. */
    @SuppressWarnings("ThreadPriorityCheck")
    private long read(Table table, IndexSchema byOwner, AtomicBoolean done) {
        var cursor = new IndexCursor(table.index(byOwner));
        var range = new IndexRange(byOwner);
        long seen = 0;
        for (int own = 0; !done.get(); own = (own + 1) % OWNERS) {
            cursor.open(range.clear().equal(own));
            while (cursor.next()) {
                seen++;
            }
            Thread.yield();
        }
        return seen;
    }

    private static long count(IndexRange range, Table table) {
        var cursor = new IndexCursor(table.index(range.schema()));
        cursor.open(range);
        List<Long> addresses = new ArrayList<>();
        while (cursor.next()) {
            addresses.add(cursor.address());
        }
        assertThat(addresses).doesNotHaveDuplicates();
        return addresses.size();
    }
}
