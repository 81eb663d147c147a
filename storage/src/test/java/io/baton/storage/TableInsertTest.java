package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.Parking;
import io.baton.storage.column.LongColumn;
import io.baton.storage.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An insert adds a row to the table and to all its indexes, or changes nothing, whatever stops it. */
@Timeout(60)
class TableInsertTest {
    private static final int ROUNDS = 20_000;
    private static final int SPINS_BEFORE_YIELD = 1000;

    private final TableSchema.Builder builder = TableSchema.named("t");
    private final LongColumn area = builder.int32("area");
    private final LongColumn id = builder.int64("id");
    private final LongColumn twin = builder.int64("twin");
    private final LongColumn code = builder.int64("code");
    private final Lifetime lifetime = new Lifetime("closed");
    private final FailingMemory memory = new FailingMemory(new MemoryAccount(Long.MAX_VALUE));
    private final RowArena arena = new RowArena(lifetime);
    private final TreeMap<Long, Long> codes = new TreeMap<>();

    @AfterEach
    void close() {
        arena.close();
        memory.close();
    }

    private Table open(boolean ordered) {
        builder.primaryKey(area.bits(8), id.bits(32));
        if (ordered) {
            builder.ordered(1);
        }
        builder.index("by_twin", 0, twin.bits(64));
        builder.uniqueIndex("by_code", code.bits(40));
        builder.index("by_area", 1, area.bits(8), twin.bits(64));
        return new Table(builder.build(), ROUNDS, 0, true, lifetime, memory, Parking.onMachine());
    }

    private long insert(Table table, RowArena images, long areaValue, long idValue, long codeValue) {
        var image = new Row(table.schema());
        images.reset();
        images.blank(image);
        return table.insert(image.set(area, areaValue).set(id, idValue).set(twin, idValue / 2).set(code, codeValue));
    }

    private void insert(Table table, long idValue, long codeValue) {
        insert(table, arena, idValue % 3, idValue, codeValue);
        codes.put(table.schema().key(idValue % 3, idValue), codeValue);
    }

    /** The table and its indexes have the rows that were inserted, and no others. */
    private void check(Table table) {
        var row = new Row(table.schema());
        assertThat(table.rows()).isEqualTo(codes.size());
        codes.forEach((key, value) -> {
            table.read(table.find(key), row);
            assertThat(row.get(code)).isEqualTo(value);
        });
        for (IndexSchema index : table.schema().indexes()) {
            var ranges = new ArrayList<IndexRange>();
            if (index.unique() && !index.primary()) {
                codes.values().forEach(value -> ranges.add(new IndexRange(index).equal(value)));
            } else if (index.scanColumns() == 0) {
                ranges.add(new IndexRange(index));
            } else {
                List.of(0, 1, 2).forEach(value -> ranges.add(new IndexRange(index).equal(value)));
            }
            var cursor = new IndexCursor(table.index(index));
            int found = 0;
            for (IndexRange range : ranges) {
                cursor.open(range);
                while (cursor.next()) {
                    table.read(cursor.address(), row);
                    assertThat(table.find(table.schema().keyOf(row))).isEqualTo(cursor.address());
                    found++;
                }
                long entry = table.index(index).entry(range.prefix());
                if (OrderedIndex.isPartition(entry)) {
                    PartitionCheck.check(OrderedIndex.rootOf(entry), index.order());
                }
            }
            assertThat(found).as("%s", index).isEqualTo(codes.size());
        }
    }

    private void deleteAll(Table table) {
        codes.keySet().forEach(table::delete);
        codes.clear();
        check(table);
        table.close();
    }

    /** Each insert fails at its first block of memory, then at its second and so on, in one index after the other. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(booleans = {false, true})
    void insertThatAnIndexFailsChangesNothing(boolean ordered) {
        Table table = open(ordered);
        var random = new Random(7);
        int failures = 0;
        for (int i = 0; i < 2000; i++) {
            long next = random.nextInt(1_000_000);
            if (codes.containsKey(table.schema().key(next % 3, next))) {
                continue;
            }
            for (int fail = 0;; fail++) {
                memory.takesUntilFailure = fail;
                try {
                    insert(table, next, next);
                    break;
                } catch (OutOfMemoryError expected) {
                    failures++;
                    memory.takesUntilFailure = -1;
                    assertThat(table.contains(table.schema().key(next % 3, next))).isFalse();
                    check(table);
                }
            }
            memory.takesUntilFailure = -1;
        }
        assertThat(failures).isGreaterThan(50);
        check(table);
        deleteAll(table);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void insertThatIsRefusedChangesNothing(boolean ordered) {
        Table table = open(ordered);
        for (int i = 0; i < 100; i++) {
            insert(table, i, 1000 + i);
        }
        for (int i = 0; i < 100; i++) {
            int which = i;
            assertThatThrownBy(() -> insert(table, which, 5000 + which))
                .isExactlyInstanceOf(DuplicateKeyException.class)
                .hasMessage("table t already has a row with key (area=%d, id=%d)", which % 3, which);
            assertThatThrownBy(() -> insert(table, 300 + which, 1000 + which))
                .isExactlyInstanceOf(UniqueViolationException.class)
                .hasMessage("table t: the row with key (area=%d, id=%d) would have the same values in unique index"
                    + " by_code as row (area=%d, id=%d)", which % 3, 300 + which, which % 3, which);
            check(table);
        }
        deleteAll(table);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(booleans = {false, true})
    void ofTwoThreadsWithOneKeyOneInserts(boolean ordered) throws InterruptedException {
        Table table = open(ordered);
        var inserted = new AtomicInteger();
        onTwoThreads((thread, round, images) -> {
            try {
                insert(table, images, round % 3, round, 2 * round + thread);
                inserted.incrementAndGet();
            } catch (DuplicateKeyException expected) {
                assertThat(expected.key()).isEqualTo(table.schema().key(round % 3, round));
            }
        });
        assertThat(inserted.get()).isEqualTo(ROUNDS);
        collect(table);
        assertThat(codes).hasSize(ROUNDS);
        check(table);
        deleteAll(table);
    }

    /** The slot of a row that another thread takes back has anything where the key was. */
    @Test
    void keyOfARowThatIsGoneCanBeTold() {
        Table table = open(false);
        var image = new Row(table.schema());
        arena.blank(image);
        KeyLayout key = table.schema().keyLayout();
        long row = image.set(area, -5).set(id, Long.MIN_VALUE).address();
        assertThatThrownBy(() -> key.keyOf(row)).isExactlyInstanceOf(ValueOutOfRangeException.class);
        assertThat(table.schema().describe(image)).startsWith("(area=").endsWith(")");
        image.set(area, 5).set(id, 6);
        assertThat(table.schema().describe(image)).isEqualTo(table.schema().describe(key.keyOf(row)));
        table.close();
    }

    /** Both may be refused, when each sees the other's row before that is taken back. */
    @Test
    void ofTwoThreadsWithOneUniqueValueAtMostOneInserts() throws InterruptedException {
        Table table = open(false);
        var inserted = new AtomicInteger();
        onTwoThreads((thread, round, images) -> {
            try {
                insert(table, images, round % 3, 2 * round + thread, round);
                inserted.incrementAndGet();
            } catch (UniqueViolationException expected) {
                assertThat(expected.table()).isEqualTo("t");
            }
        });
        collect(table);
        assertThat(codes).hasSize(inserted.get());
        assertThat(codes.values()).doesNotHaveDuplicates();
        check(table);
        deleteAll(table);
    }

    /** Fills the model with what the table has. */
    private void collect(Table table) {
        var row = new Row(table.schema());
        var cursor = new IndexCursor(table.index(table.schema().index("by_twin")));
        cursor.open(new IndexRange(table.schema().index("by_twin")));
        while (cursor.next()) {
            table.read(cursor.address(), row);
            codes.put(table.schema().keyOf(row), row.get(code));
        }
    }

    @FunctionalInterface
    private interface Work {
        void run(int thread, long round, RowArena images);
    }

    /** Does the work in rounds that two threads begin at the same moment. */
    private void onTwoThreads(Work work) throws InterruptedException {
        var arrived = new AtomicInteger();
        var failure = new AtomicReference<Throwable>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 2; i++) {
            int thread = i;
            threads.add(Thread.ofPlatform().start(() -> {
                try (var images = new RowArena(lifetime)) {
                    for (int round = 0; round < ROUNDS && failure.get() == null; round++) {
                        arrived.incrementAndGet();
                        awaitAll(arrived, 2 * (round + 1), failure);
                        work.run(thread, round, images);
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
    }

    @SuppressWarnings("ThreadPriorityCheck") // Parking would let one of them begin much later.
    private static void awaitAll(AtomicInteger arrived, int count, AtomicReference<Throwable> failure) {
        for (int spins = 0; arrived.get() < count && failure.get() == null; spins++) {
            if (spins % SPINS_BEFORE_YIELD == 0) {
                Thread.yield();
            }
            Thread.onSpinWait();
        }
    }
}
