package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.TimestampColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A row that a transaction has locked under its key keeps this key, whatever type its columns have. */
@Timeout(10)
class FixedKeyTest {
    private final TableSchema.Builder builder = TableSchema.named("t");
    private final LongColumn area = builder.int16("area");
    private final BooleanColumn flag = builder.bool("flag");
    private final BooleanColumn other = builder.bool("other");
    private final DateColumn day = builder.date("day");
    private final LongColumn price = builder.decimal("price", 2);
    private final LongColumn note = builder.int64("note");
    private final TableSchema schema =
        builder.primaryKey(area.signed(9), flag.part(), day.part(), price.bits(20)).build();
    private final TableSchema.Builder momentBuilder = TableSchema.named("moments");
    private final TimestampColumn at = momentBuilder.timestamp("at");
    private final TableSchema moments = momentBuilder.primaryKey(at.part()).build();
    private final Storage storage = Storage.builder().table(schema, 10).table(moments, 10).open();
    private final RowArena arena = storage.arena();

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    private static void refused(String column, String value, ThrowingCallable call) {
        assertThatThrownBy(call).isExactlyInstanceOf(IllegalArgumentException.class).hasMessage(
            "table t, column %s: the value %s was given for a row with key"
                + " (area=-3, flag=true, day=1970-02-10, price=2.50);"
                + " a key does not change, so delete this row and insert another",
            column, value);
    }

    @Test
    void columnsOfTheKeyRefuseOtherValues() {
        long key = schema.key(-3, 1, 40, 250);
        var blank = new Row(schema);
        arena.blankWithFixedKey(blank, key);
        var copy = new Row(schema);
        arena.copyWithFixedKey(copy, blank);
        for (Row row : List.of(blank, copy)) {
            refused("area", "-4", () -> row.set(area, -4));
            refused("area", "4", () -> row.setValue(area, (short) 4));
            refused("flag", "false", () -> row.set(flag, false));
            refused("flag", "false", () -> row.setValue(flag, false));
            refused("day", "1970-02-11", () -> row.set(day, 41));
            refused("day", "1970-01-01", () -> row.set(day, LocalDate.EPOCH));
            refused("day", "1970-01-01", () -> row.setValue(day, LocalDate.EPOCH));
            refused("price", "2.51", () -> row.set(price, 251));
            refused("price", "3.00", () -> row.set(price, new BigDecimal("3.00")));
            refused("price", "3.00", () -> row.setValue(price, new BigDecimal("3.00")));
            assertThat(row.dirtyFrom()).as("nothing has changed").isGreaterThanOrEqualTo(row.dirtyTo());
            refused("price", "0.07", () -> schema.writeKey(row, schema.key(-3, 1, 40, 7)));
            assertThat(schema.keyOf(row)).isEqualTo(key);
        }
    }

    @Test
    void columnsOfTheKeyTakeTheValuesThatTheyHaveAndOthersAny() {
        long key = schema.key(-3, 1, 40, 250);
        var row = new Row(schema);
        arena.blankWithFixedKey(row, key);
        row.set(area, -3).set(flag, true).set(day, 40).set(day, LocalDate.ofEpochDay(40)).set(price, 250)
            .set(price, new BigDecimal("2.50"));
        schema.writeKey(row, key);
        row.set(other, true).set(note, 9);
        assertThat(schema.keyOf(row)).isEqualTo(key);
        assertThat(row.get(other)).isTrue();
        assertThat(row.get(note)).isEqualTo(9);
        // A key that nobody has fixed.
        arena.blank(row);
        row.set(area, 5).set(flag, true).set(day, LocalDate.ofEpochDay(3)).set(price, new BigDecimal("0.01"));
        assertThat(schema.keyOf(row)).isEqualTo(schema.key(5, 1, 3, 1));
    }

    @Test
    void momentsOfTheKeyRefuseOtherValues() {
        var row = new Row(moments);
        arena.blankWithFixedKey(row, moments.key(1_000_000));
        row.set(at, 1_000_000).set(at, Instant.ofEpochSecond(1));
        for (ThrowingCallable call : List.<ThrowingCallable>of(() -> row.set(at, 2_000_000),
            () -> row.set(at, Instant.ofEpochSecond(2)), () -> row.setValue(at, Instant.ofEpochSecond(2)))) {
            assertThatThrownBy(call).isExactlyInstanceOf(IllegalArgumentException.class).hasMessage(
                "table moments, column at: the value 1970-01-01T00:00:02Z was given for a row with key"
                    + " (at=1970-01-01T00:00:01Z); a key does not change, so delete this row and insert another");
        }
        assertThat(row.instant(at)).isEqualTo(Instant.ofEpochSecond(1));
    }
}
