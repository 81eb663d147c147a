package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that was restored is like one whose rows were inserted. */
@Timeout(60)
class TableRestoreTest {
    private static final int HASHED = -1;

    private final TableSchema.Builder builder = TableSchema.named("restored");
    private final LongColumn id = builder.int32("id");
    private final LongColumn number = builder.nullable().int32("number");
    private final StringColumn text = builder.string("text", 10);

    private TableSchema schema(int scanColumns) {
        builder.primaryKey(id.signed(32));
        return (scanColumns == HASHED ? builder : builder.ordered(scanColumns)).build();
    }

    private Row image(RowArena arena, TableSchema schema, long key, long newNumber) {
        var image = new Row(schema);
        arena.blank(image);
        return image.set(id, key).set(number, newNumber).set(text, "t" + newNumber);
    }

    private static void finish(TableRestore restore) {
        restore.indexBuilds().forEach(Runnable::run);
    }

    private static List<Long> scan(Table table, IndexSchema index, LongColumn column) {
        var cursor = new IndexCursor(table.index(index));
        var row = new Row(table.schema());
        var found = new ArrayList<Long>();
        cursor.open(new IndexRange(index));
        while (cursor.next()) {
            table.read(cursor.address(), row);
            found.add(row.get(column));
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0, 1})
    void rowsArePutChangedAndDeletedByTheKeyOfAnImage(int scanColumns) {
        builder.primaryKey(id.signed(32));
        IndexSchema byNumber = builder.index("by_number", 0, number.signed(32));
        TableSchema schema = schema(scanColumns);
        try (var storage = Storage.builder().table(schema, 10).versions().open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var restore = new TableRestore(table);
            for (int i = 0; i < 5; i++) {
                restore.put(image(arena, schema, i, 100 - i));
            }
            restore.put(image(arena, schema, 3, 7));
            assertThat(restore.delete(image(arena, schema, 1, 0))).isTrue();
            assertThat(restore.delete(image(arena, schema, 1, 0))).isFalse();
            Row image = image(arena, schema, 2, 0);
            assertThat(restore.find(image(arena, schema, 1, 0))).isEqualTo(Table.ABSENT);
            restore.load(restore.find(image), image);
            assertThat(image.get(text)).isEqualTo("t98");
            restore.store(restore.find(image), image.set(number, -5));
            assertThat(table.rows()).isEqualTo(4);
            finish(restore);
            assertThat(scan(table, byNumber, id)).containsExactly(2L, 3L, 4L, 0L);
            table.read(table.find(schema.key(2)), image);
            assertThat(image.get(text)).isEqualTo("t98");
            assertThat(table.version(table.find(schema.key(3)))).isZero();
            table.delete(schema.key(2));
            table.insert(image(arena, schema, 1, 50));
            assertThat(scan(table, byNumber, id)).containsExactly(3L, 1L, 4L, 0L);
            assertThatIllegalStateException().isThrownBy(() -> finish(restore))
                .withMessageContaining("was built before");
        }
    }

    @Test
    void rowsThatMayComeTakeNoMemoryBeforeTheyDo() {
        TableSchema schema = schema(HASHED);
        long before;
        try (var storage = Storage.builder().table(schema, 1).open()) {
            before = storage.account().bytes();
        }
        long twentyFiveBillion = 100_000_000_000L / 4;
        try (var storage = Storage.builder().table(schema, 1).rowsRestored(twentyFiveBillion).open();
            var arena = storage.arena()) {
            assertThat(storage.account().bytes()).isEqualTo(before);
            var restore = new TableRestore(storage.table(schema));
            var image = new Row(schema);
            for (int i = 0; i < 100_000; i++) {
                arena.reset();
                arena.blank(image);
                restore.put(image.set(id, i));
            }
            assertThat(storage.table(schema).rows()).isEqualTo(100_000);
            assertThat(restore.find(image.set(id, 70_000))).isNotEqualTo(Table.ABSENT);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Storage.builder().rowsRestored(-1));
    }

    @Test
    void allTypesAreThereWithAllIndexes() {
        try (var types = new AllTypes(new Random(3));
            var storage = Storage.builder().table(types.schema, 10_000).open()) {
            var random = new Random(5);
            for (int i = 0; i < 2000; i++) {
                types.arena.reset();
                types.arena.blank(types.image);
                types.image.set(types.id, i);
                types.columns.forEach(c -> types.image.setValue(c, types.randomValue(c, random)));
                types.table.insert(types.image);
            }
            Table table = storage.table(types.schema);
            var restore = new TableRestore(table);
            try (var copy = new TableCopy(types.table)) {
                int rows = 1;
                while (rows > 0) {
                    rows = copy.next(address -> {
                        types.table.read(address, types.row);
                        restore.put(types.row);
                    });
                }
            }
            restore.indexBuilds().parallelStream().forEach(Runnable::run);
            for (IndexSchema index : types.schema.indexes()) {
                if (index.scanColumns() == 0) {
                    assertThat(scan(table, index, types.id)).as(index.name())
                        .isEqualTo(scan(types.table, index, types.id)).hasSize(2000);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HASHED, 0})
    void threadsRestoreDifferentKeysAtOnce(int scanColumns) throws Exception {
        TableSchema schema = schema(scanColumns);
        int each = 20_000;
        try (var storage = Storage.builder().table(schema, 100_000).open();
            ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Table table = storage.table(schema);
            var restore = new TableRestore(table);
            var parts = new ArrayList<Future<?>>();
            for (int part = 0; part < 4; part++) {
                int first = part;
                parts.add(threads.submit(() -> {
                    try (var arena = storage.arena()) {
                        Row image = image(arena, schema, 0, 0);
                        for (int i = 0; i < each; i++) {
                            image.set(id, 4 * i + first).set(number, i);
                            restore.put(image);
                            if (i % 3 == 0) {
                                restore.delete(image);
                            }
                        }
                    }
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
            finish(restore);
            for (int i = 0; i < 4 * each; i++) {
                assertThat(table.contains(schema.key(i))).isEqualTo(i / 4 % 3 != 0);
            }
        }
    }

    @Test
    void equalRowsInAUniqueIndexAreFoundAtTheEnd() {
        builder.primaryKey(id.signed(32));
        builder.uniqueIndex("one_number", number.signed(32));
        TableSchema schema = schema(HASHED);
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            var restore = new TableRestore(storage.table(schema));
            restore.put(image(arena, schema, 1, 5));
            restore.put(image(arena, schema, 2, 5));
            restore.put(image(arena, schema, 3, 6));
            restore.put(image(arena, schema, 4, 6).setNull(number));
            restore.put(image(arena, schema, 5, 6).setNull(number));
            assertThatExceptionOfType(UniqueViolationException.class).isThrownBy(() -> finish(restore))
                .withMessageContainingAll("(id=1)", "(id=2)", "one_number");
        }
    }

    @Test
    void valuesThatAnIndexCannotHoldAreFoundAtTheEnd() {
        builder.primaryKey(id.signed(32));
        builder.index("small", 0, number.bits(4));
        TableSchema schema = schema(HASHED);
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            var restore = new TableRestore(storage.table(schema));
            restore.put(image(arena, schema, 1, 16));
            assertThatExceptionOfType(ValueOutOfRangeException.class).isThrownBy(() -> finish(restore))
                .withMessageContaining("16");
        }
    }

    @Test
    void limitsOfRowsAndMemoryHoldOnlyAfterwards() {
        TableSchema schema = schema(HASHED);
        try (var storage = Storage.builder().table(schema, 100).memoryLimitBytes(1).open();
            var arena = storage.arena()) {
            Table table = storage.table(schema);
            var restore = new TableRestore(table);
            Row image = image(arena, schema, 0, 1);
            for (int i = 0; i < 4 * 1600; i++) {
                restore.put(image.set(id, i));
            }
            finish(restore);
            assertThat(table.rows()).isEqualTo(6400);
            assertThatExceptionOfType(OutOfMemoryBudgetException.class)
                .isThrownBy(() -> table.insert(image.set(id, 10_000)));
        }
        try (var storage = Storage.builder().table(schema, 100).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var restore = new TableRestore(table);
            Row image = image(arena, schema, 0, 1);
            assertThatExceptionOfType(TableFullException.class).isThrownBy(() -> {
                for (int i = 0; i < 100_000; i++) {
                    restore.put(image.set(id, i));
                }
            });
            long most = table.rows();
            assertThat(most).isGreaterThanOrEqualTo(4 * 1600);
            assertThatExceptionOfType(TableFullException.class).isThrownBy(() -> table.insert(image.set(id, 200_000)));
            for (int i = 0; i < most - 1000; i++) {
                restore.delete(image.set(id, i));
            }
            table.insert(image.set(id, 200_000));
        }
    }

    @Test
    void refusesStrangersAndClosedStorage() {
        TableSchema schema = schema(HASHED);
        TableSchema other = new TableRestoreTest().schema(HASHED);
        var storage = Storage.builder().table(schema, 10).open();
        var arena = storage.arena();
        var restore = new TableRestore(storage.table(schema));
        Row mine = image(arena, schema, 1, 1);
        var theirs = new Row(other);
        arena.blank(theirs);
        assertThatIllegalArgumentException().isThrownBy(() -> restore.put(theirs));
        assertThatIllegalArgumentException().isThrownBy(() -> restore.find(theirs));
        arena.close();
        assertThatIllegalStateException().isThrownBy(() -> restore.put(mine));
        storage.close();
        assertThatIllegalStateException().isThrownBy(() -> restore.put(mine)).withMessage("storage is closed");
        assertThatIllegalStateException().isThrownBy(() -> restore.delete(mine)).withMessage("storage is closed");
    }
}
