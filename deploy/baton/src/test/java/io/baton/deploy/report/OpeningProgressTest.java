package io.baton.deploy.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.recovery.RecoveryReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a recovery tells adds up: its speed is of the bytes that the line names. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class OpeningProgressTest {

    private static String told(RecoveryReport report) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new OpeningProgress(new Console(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, false))
            .recovered(report, 2.8);
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void bytesOfCheckpointAndLogAreNamedWithTheirSpeed() {
        final RecoveryReport report = new RecoveryReport(false, 7, 1_000, 123_000_000, 1_000, 5_243_880, 12, 99, true,
            0, List.of(), List.of(), 2_000_000_000, 500_000_000, 300_000_000);
        assertThat(report.bytesPerSecond()).isEqualTo((123_000_000 + 5_242_880) / 2.8);
        assertThat(told(report)).isEqualTo("Recovered 1,000 rows of checkpoint 7 (117.3 MiB) and 12 transactions"
            + " (5 MiB) of the log in 2.8 s, 43.7 MiB/s: checkpoint 2.00 s, log 500 ms, indexes 300 ms.\n");
    }

    @Test
    void recoveryThatTookNoTimeHasNoSpeed() {
        assertThat(new RecoveryReport(true, 0, 0, 0, 0, 0, 0, 0, true, 0, List.of(), List.of(), 0, 0, 0)
            .bytesPerSecond()).isZero();
    }
}
