package io.baton.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Axes begin and end at round numbers, and write few of them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AxisTest {

    @Test
    void linearAxisBeginsAtZeroAndEndsBeyondTheGreatest() {
        final Axis axis = Axis.linear(2.91, 0, 300);
        assertThat(axis.ticks()).containsExactly(0.0, 1.0, 2.0, 3.0);
        assertThat(axis.at(0)).isZero();
        assertThat(axis.at(1.5)).isCloseTo(150, within(1e-9));
        assertThat(Axis.linear(0, 0, 300).ticks()).startsWith(0.0).endsWith(1.0);
    }

    @Test
    void axisUntilTheGreatestEndsThere() {
        final Axis axis = Axis.until(605, 0, 300);
        assertThat(axis.ticks()).containsExactly(0.0, 200.0, 400.0, 600.0);
        assertThat(axis.at(605)).isEqualTo(300);
        assertThat(Axis.until(0, 0, 300).at(0)).isZero();
    }

    @Test
    void logarithmicAxisWritesPowersOfTen() {
        final Axis axis = Axis.logarithmic(0.0025, 10.4, 200, 0);
        assertThat(axis.ticks()).hasSize(4).first().satisfies(tick -> assertThat(tick).isCloseTo(0.01, within(1e-9)));
        assertThat(axis.at(0.0001)).as("below its beginning").isEqualTo(200);
        assertThat(axis.at(1e9)).as("beyond its end").isZero();
    }

    @Test
    void shortLogarithmicAxisWritesTwosAndFives() {
        assertThat(Axis.logarithmic(2.05, 45, 0, 300).ticks().stream().map(Axis::label))
            .containsExactly("2", "5", "10", "20", "50");
        assertThat(Axis.logarithmic(1, 1, 0, 300).ticks()).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1.5, 1.5", "'1000', '1,000'", "0.001, 0.001", "0.00001, 1e-5", "0.25, 0.25", "20, 20"})
    void labelsAreShort(double value, String label) {
        assertThat(Axis.label(value)).isEqualTo(label);
    }
}
