package io.baton.storage;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.UuidColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with wide keys against a map, with many twins; and copies of them while others work. */
@Timeout(60)
class WideTableModelTest {
    private static final int OPERATIONS = 20_000;
    private static final int KEYS = 120;
    private static final int ROUNDS = 60;

    private final TableSchema.Builder builder = TableSchema.named("wide");
    private final StringColumn name = builder.string("name", 12);
    private final UuidColumn token = builder.uuid("token");
    /** The number of the key, far from the key, so that a copy of two rows shows. */
    private final StringColumn gap = builder.string("gap", 3000);
    private final LongColumn tag = builder.int32("tag");
    private final LongColumn value = builder.int32("value");
    private final IndexSchema byValue = builder.primaryKey(name.part(), token.part()).index("by_value", 0,
        value.signed(32));

    /** A key by its number: three names, and tokens in groups of four twins each. */
    private Row key(RowArena arena, TableSchema schema, int number) {
        var image = new Row(schema);
        arena.blank(image);
        String text = "name" + number % 3;
        int group = number / 12;
        // Of all names the first token is that of the group; the others are their twins.
        long most = number / 3 % 4 + 1L;
        long start = hashOfName(text);
        long base = hashOfName("name0");
        long fold = 0x9E3779B97F4A7C15L;
        long first = HashIndex.combine(base, 1);
        long own = HashIndex.combine(start, most);
        long least = group ^ (first + fold) * 31 ^ (own + fold) * 31;
        return image.set(name, text).set(token, most, least).set(tag, number);
    }

    private static long hashOfName(String text) {
        var names = TableSchema.named("names");
        StringColumn name = names.string("name", 12);
        return names.primaryKey(name.part()).build().key(text);
    }

    private TableSchema schema(int scanColumns) {
        return (scanColumns == 2 ? builder : builder.ordered(scanColumns)).build();
    }

    private List<Integer> scan(Table table, IndexSchema index, IndexRange range) {
        var cursor = new IndexCursor(table.index(index));
        var row = new Row(table.schema());
        var found = new ArrayList<Integer>();
        cursor.open(range);
        while (cursor.next()) {
            table.read(cursor.address(), row);
            found.add((int) row.get(tag));
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 3", "2, 4"})
    void tableIsAMap(int scanColumns, long seed) {
        var random = new SplittableRandom(seed);
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, KEYS).open(); var arena = storage.arena();
            var probes = storage.arena()) {
            Table table = storage.table(schema);
            List<Row> keys = IntStream.range(0, KEYS).mapToObj(i -> key(probes, schema, i)).toList();
            assertThat(keys.stream().mapToLong(schema::keyOf).distinct().count()).isEqualTo(KEYS / 12);
            Comparator<Integer> order =
                (a, b) -> requireNonNull(schema.primaryIndex()).compare(keys.get(a), keys.get(b));
            var model = new TreeMap<Integer, Integer>(order);
            for (int i = 0; i < OPERATIONS; i++) {
                int number = random.nextInt(KEYS);
                int next = random.nextInt(50);
                step(random.nextInt(4), table, arena, keys.get(number), model, number, next);
                if (i % 1000 == 0) {
                    checkAll(table, keys, model, scanColumns);
                }
            }
            model.keySet().forEach(number -> table.delete(keys.get(number)));
            assertThat(table.rows()).isZero();
            assertThat(copied(table)).isEmpty();
            assertThat(scan(table, byValue, new IndexRange(byValue))).isEmpty();
        }
    }

    private void step(int kind, Table table, RowArena arena, Row probe, Map<Integer, Integer> model, int number,
            int next) {
        arena.reset();
        long address = table.find(probe);
        assertThat(address != Table.ABSENT).isEqualTo(model.containsKey(number));
        var stored = new Row(table.schema());
        var image = new Row(table.schema());
        if (address == Table.ABSENT) {
            if (kind > 0) {
                arena.blankWithFixedKey(image, probe);
                table.insert(image.set(tag, number).set(value, next));
                model.put(number, next);
            }
            return;
        }
        table.read(address, stored);
        assertThat(stored.get(tag)).isEqualTo(number);
        assertThat(stored.get(value)).isEqualTo(model.getOrDefault(number, -1).longValue());
        if (kind == 0) {
            arena.copyWithFixedKey(image, stored);
            table.update(address, image.set(value, next));
            model.put(number, next);
        } else if (kind == 1) {
            table.delete(probe);
            model.remove(number);
        }
    }

    private void checkAll(Table table, List<Row> keys, NavigableMap<Integer, Integer> model, int scanColumns) {
        assertThat(table.rows()).isEqualTo(model.size());
        assertThat(copied(table)).isEqualTo(new HashMap<>(model));
        var restored = new ArrayList<Integer>();
        var row = new Row(table.schema());
        table.primary.forEachRow(address -> {
            table.read(address, row);
            restored.add((int) row.get(tag));
        });
        assertThat(restored).containsExactlyInAnyOrderElementsOf(model.keySet());
        assertThat(scan(table, byValue, new IndexRange(byValue))).hasSize(model.size());
        IndexSchema primary = requireNonNull(table.schema().primaryIndex());
        if (scanColumns == 0) {
            assertThat(scan(table, primary, new IndexRange(primary))).containsExactlyElementsOf(model.keySet());
            assertThat(scan(table, primary, new IndexRange(primary).descending()))
                .containsExactlyElementsOf(model.descendingKeySet());
        } else if (scanColumns == 1) {
            assertThat(scan(table, primary, new IndexRange(primary).equal("name1")))
                .containsExactlyElementsOf(model.keySet().stream().filter(i -> i % 3 == 1).toList());
        } else {
            for (int i = 0; i < KEYS; i++) {
                assertThat(scan(table, primary, new IndexRange(primary).equalTo(keys.get(i))))
                    .isEqualTo(model.containsKey(i) ? List.of(i) : List.of());
            }
        }
    }

    private Map<Integer, Integer> copied(Table table) {
        var rows = new HashMap<Integer, Integer>();
        var row = new Row(table.schema());
        try (var copy = new TableCopy(table)) {
            int count = 1;
            while (count > 0) {
                count = copy.next(address -> {
                    table.read(address, row);
                    int number = (int) row.get(tag);
                    assertThat(row.get(name)).isEqualTo("name" + number % 3);
                    assertThat(row.get(token).getMostSignificantBits()).isEqualTo(number / 3 % 4 + 1);
                    assertThat(rows.put(number, (int) row.get(value))).as("%d came before", number).isNull();
                });
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void keysAloneAreCopiedTooEachOnce(int scanColumns) {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 4 * KEYS).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            List<Row> keys = IntStream.range(0, KEYS).mapToObj(i -> key(arena, schema, i)).toList();
            keys.forEach(table::insert);
            var found = new ArrayList<String>();
            var row = new Row(schema);
            var image = new Row(schema);
            try (var copy = TableCopy.ofKeys(table)) {
                int count = 1;
                while (count > 0) {
                    count = copy.next(address -> {
                        table.read(address, row);
                        arena.copyKey(image, row);
                        found.add(schema.describe(image));
                    });
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(keys.stream().map(schema::describe).toList());
        }
    }

    /** Keys that are divisible by 5 stay; the others come and go. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void copyHasEachRowOnceWhileTwinsComeAndGo(int scanColumns) throws Exception {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 4 * KEYS).open(); var arena = storage.arena();
            ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Table table = storage.table(schema);
            List<Row> keys = IntStream.range(0, KEYS).mapToObj(i -> key(arena, schema, i)).toList();
            keys.forEach(table::insert);
            var done = new AtomicBoolean();
            List<Future<?>> workers = IntStream.range(0, 2)
                .<Future<?>>mapToObj(t -> threads.submit(() -> comeAndGo(storage, table, t, done))).toList();
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    assertThat(copied(table)).containsKeys(
                        IntStream.range(0, KEYS).filter(i -> i % 5 == 0).boxed().toArray(Integer[]::new));
                }
            } finally {
                done.set(true);
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        }
    }

    /** Works on keys of its own. */
    private void comeAndGo(Storage storage, Table table, int thread, AtomicBoolean done) {
        var random = new SplittableRandom(thread);
        try (var arena = storage.arena()) {
            while (!done.get()) {
                arena.reset();
                int number = 2 * random.nextInt(KEYS / 2) + thread;
                Row key = key(arena, table.schema(), number);
                if (number % 5 == 0) {
                    continue;
                }
                if (table.find(key) == Table.ABSENT) {
                    table.insert(key.set(gap, "x".repeat(number)));
                } else {
                    table.delete(key);
                }
            }
        }
    }
}
