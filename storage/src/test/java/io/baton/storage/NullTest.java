package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NullTest {
    private final TableSchema.Builder builder = TableSchema.named("nulls");
    private final LongColumn id = builder.int32("id");
    private final LongColumn number = builder.nullable().int16("number");
    private final StringColumn text = builder.nullable().string("text", 8);
    private final BooleanColumn flag = builder.nullable().bool("flag");
    private final DoubleColumn ratio = builder.nullable().float64("ratio");
    private final StringColumn must = builder.string("must", 8);
    private final TimestampColumn at = builder.nullable().timestamp("at");
    private final DateColumn day = builder.nullable().date("day");
    private final BytesColumn raw = builder.nullable().bytes("raw", 8);
    private final DecimalColumn wide = builder.nullable().decimal("wide", 38, 4);
    private final UuidColumn token = builder.nullable().uuid("token");
    private final TableSchema schema = builder.primaryKey(id.bits(32)).build();
    private final List<Column> nullable = schema.columns().stream().filter(Column::nullable).toList();
    private final Storage storage = Storage.builder().table(schema, 10).open();
    private final RowArena arena = storage.arena();
    private final Row image = new Row(schema);

    @AfterEach
    void closeAll() {
        arena.close();
        storage.close();
    }

    private void setAll(Row row) {
        row.set(number, 7).set(text, "seven").set(flag, true).set(ratio, 7.0).set(at, 7).set(day, 7)
            .set(raw, new byte[] {7}).set(wide, BigDecimal.TEN).set(token, new UUID(7, 7));
    }

    private Object get(Row row, Column column) {
        return switch (column) {
            case BooleanColumn c -> row.get(c);
            case BytesColumn c -> row.get(c);
            case DateColumn c -> row.date(c);
            case DecimalColumn c -> row.get(c);
            case DoubleColumn c -> row.get(c);
            case LongColumn c -> row.get(c);
            case StringColumn c -> row.get(c);
            case TimestampColumn c -> row.instant(c);
            case UuidColumn c -> row.get(c);
        };
    }

    private void refusesNull(Column column, ThrowingCallable call) {
        assertThatThrownBy(call).isExactlyInstanceOf(NullValueException.class).hasMessage("table nulls, column "
            + column.name() + ": the value is NULL; ask isNull before you get it");
    }

    @Test
    void blankRowIsNullWhereItMayBe() {
        arena.blank(image);
        assertThat(nullable).hasSize(9);
        for (Column column : schema.columns()) {
            assertThat(image.isNull(column)).isEqualTo(nullable.contains(column));
        }
        assertThat(image.get(must)).isEmpty();
        assertThat(image.dirtyFrom()).isGreaterThanOrEqualTo(image.dirtyTo());
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullGivenToASetterNamesTableAndColumn() {
        arena.blank(image);
        final Map<Column, ThrowingCallable> setters = new LinkedHashMap<>();
        setters.put(must, () -> image.set(must, (String) null));
        setters.put(text, () -> image.set(text, (String) null));
        setters.put(raw, () -> image.set(raw, (byte[]) null));
        setters.put(number, () -> image.set(number, (BigDecimal) null));
        setters.put(wide, () -> image.set(wide, (BigDecimal) null));
        setters.put(at, () -> image.set(at, (Instant) null));
        setters.put(day, () -> image.set(day, (LocalDate) null));
        setters.put(token, () -> image.set(token, (UUID) null));
        setters.forEach((column, setter) -> assertThatThrownBy(setter).as(column.name())
            .isExactlyInstanceOf(NullValueException.class)
            .hasMessage("table nulls, column %s: null was given; %s", column.name(), column.equals(must)
                ? "give a value, as the column was not declared nullable()" : "use setNull to take the value away"));
        for (final ThrowingCallable part : List.<ThrowingCallable>of(() -> image.set(text, null, 0, 0),
            () -> image.set(raw, null, 0, 0))) {
            assertThatThrownBy(part).isExactlyInstanceOf(NullValueException.class)
                .hasMessageContaining("null was given");
        }
    }

    @Test
    void valueThatIsNullIsRefusedByName() {
        arena.blank(image);
        for (Column column : nullable) {
            refusesNull(column, () -> get(image, column));
        }
        refusesNull(number, () -> image.decimal(number));
        refusesNull(text, () -> image.length(text));
        refusesNull(text, () -> image.get(text, new byte[8], 0));
        refusesNull(raw, () -> image.length(raw));
        refusesNull(raw, () -> image.get(raw, new byte[8], 0));
        assertThat(image.equal(text, "")).isFalse();
        assertThat(image.equal(raw, new byte[0])).isFalse();
        for (Column column : List.of(id, must)) {
            assertThatThrownBy(() -> image.setNull(column)).isExactlyInstanceOf(NullValueException.class)
                .hasMessage("table nulls, column %s: NULL was given, but the column was not declared nullable()",
                    column.name());
        }
    }

    @Test
    void presenceBitsAreDistinctAndOutsideOfValues() {
        Set<Integer> bits = new HashSet<>();
        for (Column column : nullable) {
            assertThat(bits.add(column.presence())).as("%s", column).isTrue();
            int presenceByte = column.presence() >>> 3;
            assertThat(schema.columns()).noneMatch(
                c -> presenceByte >= c.offset() && presenceByte < c.offset() + c.width());
        }
        List<int[]> values = schema.columns().stream().map(c -> new int[] {c.offset(), c.offset() + c.width()})
            .toList();
        for (int i = 1; i < values.size(); i++) {
            assertThat(values.get(i)[0]).isGreaterThanOrEqualTo(values.get(i - 1)[1]);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void columnsComeAndGoIndependently(long seed) {
        var random = new Random(seed);
        arena.blank(image);
        Set<Column> present = new HashSet<>();
        var full = new Row(schema);
        arena.blank(full);
        setAll(full);
        for (int step = 0; step < 2000; step++) {
            Column column = nullable.get(random.nextInt(nullable.size()));
            arena.copy(image, image);
            boolean before = present.contains(column);
            if (random.nextBoolean()) {
                image.setNull(column);
                present.remove(column);
            } else {
                set(column);
                present.add(column);
            }
            // All bytes that changed are within the range that an update copies.
            assertThat(image.dirtyFrom()).isLessThanOrEqualTo(Math.min(column.offset(), column.presence() >>> 3));
            assertThat(image.dirtyTo()).isGreaterThan(Math.max(column.offset(), column.presence() >>> 3));
            for (Column other : nullable) {
                assertThat(image.isNull(other)).as("seed %d, step %d, %s, was there: %s", seed, step, other, before)
                    .isEqualTo(!present.contains(other));
                if (present.contains(other)) {
                    assertThat(get(image, other)).isEqualTo(get(full, other));
                }
            }
            if (step % 50 == 0) {
                arena.reset();
                arena.blank(full);
                setAll(full);
                arena.blank(image);
                present.clear();
            }
        }
    }

    private void set(Column column) {
        switch (column) {
            case BooleanColumn c -> image.set(c, true);
            case BytesColumn c -> image.set(c, new byte[] {7});
            case DateColumn c -> image.set(c, 7);
            case DecimalColumn c -> image.set(c, BigDecimal.TEN);
            case DoubleColumn c -> image.set(c, 7);
            case LongColumn c -> image.set(c, 7);
            case StringColumn c -> image.set(c, "seven");
            case TimestampColumn c -> image.set(c, 7);
            case UuidColumn c -> image.set(c, 7, 7);
        }
    }

    @Test
    void stringsAndNullsAreCopiedAlike() {
        arena.blank(image);
        var other = new Row(schema);
        arena.blank(other);
        other.set(text, "x");
        assertThat(image.copy(text, other, text).get(text)).isEqualTo("x");
        assertThat(image.copy(text, other.setNull(text), text).isNull(text)).isTrue();
        assertThatThrownBy(() -> image.copy(must, other, text)).isExactlyInstanceOf(NullValueException.class);
    }

    @Test
    void nullsReachStorageThroughUpdate() {
        Table table = storage.table(schema);
        arena.blank(image);
        setAll(image);
        long address = table.insert(image.set(id, 1));
        var row = new Row(schema);
        table.read(address, row);
        arena.copy(image, row);
        nullable.forEach(image::setNull);
        table.update(address, image);
        assertThat(nullable).allMatch(row::isNull);
        arena.copy(image, row);
        table.update(address, image.set(ratio, -1));
        assertThat(nullable.stream().filter(column -> !row.isNull(column)).toList()).containsExactly(ratio);
    }

    @Test
    void declarationsThatMakeNoSenseAreRefused() {
        TableSchema.Builder other = TableSchema.named("t");
        LongColumn key = other.nullable().int8("key");
        assertThatThrownBy(() -> other.primaryKey(key.bits(3))).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table t: column key may be NULL, so it cannot be part of the primary key");
        LongColumn good = other.int8("good");
        other.primaryKey(good.bits(3)).nullable();
        assertThatThrownBy(other::build).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table t: no column was added behind nullable()");
        assertThat(IntStream.range(0, 17).map(i -> other.nullable().int8("c" + i).presence() & 7).toArray())
            .startsWith(1, 2, 3, 4, 5, 6, 7, 0, 1);
    }

    @Test
    void tablesWithoutNullsKeepTheirLayout() {
        TableSchema.Builder plain = TableSchema.named("plain");
        assertThat(plain.int8("a").offset()).isEqualTo(0);
        assertThat(plain.int16("b").offset()).isEqualTo(2);
        assertThat(plain.string("c", 3).offset()).isEqualTo(4);
        assertThat(plain.int32("d").offset()).isEqualTo(12);
        LongColumn e = plain.int64("e");
        assertThat(e.offset()).isEqualTo(16);
        assertThat(plain.decimal("f", 2).offset()).isEqualTo(24);
        assertThat(plain.primaryKey(e.bits(64)).build().imageBytes()).isEqualTo(32);
    }
}
