package io.baton.deploy.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.run.LiveSecond;
import io.baton.deploy.run.Phase;
import io.baton.deploy.run.RunSettings;
import io.baton.workload.ConditionResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bars, colours and lines that are written over are for terminals. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ConsoleTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private String told(boolean terminal, boolean colours) {
        final Console console =
            new Console(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, colours);
        final RunSettings settings = new RunSettings(2, Duration.ofSeconds(1), Duration.ofSeconds(2), true, 2);
        final RunProgress progress = new RunProgress(console, settings, "NOPM");
        progress.progress(Phase.LOADING, 250, 1_000, 0.4);
        progress.progress(Phase.LOADING, 500, 1_000, 0.8);
        progress.loaded(1_000, 1.6);
        progress.checked(Phase.CHECKING_LOADED, Map.of("1", new ConditionResult(true, "")), 0.1);
        progress.started();
        progress.second(new LiveSecond(1, false, 50_123.4, 1_234_567, 210, 5, 0, 0, 85_400, 1 << 20, false));
        progress.second(new LiveSecond(2, true, 50_123.4, 1_234_567, 210, 5, 3, 1_204, 85_400, 1 << 21, true));
        progress.ended();
        progress.checked(Phase.CHECKING_RUN, Map.of("1", new ConditionResult(false, "x")), 0.1);
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void elsewhereThereAreOnlyMilestones() {
        assertThat(told(false, true)).isEqualTo("""
            Loading 1,000 rows.
            Loaded 1,000 rows in 1.6 s.
            Checked the data as loaded in 0.1 s: all 1 condition holds.
            Running 2 clients: 1 s of warm-up, then 2 s measured.
            Checked the data after the run in 0.1 s: 1 of 1 condition broken.
            """);
    }

    @Test
    void terminalHasABarAndALineForEachSecond() {
        assertThat(told(true, false)).isEqualTo("""
            \r\033[KLoading [#######-----------------------]  25 %  250 of 1,000 rows  0.4 s\
            \r\033[KLoading [###############---------------]  50 %  500 of 1,000 rows  0.8 s\
            \r\033[KLoaded 1,000 rows in 1.6 s.
            Checked the data as loaded in 0.1 s: all 1 condition holds.
            Running 2 clients: 1 s of warm-up, then 2 s measured.
            seconds   committed/s          NOPM  rolled back   restarts        p99
                  1        50,123     1,234,567          210          5    85.4 us  warm-up
                  2        50,123     1,234,567          210          5    85.4 us  3 failed 1,204 refused
            Checked the data after the run in 0.1 s: 1 of 1 condition broken.
            """);
    }

    @Test
    void coloursNeedATerminalAndItsUsersWish() {
        assertThat(told(true, true)).contains("\033[32mall 1 condition holds\033[0m", "\033[1;31m3 failed \033[0m");
    }

    @Test
    void figuresHaveUnitsThatSuitThem() {
        assertThat(Figures.latency(0)).isEqualTo("-");
        assertThat(Figures.latency(999)).isEqualTo("999 ns");
        assertThat(Figures.latency(9_994)).isEqualTo("9.99 us");
        assertThat(Figures.latency(99_900)).isEqualTo("99.9 us");
        assertThat(Figures.latency(123_456_789)).isEqualTo("123 ms");
        assertThat(Figures.latency(1_500_000_000)).isEqualTo("1.50 s");
        assertThat(Figures.rate(3.14159)).isEqualTo("3.14");
        assertThat(Figures.rate(1234.5)).isEqualTo("1,235");
        assertThat(Figures.seconds(10)).isEqualTo("10 s");
        assertThat(Figures.seconds(0.25)).isEqualTo("0.3 s");
        assertThat(Figures.memory(1_240_000_000)).isEqualTo("1.24 GB");
        assertThat(Figures.binarySize(512)).isEqualTo("512 bytes");
        assertThat(Figures.binarySize(1 << 10)).isEqualTo("1 KiB");
        assertThat(Figures.binarySize(100L << 20)).isEqualTo("100 MiB");
        assertThat(Figures.binarySize(3L << 29)).isEqualTo("1.5 GiB");
        assertThat(Figures.binarySize(5L << 50)).isEqualTo("5120 TiB");
        assertThat(Figures.plural(1, "client")).isEqualTo("1 client");
    }
}
