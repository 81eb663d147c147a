package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In keys and indexes -0.0 and 0.0 are one value (docs/decisions/0076). */
@Timeout(20)
class NegativeZeroTest {
    /** Of a number alone, so that the key is its bits, and of two columns, so that it is a hash. */
    private final TableSchema.Builder loneBuilder = TableSchema.named("lone");
    private final DoubleColumn number = loneBuilder.float64("number");
    private final TableSchema lone = loneBuilder.primaryKey(number.part()).ordered(0).build();

    private final TableSchema.Builder builder = TableSchema.named("pair");
    private final DoubleColumn x = builder.float64("x");
    private final DoubleColumn y = builder.float64("y");
    private final DoubleColumn plain = builder.float64("plain");
    private final DoubleColumn unique = builder.nullable().float64("unique");
    private final LongColumn rank = builder.int32("rank");
    private final TableSchema pair;
    private final IndexSchema byUnique;
    private final IndexSchema byPlain;

    private final Storage storage;
    private final RowArena arena;

    NegativeZeroTest() {
        builder.primaryKey(x.part(), y.part());
        byUnique = builder.uniqueIndex("by_unique", unique.part());
        byPlain = builder.index("by_plain", 0, plain.part(), rank.signed(32));
        pair = builder.build();
        storage = Storage.builder().table(lone, 100).table(pair, 100).open();
        arena = storage.arena();
    }

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    private Row lone(double value) {
        var image = new Row(lone);
        arena.blank(image);
        return image.set(number, value);
    }

    private Row pair(double first, double second) {
        var image = new Row(pair);
        arena.blank(image);
        return image.set(x, first).set(y, second);
    }

    @Test
    void aKeyIsFoundUnderEitherZeroAndReadBackAsZero() {
        Table table = storage.table(lone);
        table.insert(lone(-0.0));
        assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> table.insert(lone(0.0)))
            .withMessageContaining("number=0.0");
        assertThat(table.find(lone(0.0))).isNotEqualTo(Table.ABSENT).isEqualTo(table.find(lone(-0.0)));
        var row = new Row(lone);
        table.read(table.find(lone(0.0)), row);
        assertThat(row.get(number)).isEqualTo(0.0);
        assertThat(lone.lockKeyOf(lone(-0.0))).isEqualTo(lone.lockKeyOf(lone(0.0)));
        assertThat(lone.sameKey(lone(-0.0), lone(0.0))).isTrue();
        assertThat(lone.lockKey(-0.0)).isEqualTo(lone.lockKey(0.0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -0.0})
    void aHashedKeyIsFoundUnderEitherZero(double zero) {
        Table table = storage.table(pair);
        table.insert(pair(zero, 1));
        table.insert(pair(1, -zero));
        assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> table.insert(pair(-zero, 1)));
        assertThat(table.find(pair(-0.0, 1))).isNotEqualTo(Table.ABSENT).isEqualTo(table.find(pair(0.0, 1)));
        assertThat(table.find(pair(1, -0.0))).isNotEqualTo(Table.ABSENT).isEqualTo(table.find(pair(1, 0.0)));
        assertThat(pair.lockKey(-0.0, 1.0)).isEqualTo(pair.lockKey(0.0, 1.0));
        assertThat(table.find(pair(-zero, -1))).isEqualTo(Table.ABSENT);
    }

    @Test
    void otherColumnsKeepTheSign() {
        assertThat(Double.doubleToRawLongBits(pair(1, 2).set(plain, -0.0).get(plain))).isEqualTo(Long.MIN_VALUE);
        assertThat(Double.doubleToRawLongBits(pair(-0.0, 2).get(x))).isZero();
    }

    @Test
    void aUniqueIndexTakesOneZeroOnly() {
        Table table = storage.table(pair);
        table.insert(pair(1, 1).set(unique, -0.0));
        assertThatExceptionOfType(UniqueViolationException.class)
            .isThrownBy(() -> table.insert(pair(2, 2).set(unique, 0.0)));
        table.insert(pair(3, 3).set(unique, Double.NaN));
        assertThatExceptionOfType(UniqueViolationException.class)
            .isThrownBy(() -> table.insert(pair(4, 4).set(unique, -Double.NaN)));
        assertThat(scan(byUnique, range -> range.equal(0.0), x)).containsExactly(1.0);
        assertThat(scan(byUnique, range -> range.equal(-0.0), x)).containsExactly(1.0);
        assertThat(byUnique.prefix(0.0)).isEqualTo(byUnique.prefix(-0.0));
    }

    private List<Double> scan(IndexSchema index, UnaryOperator<IndexRange> bounds, DoubleColumn column) {
        Table table = storage.table(pair);
        var cursor = new IndexCursor(table.index(index));
        cursor.open(bounds.apply(new IndexRange(index)));
        var found = new ArrayList<Double>();
        var row = new Row(pair);
        while (cursor.next()) {
            table.read(cursor.address(), row);
            found.add(row.get(column));
        }
        return found;
    }

    @Test
    void rangesTakeBothZerosOrNone() {
        Table table = storage.table(pair);
        double[] values = {-1, -0.0, 0.0, -0.0, 0.0, -Double.MIN_VALUE, Double.MIN_VALUE, 1, Double.NaN,
            Double.NEGATIVE_INFINITY};
        for (int i = 0; i < values.length; i++) {
            table.insert(pair(i, i).set(plain, values[i]).set(rank, 10 - i));
        }
        for (double zero : new double[] {0.0, -0.0}) {
            // Zeros stand together, in the order of what follows in the index.
            assertThat(scan(byPlain, range -> range.atLeast(zero), x)).containsExactly(4., 3., 2., 1., 6., 7., 8.);
            assertThat(scan(byPlain, range -> range.greaterThan(zero), x)).containsExactly(6., 7., 8.);
            assertThat(scan(byPlain, range -> range.atMost(zero), x)).containsExactly(9., 0., 5., 4., 3., 2., 1.);
            assertThat(scan(byPlain, range -> range.lessThan(zero), x)).containsExactly(9., 0., 5.);
            assertThat(scan(byPlain, range -> range.equal(zero), x)).containsExactly(4., 3., 2., 1.);
            assertThat(scan(byPlain, range -> range.between(-0.0, zero), x)).containsExactly(4., 3., 2., 1.);
        }
        assertThat(scan(byPlain, range -> range.atLeast(Double.NaN), x)).containsExactly(8.);
        assertThat(scan(byPlain, range -> range.greaterThan(Double.MAX_VALUE), x)).containsExactly(8.);
    }

    /** Puts a value there as versions before did, past the setter. */
    private static Row raw(Row image, DoubleColumn column, long bits) {
        io.baton.storage.memory.Memory.putLong(image.writableAddress() + column.offset(), bits);
        return image;
    }

    @Test
    void aRowOfAnEarlierVersionIsFoundAndChanged() {
        Table table = storage.table(lone);
        var restore = new TableRestore(table);
        restore.put(raw(lone(0.0), number, Long.MIN_VALUE));
        restore.put(raw(lone(0.0), number, Long.MIN_VALUE));
        restore.indexBuilds().forEach(Runnable::run);
        assertThat(table.find(lone(0.0))).isNotEqualTo(Table.ABSENT);
        var row = new Row(lone);
        var stored = new Row(lone);
        table.read(table.find(lone(0.0)), stored);
        arena.copyWithFixedKey(row, stored);
        row.set(number, -0.0).set(number, 0.0);
        assertThatThrownBy(() -> row.set(number, 1.0)).hasMessageContaining("a key does not change");
    }

    @Test
    void twoRowsOfAnEarlierVersionThatAreOneKeyNowAreToldAndNotLost() {
        var restore = new TableRestore(storage.table(pair));
        restore.put(pair(0.0, 7));
        assertThatExceptionOfType(StorageException.class)
            .isThrownBy(() -> restore.put(raw(pair(0.0, 7), x, Long.MIN_VALUE)))
            .withMessage(
                "table pair has two rows with key (x=-0.0, y=7.0), one with -0.0 and one with 0.0, which are one"
                    + " key now; open the store with the version of Baton that wrote it, delete one of the two, and"
                    + " close it");
        // What was deleted in between is no second row.
        assertThat(restore.delete(pair(0.0, 7))).isTrue();
        restore.put(raw(pair(0.0, 7), x, Long.MIN_VALUE));
    }

    @Test
    void aStoreWithBothZerosInAUniqueIndexOpensAndTakesNoThird() {
        Table table = storage.table(pair);
        var restore = new TableRestore(table);
        restore.put(pair(1, 1).set(unique, -0.0));
        restore.put(pair(2, 2).set(unique, 0.0));
        restore.indexBuilds().forEach(Runnable::run);
        assertThat(scan(byUnique, range -> range.equal(0.0), x)).containsExactlyInAnyOrder(1.0, 2.0);
        assertThatExceptionOfType(UniqueViolationException.class)
            .isThrownBy(() -> table.insert(pair(3, 3).set(unique, 0.0)));
    }
}
