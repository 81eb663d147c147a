package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.park.Parking;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory and stack end in the middle of what indexes do: no latch stays, and without memory nothing has changed. */
@Timeout(30)
class IndexFailureTest {
    private static final long STACK_BYTES = 256 * 1024;

    private final TableSchema.Builder builder = TableSchema.named("t");
    private final LongColumn area = builder.int32("area");
    private final LongColumn id = builder.int64("id");
    private final LongColumn twin = builder.int64("twin");
    private final StringColumn name = builder.string("name", 16);
    private final IndexSchema byTwin;
    private final IndexSchema byName;
    private final TableSchema schema;
    private final Storage storage;
    private final RowArena arena;
    private final FailingMemory memory = new FailingMemory(new MemoryAccount(Long.MAX_VALUE));

    IndexFailureTest() {
        builder.primaryKey(area.bits(8), id.bits(32)).ordered(1);
        byTwin = builder.index("by_twin", 1, twin.bits(64));
        byName = builder.index("by_name", 1, area.bits(8), name.part(), twin.bits(64));
        schema = builder.build();
        storage = Storage.builder().table(schema, 1).open();
        arena = storage.arena();
    }

    @AfterEach
    void close() {
        arena.close();
        storage.close();
        memory.close();
    }

    private long row(long areaValue, long idValue, long twinValue) {
        var row = new Row(schema);
        arena.blank(row);
        row.set(area, areaValue).set(id, idValue).set(twin, twinValue).set(name, "SAMEHEAD" + twinValue % 3);
        return row.readable(schema.name());
    }

    /** Every insert fails once at each of its takes of memory, is as if it had not been, and then works. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void insertWithoutMemoryChangesNothing(long seed) {
        var random = new Random(seed);
        IndexSchema index = seed % 3 == 0 ? byTwin : seed % 3 == 1 ? byName : schema.indexes().getFirst();
        var ordered = new OrderedIndex(index, schema, 0, new Lifetime("closed"), memory);
        var rows = new TreeMap<Long, Long>();
        int failures = 0;
        for (int i = 0; i < 6000; i++) {
            long key = random.nextInt(seed < 4 ? 3000 : 1_000_000);
            if (rows.containsKey(key)) {
                assertThat(ordered.removeIfThere(rows.remove(key))).isTrue();
                continue;
            }
            // Two areas: large trees. One twin for two or three keys: lone rows that get company.
            long row = row(key % 2, key, key / 3);
            for (int fail = 0;; fail++) {
                memory.takesUntilFailure = fail;
                try {
                    assertThat(ordered.insert(row)).isEqualTo(Table.ABSENT);
                    break;
                } catch (OutOfMemoryError expected) {
                    failures++;
                    assertThat(ordered.stripe(index.order().prefix(row)).tryLatch()).isTrue();
                    ordered.stripe(index.order().prefix(row)).unlatchUnchanged();
                }
            }
            memory.takesUntilFailure = -1;
            rows.put(key, row);
            if (i % 500 == 0) {
                check(ordered, rows, seed);
            }
        }
        check(ordered, rows, seed);
        assertThat(failures).as("seed %d", seed).isGreaterThan(20);
        for (long row : rows.values()) {
            assertThat(ordered.removeIfThere(row)).isTrue();
        }
        assertThat(ordered.entry(0)).isZero();
    }

    private static void check(OrderedIndex ordered, Map<Long, Long> rows, long seed) {
        IndexOrder order = ordered.order();
        var prefixes = new TreeMap<Long, Integer>();
        rows.values().forEach(row -> prefixes.merge(order.prefix(row), 1, Integer::sum));
        prefixes.forEach((prefix, count) -> {
            long entry = ordered.entry(prefix);
            int entries = OrderedIndex.isPartition(entry)
                ? PartitionCheck.check(OrderedIndex.rootOf(entry), order) : entry == 0 ? 0 : 1;
            assertThat(entries).as("seed %d, prefix %d", seed, prefix).isEqualTo(count);
        });
    }

    @Test
    void hashTableThatCannotGrowStaysWhole() {
        var index = new HashIndex(memory, 0);
        int failures = 0;
        for (long key = 0; key < 5000; key++) {
            memory.takesUntilFailure = 0;
            try {
                index.putIfAbsent(key, key + 1);
            } catch (OutOfMemoryError expected) {
                failures++;
                assertThat(index.find(key)).isZero();
                memory.takesUntilFailure = -1;
                assertThat(index.putIfAbsent(key, key + 1)).isZero();
            }
        }
        for (long key = 0; key < 5000; key++) {
            assertThat(index.find(key)).isEqualTo(key + 1);
        }
        assertThat(failures).isGreaterThan(16);
    }

    /** The stack ends at every depth of look-ups and scans; all of them work afterwards, and nothing has changed. */
    @Test
    void readsAtTheEndOfTheStackLeaveNoLatch() throws InterruptedException {
        Table table = storage.table(schema);
        var image = new Row(schema);
        arena.blank(image);
        for (int i = 0; i < 500; i++) {
            table.insert(image.set(area, i % 3).set(id, i).set(twin, i / 2).set(name, "SAMEHEAD"));
        }
        var byTwins = new IndexCursor(table.index(byTwin));
        var byNames = new IndexCursor(table.index(byName));
        List<LongConsumer> reads = List.of(
            n -> assertThat(table.find(schema.key(n % 3, n)) != 0).isTrue(),
            n -> assertThat(count(byTwins, new IndexRange(byTwin).equal(n / 2)) == 2).isTrue(),
            n -> assertThat(count(byNames, new IndexRange(byName).equal(1).equal("SAMEHEAD")) == 167).isTrue());
        for (LongConsumer read : reads) {
            var failures = new ArrayList<Throwable>();
            int overflows = atTheEndOfTheStack(failures, read);
            assertThat(overflows).isPositive();
            assertThat(failures).isEmpty();
            onOneThread(() -> {
                for (int i = 0; i < 500; i++) {
                    read.accept(i);
                }
            });
        }
    }

    /** What an insert that overflows the stack leaves in a partition is open, but no latch, nor rows of others. */
    @Test
    void insertsAtTheEndOfTheStackLeaveNoLatch() throws InterruptedException {
        var hashed = new HashIndex(memory, 0);
        var ordered = new OrderedIndex(byName, schema, 0, new Lifetime("closed"), memory);
        // More partitions than stripes.
        int areas = 250;
        var known = new HashSet<Long>();
        long[] rows = new long[1000];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(i % areas, i, i);
            known.add(rows[i]);
        }
        // Compiled code has other frames, and ends elsewhere.
        for (int round = 0; round < 40; round++) {
            for (long row : rows) {
                ordered.insert(row);
            }
            for (int i = 0; i < (round < 39 ? rows.length : 500); i++) {
                assertThat(ordered.removeIfThere(rows[i])).isTrue();
            }
        }
        int overflows = atTheEndOfTheStack(new ArrayList<>(), n -> {
            hashed.putIfAbsent(n, 8);
            ordered.insert(rows[(int) n]);
        });
        assertThat(overflows).isPositive();
        onOneThread(() -> {
            for (long prefix = 0; prefix < areas; prefix++) {
                assertThat(ordered.stripe(prefix).tryLatch()).isTrue();
                holdsOnlyItsOwn(ordered, prefix, known);
                ordered.stripe(prefix).unlatchUnchanged();
            }
            for (long key = 0; key < 10_000; key++) {
                hashed.find(key);
                hashed.remove(key);
            }
            memory.give(memory.take(0), 0);
        });
    }

    private static void holdsOnlyItsOwn(OrderedIndex ordered, long prefix, Set<Long> known) {
        long entry = ordered.entry(prefix);
        assertThat(OrderedIndex.isPartition(entry)).isTrue();
        long leaf = ordered.stripe(prefix).leafOf(OrderedIndex.rootOf(entry), Long.MIN_VALUE, Node.BEFORE_TIES, true);
        for (; leaf != 0; leaf = Node.next(leaf)) {
            for (int i = 0; i < Node.size(leaf); i++) {
                // An entry that was being written may be anything.
                long row = Node.leafAddress(leaf, i);
                assertThat(!known.contains(row) || ordered.order().prefix(row) == prefix)
                    .as("a row in the partition of %d", prefix).isTrue();
            }
        }
    }

    @Test
    void slotsAtTheEndOfTheStackLeaveNoLatch() throws InterruptedException {
        try (var slots = new Slots(schema, 100_000, 0, 0, memory.account(), Parking.onMachine())) {
            // Freed ones for all, so that no page is needed.
            long[] taken = new long[4000];
            for (int i = 0; i < taken.length; i++) {
                taken[i] = slots.take();
            }
            for (long slot : taken) {
                slots.give(slot);
            }
            int overflows = atTheEndOfTheStack(new ArrayList<>(), n -> {
                slots.give(slots.take());
                slots.rows();
            });
            assertThat(overflows).isPositive();
            onOneThread(() -> assertThat(slots.rows()).isBetween(0L, (long) overflows));
            onOneThread(() -> slots.give(slots.take()));
        }
    }

    private static int count(IndexCursor cursor, IndexRange range) {
        cursor.open(range);
        int count = 0;
        while (cursor.next()) {
            count++;
        }
        return count;
    }

    /** Calls the work at each depth on the way out of an endless recursion, until it has succeeded 50 times. */
    private static int atTheEndOfTheStack(List<Throwable> failures, LongConsumer work) throws InterruptedException {
        var dive = new Dive(work, failures);
        Thread thread = new Thread(null, dive, "dive", STACK_BYTES);
        thread.start();
        thread.join();
        return dive.overflows;
    }

    private static final class Dive implements Runnable {
        private final LongConsumer work;
        private final List<Throwable> failures;
        private int overflows;
        private int successes;
        private long calls;

        Dive(LongConsumer work, List<Throwable> failures) {
            this.work = work;
            this.failures = failures;
        }

        @Override
        public void run() {
            dive();
        }

        @SuppressWarnings("InfiniteRecursion") // This is the point of it.
        private void dive() {
            try {
                dive();
            } catch (StackOverflowError end) {
                overflows++;
            }
            if (successes < 50) {
                try {
                    work.accept(calls++ % 500);
                    successes++;
                } catch (StackOverflowError expected) {
                    overflows++;
                } catch (RuntimeException | AssertionError e) {
                    successes++;
                    failures.add(e);
                }
            }
        }
    }

    private static void onOneThread(Runnable work) throws InterruptedException {
        var thrown = new ArrayList<Throwable>();
        Thread thread = new Thread(work, "after");
        thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e));
        thread.start();
        thread.join(10_000);
        assertThat(thread.isAlive()).as("a latch was left locked").isFalse();
        assertThat(thrown).isEmpty();
    }
}
