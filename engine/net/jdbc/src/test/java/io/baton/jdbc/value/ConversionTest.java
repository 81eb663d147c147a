package io.baton.jdbc.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.protocol.JavaBinding;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.concurrent.atomic.DoubleAdder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is cut, and nothing takes long: what does not fit is refused. */
@Timeout(5)
class ConversionTest {

    private static final BigDecimal HUGE = new BigDecimal("1e100000000");
    private static final BigDecimal TINY = new BigDecimal("1e-100000000");
    private static final ValueType DAY = JavaBinding.of(LocalDate.class).type();

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo(state));
    }

    @Test
    void numbersWithLongExponentsAreRefusedAtOnce() throws SQLException {
        assertState(() -> Conversion.whole(HUGE, Long.MIN_VALUE, Long.MAX_VALUE), "22003");
        assertState(() -> Conversion.whole(TINY, Long.MIN_VALUE, Long.MAX_VALUE), "22003");
        assertState(() -> Conversion.whole("1e100000000", 0, 1), "22003");
        assertState(() -> Conversion.as(HUGE, BigInteger.class), "22003");
        assertState(() -> Conversion.as(TINY, BigInteger.class), "22003");
        assertState(() -> Conversion.bool(HUGE), "22018");
        assertThat(Conversion.text(HUGE)).hasSizeLessThan(20);
        assertThat(Conversion.text(TINY)).hasSizeLessThan(20);
        assertThat(Conversion.text(new BigDecimal("12e2"))).isEqualTo("1200");
        assertThat(Conversion.whole(new BigDecimal("12e2"), 0, 5_000)).isEqualTo(1_200);
        assertThat(Conversion.whole(new BigDecimal("7.00"), 0, 10)).isEqualTo(7);
        assertThat(Conversion.bool(new BigDecimal("1.00"))).isTrue();
        assertThat(Conversion.bool(new BigDecimal("0e50"))).isFalse();
    }

    @Test
    void fractionsAreNotCutFromWholeNumbers() throws SQLException {
        assertState(() -> Conversion.as(new BigDecimal("1.50"), BigInteger.class), "22003");
        assertThat(Conversion.as(new BigDecimal("2.00"), BigInteger.class)).isEqualTo(2);
        final DoubleAdder adder = new DoubleAdder();
        adder.add(1.5);
        assertThat(Conversion.decimal(adder)).isEqualTo("1.5");
    }

    @Test
    void finiteNumbersDoNotBecomeInfinite() throws SQLException {
        assertState(() -> Conversion.floating(new BigDecimal("1e400")), "22003");
        assertState(() -> Conversion.floating("-1e400"), "22003");
        assertState(() -> Conversion.floating(BigInteger.TEN.pow(400)), "22003");
        assertState(() -> Conversion.as(1e300, Float.class), "22003");
        assertThat(Conversion.floating(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Conversion.floating("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Conversion.as(Double.POSITIVE_INFINITY, Float.class)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(Conversion.as(Double.NaN, Float.class)).isNaN();
        assertThat(Conversion.floating("1.5e300")).isEqualTo(1.5e300);
    }

    @Test
    void theTimeOfDayIsNotCutFromWhatIsSetAsADay() throws SQLException {
        final LocalDate day = LocalDate.of(2026, 11, 23);
        assertState(() -> Arguments.of("day", DAY, Timestamp.valueOf("2026-11-23 10:15:30")), "22018");
        assertState(() -> Arguments.of("day", DAY, LocalDateTime.of(2026, 11, 23, 0, 0, 1)), "22018");
        assertState(() -> Arguments.of("day", DAY, "2026-11-23 10:15:30"), "22018");
        assertThat(Arguments.of("day", DAY, Timestamp.valueOf("2026-11-23 00:00:00"))).isEqualTo(day);
        assertThat(Arguments.of("day", DAY, "2026-11-23")).isEqualTo(day);
        assertThat(Arguments.of("day", DAY, Date.valueOf(day))).isEqualTo(day);
        assertThat(Arguments.of("day", DAY, day)).isEqualTo(day);
    }
}
