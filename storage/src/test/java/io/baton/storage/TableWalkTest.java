package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk finds each key once, whatever comes and goes meanwhile. */
@Timeout(60)
class TableWalkTest {
    private static final int HASHED = -1;
    private static final int STEADY = 2000;

    private final TableSchema.Builder builder = TableSchema.named("walked");
    private final LongColumn group = builder.int32("group");
    private final LongColumn id = builder.int32("id");

    /** Of two parts, the second of which may be negative; ordered so that a scan binds that many. */
    private TableSchema schema(int scanColumns) {
        builder.primaryKey(group.bits(8), id.signed(24));
        return (scanColumns == HASHED ? builder : builder.ordered(scanColumns)).build();
    }

    private static void insert(Table table, RowArena arena, long key) {
        var image = new Row(table.schema());
        arena.reset();
        arena.blank(image);
        table.schema().writeKey(image, key);
        table.insert(image);
    }

    private static List<Long> rest(TableWalk walk, int portion) {
        var found = new ArrayList<Long>();
        var keys = new long[portion];
        for (int count = walk.next(keys); count > 0; count = walk.next(keys)) {
            for (int i = 0; i < count; i++) {
                found.add(keys[i]);
            }
        }
        assertThat(walk.next(keys)).isZero();
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0, 1, 2})
    void findsEveryKeyOnceInPortionsOfAnySize(int scanColumns) {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            assertThat(rest(new TableWalk(table), 3)).isEmpty();
            var random = new SplittableRandom(7);
            Set<Long> inserted = new HashSet<>();
            for (int i = 0; i < 150; i++) {
                long key = schema.key(random.nextLong(5), random.nextLong(-2000, 2000));
                if (inserted.add(key)) {
                    insert(table, arena, key);
                }
            }
            for (int portion : new int[] {1, 2, 7, 64, 1000}) {
                assertThat(rest(new TableWalk(table), portion)).as("portions of %d", portion)
                    .doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(inserted);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keysOfAll64BitsAreFound(boolean ordered) {
        var wide = TableSchema.named("wide");
        LongColumn number = wide.int64("number");
        wide.primaryKey(number.bits(64));
        TableSchema schema = (ordered ? wide.ordered(0) : wide).build();
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            Long[] keys = {0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -(1L << 40)};
            for (long key : keys) {
                insert(table, arena, key);
            }
            assertThat(rest(new TableWalk(table), 2)).containsExactlyInAnyOrder(keys);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0, 1})
    void growthBetweenPortionsNeitherRepeatsNorLosesAKey(int scanColumns) {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 600).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            for (int i = 0; i < 300; i++) {
                insert(table, arena, schema.key(i % 50, i));
            }
            var walk = new TableWalk(table);
            List<Long> found = new ArrayList<>();
            var keys = new long[1];
            for (int more = 300; walk.next(keys) == 1; more++) {
                found.add(keys[0]);
                if (more < 1100) {
                    // Many times what the hash table was made for: it doubles again and again.
                    for (int i = 0; i < 10; i++) {
                        insert(table, arena, schema.key((more * 10 + i) % 50, more * 10 + i));
                    }
                }
            }
            assertThat(found).doesNotHaveDuplicates();
            for (int i = 0; i < 300; i++) {
                assertThat(found).contains(schema.key(i % 50, i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0, 1})
    void othersInsertAndDeleteMeanwhile(int scanColumns) throws Exception {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 1000).open(); var arena = storage.arena();
            ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Table table = storage.table(schema);
            List<Long> steady = new ArrayList<>();
            for (int i = 0; i < STEADY; i++) {
                steady.add(schema.key(i % 20, 2L * i));
                insert(table, arena, schema.key(i % 20, 2L * i));
            }
            var done = new AtomicBoolean();
            var churns = new ArrayList<Future<?>>();
            for (int thread = 0; thread < 2; thread++) {
                int first = thread;
                churns.add(threads.submit(() -> churn(storage, table, first, done)));
            }
            try {
                for (int round = 0; round < 10; round++) {
                    List<Long> found = rest(new TableWalk(table), 1 + round * 10);
                    Set<Long> distinct = new HashSet<>(found);
                    assertThat(distinct).hasSameSizeAs(found);
                    assertThat(distinct.containsAll(steady)).as("all that were there all the time").isTrue();
                    assertThat(found).allMatch(key -> schema.keyColumn(key, 0) < 40);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> churn : churns) {
                churn.get();
            }
            assertThat(rest(new TableWalk(table), 64)).containsExactlyInAnyOrderElementsOf(steady);
        }
    }

    /** Inserts and deletes keys that stand between the steady ones, and whole prefixes of their own. */
    private static void churn(Storage storage, Table table, int thread, AtomicBoolean done) {
        TableSchema schema = table.schema();
        try (var arena = storage.arena()) {
            var random = new SplittableRandom(thread);
            while (!done.get()) {
                int base = random.nextInt(STEADY - 500);
                for (int i = base; i < base + 500; i++) {
                    insert(table, arena, schema.key(2 * (i % 20) + thread, -2 * i - 1));
                }
                for (int i = base; i < base + 500; i++) {
                    table.delete(schema.key(2 * (i % 20) + thread, -2 * i - 1));
                }
            }
        }
    }

    @Test
    void closedStorageRefusesTheNextPortion() {
        TableSchema schema = schema(HASHED);
        var storage = Storage.builder().table(schema, 10).open();
        Table table = storage.table(schema);
        try (var arena = storage.arena()) {
            insert(table, arena, schema.key(1, 1));
        }
        var walk = new TableWalk(table);
        storage.close();
        assertThatIllegalStateException().isThrownBy(() -> walk.next(new long[1])).withMessage("storage is closed");
        assertThatIllegalStateException().isThrownBy(() -> new TableWalk(table)).withMessage("storage is closed");
    }
}
