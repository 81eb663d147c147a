package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who had the processors, by what systems tell. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ProcessorReadingTest {

    private static final long SECOND = 1_000_000_000;

    /** In milliseconds of a second, on two processors of a machine with so many; negative for what is not told. */
    @ParameterizedTest
    @CsvSource({
        // Alone on the machine.
        "2, 1900, 10, 1900, 0, 0.95, 0.00, false",
        // Many clients on two processors wait for each other, and for nobody else.
        "2, 2000, 9000, 2000, 0, 1.00, 0.00, false",
        "2, 1000, 5000, 1010, 0, 0.50, 0.005, false",
        // Other programs.
        "2, 1000, 900, 1990, 0, 0.50, 0.45, true",
        "2, 1000, 5000, 2000, 0, 0.50, 0.50, true",
        "2, 1800, 100, 1990, 0, 0.90, 0.05, false",
        // Others ran while it had nothing to do.
        "2, 100, 0, 2000, 0, 0.05, 0.00, false",
        // Another virtual machine, of which threads know nothing.
        "2, 1200, 0, 2000, 800, 0.60, 0.40, true",
        // A container on a large machine.
        "64, 1000, 900, 60000, 9000, 0.50, 0.45, true",
        "64, 1990, 5000, 60000, 0, 0.995, 0.005, false",
        "64, 1000, -1, 60000, 0, 0.50, -1, false",
        // No schedstat; no /proc at all.
        "2, 1000, -1, 1900, 0, 0.50, 0.45, true",
        "-1, 1000, -1, 0, 0, 0.50, -1, false",
        "-1, 1000, 400, 0, 0, 0.50, 0.20, true",
        "2, -1, 400, 2000, 0, -1, -1, false",
        // Clocks of ticks may be ahead.
        "2, 2010, 100, 1990, 0, 1.00, 0.00, false"})
    void sharesAreWhatWasTakenFromTheProcess(int machine, long own, long waited, long busy, long stolen, double got,
            double others, boolean isBusy) {
        final ProcessorShare share = reading(SECOND, machine, own, waited, busy, stolen)
            .since(reading(0, machine, Math.min(0, own), waited < 0 ? -1 : 0, 0, 0), 2);
        assertThat(share.got().orElse(-1)).isEqualTo(got);
        assertThat(share.others().orElse(-1)).isBetween(others - 1e-9, others + 1e-9);
        assertThat(share.busy()).isEqualTo(isBusy);
    }

    private static ProcessorReading reading(
            long nanos, int machine, long own, long waited, long busy, long stolen) {
        final long milli = 1_000_000;
        return new ProcessorReading(nanos, own * milli, -1, waited < 0 ? null : Map.of("1", waited * milli),
            machine < 0 ? null : new ProcessorReading.Machine(machine, busy * milli, stolen * milli));
    }

    @Test
    void nothingIsToldOfNoTime() {
        final ProcessorReading reading = ProcessorReading.of(FileSystems.getDefault(), 7);
        assertThat(reading.since(reading, 2)).isEqualTo(ProcessorShare.NONE);
        assertThat(ProcessorReading.NONE.since(ProcessorReading.NONE, 2)).isEqualTo(ProcessorShare.NONE);
        assertThat(ProcessorShare.NONE.busy()).isFalse();
        assertThat(ProcessorShare.NONE.warmingUp()).isFalse();
    }

    @Test
    void thisSystemTellsSomething() {
        final ProcessorReading before = ProcessorReading.of(FileSystems.getDefault(), System.nanoTime());
        final long until = System.nanoTime() + SECOND / 20;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        final ProcessorShare share = ProcessorReading.of(FileSystems.getDefault(), System.nanoTime())
            .since(before, Runtime.getRuntime().availableProcessors());
        assertThat(share.got().orElse(0)).isGreaterThan(0);
        assertThat(share.got().orElse(0) + share.others().orElse(0)).isLessThan(1.000_001);
        assertThat(share.compilationSeconds()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"10, 0.9, false", "10, 1.1, true", "0.5, 0.2, true", "0.5, 0.0, false"})
    void aJvmThatCompilesATenthOfTheTimeWarmsUp(double seconds, double compilation, boolean warmingUp) {
        assertThat(new ProcessorShare(2, seconds, OptionalDouble.of(1), OptionalDouble.empty(),
            OptionalDouble.of(compilation)).warmingUp()).isEqualTo(warmingUp);
    }
}
