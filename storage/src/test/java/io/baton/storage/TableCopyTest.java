package io.baton.storage;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy has every row once, each under its own key, and redo over it gives the exact state. */
@Timeout(120)
class TableCopyTest {
    private static final int HASHED = -1;
    private static final int KEYS = 60;
    private static final int PAD_BYTES = 8000;
    private static final int THREADS = 2;
    private static final int ROUNDS = 100;
    /** In place of a value: the row goes. */
    private static final long GONE = -1;

    private final TableSchema.Builder builder = TableSchema.named("copied");
    private final LongColumn group = builder.int32("group");
    private final LongColumn id = builder.int32("id");
    /** The key once more, far apart, so that copying takes time and a copy of two rows shows. */
    private final List<LongColumn> tags = IntStream.range(0, 5).mapToObj(i -> {
        builder.string("gap_" + i, PAD_BYTES);
        return builder.int64("tag_" + i);
    }).toList();
    private final LongColumn value = builder.int64("value");
    private final StringColumn text = builder.string("text", 30);

    private TableSchema schema(int scanColumns) {
        builder.primaryKey(group.bits(8), id.signed(24));
        return (scanColumns == HASHED ? builder : builder.ordered(scanColumns)).build();
    }

    private static long key(TableSchema schema, long number) {
        return schema.key(number % 7, number - KEYS / 2);
    }

    private void fill(Row image, long key, long newValue) {
        tags.forEach(tag -> image.set(tag, key));
        setValue(image, key, newValue);
    }

    private void setValue(Row image, long key, long newValue) {
        image.set(value, newValue).set(text, key + ":" + "x".repeat((int) (newValue % 15)));
    }

    private Map<Long, Long> copied(Table table, Map<Long, String> texts) {
        var rows = new HashMap<Long, Long>();
        var row = new Row(table.schema());
        try (var copy = new TableCopy(table)) {
            int count = 1;
            while (count > 0) {
                count = copy.next(address -> {
                    table.read(address, row);
                    long key = table.schema().keyOf(row);
                    assertThat(tags).allMatch(tag -> row.get(tag) == key, "have the key " + key);
                    assertThat(row.get(text)).startsWith(key + ":");
                    assertThat(rows.put(key, row.get(value))).as("key %d came before", key).isNull();
                    texts.put(key, row.get(text));
                });
            }
        }
        return rows;
    }

    /** What stands for the log: changes in order, each made under its key's lock together with the change itself. */
    private final class Changes {
        private final List<long[]> log = new ArrayList<>();
        private final ReentrantReadWriteLock underWay = new ReentrantReadWriteLock();
        private final Object[] locks = IntStream.range(0, KEYS).mapToObj(i -> new Object()).toArray();

        private int append(long key, long newValue) {
            synchronized (log) {
                log.add(new long[] {key, newValue});
                return log.size();
            }
        }

        /** Where the log ends when no change has a record and is not yet made. */
        int begin() {
            underWay.writeLock().lock();
            try {
                return end();
            } finally {
                underWay.writeLock().unlock();
            }
        }

        int end() {
            synchronized (log) {
                return log.size();
            }
        }

        List<long[]> between(int begin, int end) {
            synchronized (log) {
                return List.copyOf(log.subList(begin, end));
            }
        }

        void work(Storage storage, Table table, int seed, AtomicBoolean done) {
            var random = new SplittableRandom(seed);
            var image = new Row(table.schema());
            var row = new Row(table.schema());
            try (var arena = storage.arena()) {
                while (!done.get()) {
                    arena.reset();
                    int number = random.nextInt(KEYS);
                    long key = key(table.schema(), number);
                    synchronized (locks[number]) {
                        underWay.readLock().lock();
                        try {
                            change(table, arena, key, random, image, row);
                        } finally {
                            underWay.readLock().unlock();
                        }
                    }
                }
            }
        }

        private void change(Table table, RowArena arena, long key, SplittableRandom random, Row image, Row row) {
            long address = table.find(key);
            long newValue = random.nextInt(1_000_000);
            if (address == Table.ABSENT) {
                arena.blank(image);
                table.schema().writeKey(image, key);
                fill(image, key, newValue);
                long slot = table.reserve(image, key);
                if (random.nextInt(4) == 0) {
                    table.cancel(slot);
                } else {
                    append(key, newValue);
                    table.add(slot);
                }
            } else if (random.nextBoolean()) {
                append(key, GONE);
                table.delete(key);
            } else {
                table.read(address, row);
                arena.copy(image, row);
                setValue(image, key, newValue);
                append(key, newValue);
                if (random.nextBoolean()) {
                    table.change(address, image);
                } else {
                    table.replace(address, image);
                }
            }
        }
    }

    private static void redo(Map<Long, Long> rows, List<long[]> changes) {
        for (long[] change : changes) {
            if (change[1] == GONE) {
                rows.remove(change[0]);
            } else {
                rows.put(change[0], change[1]);
            }
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(ints = {HASHED, 0, 1, 2})
    void copiesTakenWhileRowsComeAndGoAreMendedByRedo(int scanColumns) throws Exception {
        TableSchema schema = schema(scanColumns);
        var changes = new Changes();
        var done = new AtomicBoolean();
        try (var storage = Storage.builder().table(schema, 2000).open();
            ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Table table = storage.table(schema);
            var working = new ArrayList<Future<?>>();
            for (int i = 0; i < THREADS; i++) {
                int seed = i;
                working.add(threads.submit(() -> changes.work(storage, table, seed, done)));
            }
            var copies = new ArrayList<Map<Long, Long>>();
            var texts = new ArrayList<Map<Long, String>>();
            var begins = new ArrayList<Integer>();
            var ends = new ArrayList<Integer>();
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    begins.add(changes.begin());
                    texts.add(new HashMap<>());
                    copies.add(copied(table, texts.getLast()));
                    ends.add(changes.end());
                }
            } finally {
                done.set(true);
            }
            for (Future<?> thread : working) {
                thread.get();
            }
            var last = copied(table, new HashMap<>());
            for (int round = 0; round < ROUNDS; round++) {
                checkExplained(changes, copies.get(round), begins.get(round), ends.get(round));
                checkRestored(schema, changes, copies.get(round), texts.get(round), begins.get(round), last);
            }
        }
    }

    /** Every row was there with this value at some time, and every row that was there all the time is there. */
    private static void checkExplained(Changes changes, Map<Long, Long> copy, int begin, int end) {
        var before = new HashMap<Long, Long>();
        redo(before, changes.between(0, begin));
        var steady = new HashMap<>(before);
        var possible = new HashMap<Long, List<Long>>();
        before.forEach((key, now) -> possible.computeIfAbsent(key, k -> new ArrayList<>()).add(now));
        for (long[] change : changes.between(begin, end)) {
            possible.computeIfAbsent(change[0], k -> new ArrayList<>()).add(change[1]);
            if (change[1] == GONE) {
                steady.remove(change[0]);
            }
        }
        copy.forEach((key, now) -> assertThat(possible).hasEntrySatisfying(key, values -> assertThat(values)
            .contains(now)));
        assertThat(copy.keySet()).containsAll(steady.keySet());
    }

    /** Fills another table with the copy, redoes all later changes, and compares. */
    private void checkRestored(TableSchema schema, Changes changes, Map<Long, Long> copy, Map<Long, String> texts,
            int begin, Map<Long, Long> last) {
        try (var storage = Storage.builder().table(schema, 2000).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var restore = new TableRestore(table);
            var image = new Row(schema);
            arena.blank(image);
            copy.forEach((key, now) -> {
                schema.writeKey(image, key);
                tags.forEach(tag -> image.set(tag, key));
                restore.put(image.set(value, now).set(text, requireNonNull(texts.get(key))));
            });
            for (long[] change : changes.between(begin, changes.end())) {
                schema.writeKey(image, change[0]);
                fill(image, change[0], 1);
                if (change[1] == GONE) {
                    restore.delete(image);
                } else {
                    redoValue(restore, image, change[0], change[1]);
                }
            }
            restore.indexBuilds().forEach(Runnable::run);
            var restoredTexts = new HashMap<Long, String>();
            assertThat(copied(table, restoredTexts)).isEqualTo(last);
            restoredTexts.forEach(
                (key, found) -> assertThat(found)
                    .isEqualTo(key + ":" + "x".repeat((int) (requireNonNull(last.get(key)) % 15))));
        }
    }

    private void redoValue(TableRestore restore, Row image, long key, long newValue) {
        long address = restore.find(image);
        if (address == Table.ABSENT) {
            setValue(image, key, newValue);
            restore.put(image);
        } else {
            restore.load(address, image);
            setValue(image, key, newValue);
            restore.store(address, image);
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(ints = {HASHED, 0, 1})
    void rowsThatAreThereAllTheTimeComeOnceWhileTheTableGrows(int scanColumns) {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 1000).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var image = new Row(schema);
            arena.blank(image);
            for (int i = 0; i < 500; i++) {
                schema.writeKey(image, key(schema, i));
                table.insert(image);
            }
            var found = new ArrayList<Long>();
            var row = new Row(schema);
            try (var copy = new TableCopy(table)) {
                int more = 500;
                while (copy.next(address -> {
                    table.read(address, row);
                    found.add(schema.keyOf(row));
                }) > 0) {
                    for (int end = Math.min(more + 200, 12_000); more < end; more++) {
                        schema.writeKey(image, key(schema, more));
                        table.insert(image);
                    }
                }
            }
            assertThat(found).doesNotHaveDuplicates();
            for (int i = 0; i < 500; i++) {
                assertThat(found).contains(key(schema, i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30})
    void rowsOfAllSizesAreCopied(int strings) {
        var large = TableSchema.named("large");
        LongColumn number = large.int64("number");
        for (int i = 0; i < strings; i++) {
            large.string("text_" + i, 30_000);
        }
        large.primaryKey(number.bits(64));
        TableSchema schema = large.build();
        try (var storage = Storage.builder().table(schema, 100).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var image = new Row(schema);
            arena.blank(image);
            for (int i = 0; i < 300; i++) {
                table.insert(image.set(number, i));
            }
            var found = new ArrayList<Long>();
            var row = new Row(schema);
            try (var copy = new TableCopy(table)) {
                while (copy.next(address -> {
                    table.read(address, row);
                    found.add(row.get(number));
                }) > 0) {
                    assertThat(found).isNotEmpty();
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 300).mapToObj(i -> (long) i)
                .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0, 1})
    void keysAloneAreCopiedTooEachOnce(int scanColumns) {
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 10 * KEYS).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var image = new Row(schema);
            var expected = new ArrayList<Long>();
            for (int i = 0; i < KEYS; i++) {
                arena.reset();
                arena.blankWithFixedKey(image, key(schema, i));
                table.insert(image);
                expected.add(key(schema, i));
            }
            var found = new ArrayList<Long>();
            var row = new Row(schema);
            try (var copy = TableCopy.ofKeys(table)) {
                int count = 1;
                while (count > 0) {
                    count = copy.next(address -> {
                        table.read(address, row);
                        found.add(schema.keyOf(row));
                    });
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void refusesToGoOnAfterItsEndOrThatOfTheStorage() {
        TableSchema schema = schema(HASHED);
        var storage = Storage.builder().table(schema, 10).open();
        Table table = storage.table(schema);
        var copy = new TableCopy(table);
        assertThat(copy.next(address -> {})).isZero();
        copy.close();
        copy.close();
        assertThatIllegalStateException().isThrownBy(() -> copy.next(address -> {}))
            .withMessage("this copy of a table is closed");
        try (var other = new TableCopy(table)) {
            storage.close();
            assertThatIllegalStateException().isThrownBy(() -> other.next(address -> {}))
                .withMessage("storage is closed");
        }
        assertThatIllegalStateException().isThrownBy(() -> new TableCopy(table)).withMessage("storage is closed");
    }
}
