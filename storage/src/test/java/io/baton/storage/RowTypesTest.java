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
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RowTypesTest {
    private final TableSchema.Builder builder = TableSchema.named("types");
    private final LongColumn id = builder.int64("id");
    private final BooleanColumn flag = builder.bool("flag");
    private final DoubleColumn ratio = builder.float64("ratio");
    private final TimestampColumn at = builder.timestamp("at");
    private final DateColumn day = builder.date("day");
    private final BytesColumn raw = builder.bytes("raw", 5);
    private final DecimalColumn wide = builder.decimal("wide", 38, 4);
    private final DecimalColumn narrow = builder.decimal("narrow", 3, 1);
    private final LongColumn money = builder.decimal("money", 2);
    private final UuidColumn token = builder.uuid("token");
    private final TableSchema schema = builder.primaryKey(id.bits(64)).build();
    private final Storage storage = Storage.builder().table(schema, 10).open();
    private final RowArena arena = storage.arena();
    private final Row image = new Row(schema);

    @AfterEach
    void closeAll() {
        arena.close();
        storage.close();
    }

    private void refuses(String message, ThrowingCallable call) {
        int from = image.dirtyFrom();
        int to = image.dirtyTo();
        assertThatThrownBy(call).isExactlyInstanceOf(ValueOutOfRangeException.class)
            .hasMessage("table types, column " + message);
        assertThat(image.dirtyFrom()).isEqualTo(from);
        assertThat(image.dirtyTo()).isEqualTo(to);
    }

    @Test
    void blankRowIsFalseAndZeroAndEmpty() {
        arena.blank(image);
        assertThat(image.get(flag)).isFalse();
        assertThat(image.get(ratio)).isEqualTo(0.0);
        assertThat(image.instant(at)).isEqualTo(Instant.EPOCH);
        assertThat(image.date(day)).isEqualTo(LocalDate.EPOCH);
        assertThat(image.get(raw)).isEmpty();
        assertThat(image.get(wide)).isEqualTo(new BigDecimal("0.0000"));
        assertThat(image.get(token)).isEqualTo(new UUID(0, 0));
        for (Column column : schema.columns()) {
            assertThat(image.isNull(column)).isFalse();
            assertThat(column.nullable()).isFalse();
        }
    }

    @Test
    void booleansAndDoublesRoundTrip() {
        arena.blank(image);
        assertThat(image.set(flag, true).get(flag)).isTrue();
        assertThat(image.set(flag, false).get(flag)).isFalse();
        for (double value : new double[] {-0.0, 0.0, Double.MIN_VALUE, -Double.MAX_VALUE, Double.NEGATIVE_INFINITY,
            Double.NaN, Double.longBitsToDouble(0xFFF8_0000_0000_0001L), 0.1}) {
            double back = image.set(ratio, value).get(ratio);
            assertThat(Double.compare(back, value)).isZero();
        }
        image.set(ratio, Double.longBitsToDouble(0xFFF8_0000_0000_0001L));
        assertThat(Double.doubleToRawLongBits(image.get(ratio))).isEqualTo(Double.doubleToLongBits(Double.NaN));
    }

    @Test
    void momentsRoundTripInMicroseconds() {
        arena.blank(image);
        for (long micros : new long[] {Long.MIN_VALUE, -1_000_001, -1, 0, 1, 999_999, Long.MAX_VALUE}) {
            Instant instant = image.set(at, micros).instant(at);
            assertThat(image.get(at)).isEqualTo(micros);
            assertThat(image.set(at, 7).set(at, instant).get(at)).isEqualTo(micros);
        }
        assertThat(image.set(at, Instant.parse("1969-12-31T23:59:59.999999999Z")).get(at)).isEqualTo(-1);
        assertThat(image.set(at, Instant.parse("2026-02-28T12:00:00.123456789Z")).instant(at))
            .isEqualTo(Instant.parse("2026-02-28T12:00:00.123456Z"));
        refuses("at: value +1000000000-12-31T23:59:59.999999999Z is more than 2^63 microseconds away from 1970",
            () -> image.set(at, Instant.MAX));
        Instant end = image.set(at, Long.MAX_VALUE).instant(at);
        assertThatThrownBy(() -> image.set(at, end.plusNanos(1000))).isInstanceOf(ValueOutOfRangeException.class);
        assertThatThrownBy(() -> image.set(at, image.set(at, Long.MIN_VALUE).instant(at).minusNanos(1)))
            .isInstanceOf(ValueOutOfRangeException.class);
    }

    @Test
    void daysRoundTrip() {
        arena.blank(image);
        for (LocalDate value : new LocalDate[] {LocalDate.of(2024, 2, 29), LocalDate.of(-44, 3, 15),
            LocalDate.ofEpochDay(Integer.MIN_VALUE), LocalDate.ofEpochDay(Integer.MAX_VALUE)}) {
            assertThat(image.set(day, value).date(day)).isEqualTo(value);
            assertThat(image.get(day)).isEqualTo((int) value.toEpochDay());
        }
        refuses("day: value 2147483648 is outside -2147483648..2147483647", () -> image.set(day, 1L << 31));
        refuses("day: value 365241780471 is outside -2147483648..2147483647", () -> image.set(day, LocalDate.MAX));
    }

    @Test
    void bytesRoundTrip() {
        arena.blank(image);
        byte[] five = {0, -1, 127, -128, 5};
        assertThat(image.set(raw, five).get(raw)).isEqualTo(five);
        assertThat(image.equal(raw, five)).isTrue();
        assertThat(image.equal(raw, new byte[] {0})).isFalse();
        assertThat(image.set(raw, five, 2, 2).get(raw)).containsExactly(127, -128);
        byte[] target = new byte[4];
        assertThat(image.get(raw, target, 1)).isEqualTo(2);
        assertThat(target).containsExactly(0, 127, -128, 0);
        assertThatThrownBy(() -> image.get(raw, target, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> image.set(raw, five, 4, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        refuses("raw: a value has 6 bytes, the limit is 5", () -> image.set(raw, new byte[6]));
        assertThat(image.get(raw)).containsExactly(127, -128);
    }

    @Test
    void decimalsOfThirtyEightDigitsRoundTrip() {
        arena.blank(image);
        BigInteger most = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        for (BigInteger unscaled : new BigInteger[] {most, most.negate(), BigInteger.ZERO, BigInteger.ONE.negate(),
            BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE),
            BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE), BigInteger.ONE.shiftLeft(64)}) {
            var value = new BigDecimal(unscaled, 4);
            assertThat(image.set(wide, value).get(wide)).isEqualTo(value);
        }
        assertThat(image.set(wide, new BigDecimal("1e3")).get(wide)).isEqualTo(new BigDecimal("1000.0000"));
        assertThat(image.set(wide, new BigDecimal("1.50000000")).get(wide)).isEqualTo(new BigDecimal("1.5000"));
        assertThat(image.set(narrow, new BigDecimal("-99.9")).get(narrow)).isEqualTo(new BigDecimal("-99.9"));
    }

    @Test
    void decimalsThatDoNotFitChangeNothing() {
        arena.blank(image);
        refuses("narrow: value 100.0 has more than 2 digits before the point",
            () -> image.set(narrow, new BigDecimal("100.0")));
        refuses("narrow: value 0.05 has more than 1 digits after the point; round it first",
            () -> image.set(narrow, new BigDecimal("0.05")));
        // Neither takes a billion digits of memory.
        refuses("wide: value 1E+1000000000 has more than 34 digits before the point",
            () -> image.set(wide, new BigDecimal("1e1000000000")));
        refuses("wide: value 1E-1000000000 has more than 4 digits after the point; round it first",
            () -> image.set(wide, new BigDecimal("1e-1000000000")));
        assertThat(image.set(wide, new BigDecimal("0e1000000000")).get(wide).signum()).isZero();
        refuses("money: value 92233720368547758.07 has more than 16 digits before the point",
            () -> image.set(money, new BigDecimal("92233720368547758.07")));
        refuses("money: value 10000000000000000.00 has more than 16 digits before the point",
            () -> image.set(money, new BigDecimal("10000000000000000.00")));
        refuses("money: value 1E+18 has more than 16 digits before the point",
            () -> image.set(money, new BigDecimal("1e18")));
        refuses("money: value 1000000000000000000 is outside -999999999999999999..999999999999999999",
            () -> image.set(money, 1_000_000_000_000_000_000L));
        assertThat(image.set(money, new BigDecimal("9999999999999999.99")).get(money))
            .isEqualTo(999_999_999_999_999_999L);
        refuses("money: value 0.001 has more than 2 digits after the point; round it first",
            () -> image.set(money, new BigDecimal("0.001")));
        assertThat(image.set(money, new BigDecimal("-12.3")).get(money)).isEqualTo(-1230);
        assertThat(image.decimal(money)).isEqualTo(new BigDecimal("-12.30"));
        assertThatThrownBy(() -> builder.decimal("d", 39, 0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table types: column d has 39 digits; 1 to 38 are possible");
        assertThatThrownBy(() -> builder.decimal("d", 3, 4)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table types: column d has scale 4; 0 to 3 are possible");
    }

    @Test
    void uuidsRoundTrip() {
        arena.blank(image);
        var value = UUID.fromString("fedcba98-7654-3210-0123-456789abcdef");
        assertThat(image.set(token, value).get(token)).isEqualTo(value);
        assertThat(image.set(token, 1, -2).get(token)).isEqualTo(new UUID(1, -2));
    }

    @Test
    void everyTypeReachesStorageThroughInsertAndUpdate() {
        Table table = storage.table(schema);
        arena.blank(image);
        long address = table.insert(image.set(id, 1));
        var row = new Row(schema);
        table.read(address, row);
        var value = new UUID(3, 4);
        arena.copy(image, row);
        table.update(address, image.set(flag, true).set(token, value).set(raw, new byte[] {9}).set(ratio, 0.5)
            .set(at, 5).set(day, 6).set(wide, BigDecimal.TEN).set(narrow, BigDecimal.ONE).set(money, 7));
        assertThat(row.get(flag)).isTrue();
        assertThat(row.get(token)).isEqualTo(value);
        assertThat(row.get(raw)).containsExactly(9);
        assertThat(row.get(ratio)).isEqualTo(0.5);
        assertThat(row.get(at)).isEqualTo(5);
        assertThat(row.get(day)).isEqualTo(6);
        assertThat(row.get(wide)).isEqualByComparingTo(BigDecimal.TEN);
        assertThat(row.get(narrow)).isEqualByComparingTo(BigDecimal.ONE);
        assertThat(row.get(money)).isEqualTo(7);
        for (Column column : schema.columns()) {
            assertThatThrownBy(() -> row.setNull(column)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> row.set(flag, true)).isInstanceOf(IllegalStateException.class);
    }
}
