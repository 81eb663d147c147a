package io.baton.deploy.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.open.LogWork;
import io.baton.storage.recovery.RecoveryReport;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The report reads as it should, to the letter. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class RunReportTest {

    private final Console plain = console(false);

    private static Console console(boolean terminal) {
        return new Console(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), terminal, terminal);
    }

    @Test
    void goodRun() {
        assertThat(String.join("\n", RunReport.lines(SampleResults.good(), plain))).isEqualTo("""

            tpcc, 1 warehouse, 2 clients on platform threads, locks: shiftlock
            measured 10 s after 5 s of warm-up

            transaction  committed  rolled back  restarts      p50      p95     p99    p99.9      max
            NewOrder       231,114        2,330        12  22.1 us  95.4 us  153 us  1.23 ms  45.7 ms
            Payment              0            0         0        -        -       -        -        -
            all            231,114        2,330        12  22.1 us  95.4 us  153 us  1.23 ms   2.35 s

            Throughput   23,111 transactions per second
            New orders   1,386,684 per minute (NOPM)
            Weather      fair
            Locks        1,000,000 acquisitions, 1,234 waits, 1 handover, 0 mode changes
            Verbs        per acquire-release: extCas 1.50, extFaa 0.50, read 0.01, write 0.00, send 0.02
            Processors   got 93 % of 2 processors, others kept it from 2 %; compiled for 0.3 s
            Memory       812 MB resident
            Budget       1.5 GiB of 2 GiB taken by rows and indexes
            Loading      599,011 rows in 1.3 s
            Consistency  1 ok, 2 ok""");
    }

    @Test
    void aBusyMachineIsNamed() {
        assertThat(RunReport.lines(SampleResults.onBusyMachine(), plain)).containsSubsequence(
            "Processors   got 52 % of 2 processors, others kept it from 46 %; compiled for 2.5 s",
            "  The machine was busy: these figures say little about Baton; end other programs and run it again",
            "  The JVM was still compiling: give a longer --warmup");
        assertThat(RunReport.lines(SampleResults.onUnknownMachine(), plain))
            .contains("Processors   got 52 % of 2 processors, what others kept it from is not known");
    }

    @Test
    void badRunNamesWhatIsBroken() {
        assertThat(RunReport.lines(SampleResults.bad(), plain))
            .contains(
                "transaction  committed  rolled back  restarts  failed      p50      p95     p99    p99.9      max",
                "NewOrder       231,114        2,330        12       4  22.1 us  95.4 us  153 us  1.23 ms  45.7 ms")
            .endsWith(
                "Consistency  1 ok, 2 BROKEN",
                "  Condition 2 does not hold: district 3 of warehouse 1 has 7 instead of 8",
                "Failure: NewOrder failed: the table is full");
    }

    @Test
    void storeIsToldOf() {
        final RecoveryReport recovery = new RecoveryReport(false, 7, 1_098_847, 123_000_000, 1_000, 5_243_880, 12_345,
            99_999, false, 512, List.of(), List.of(), 2_000_000_000, 500_000_000, 300_000_000);
        final LogWork log = new LogWork(10_000, 5_242_880, 100, 120_000_000);
        assertThat(RunReport.lines(SampleResults.durable("group", log, recovery), plain)).containsSubsequence(
            "Log          group: 5 MiB, 524 bytes per transaction, 100 forces of 1.20 ms with 100 transactions each",
            "Checkpoints  23,112 transactions per second while one is written, 30,000 otherwise: 0.77 (medians of "
                + "1 second and of 1)",
            "Recovery     1,098,847 rows, checkpoint of 117.3 MiB and log of 5 MiB in 2.80 s, 43.7 MiB/s");
        assertThat(RunReport.lines(SampleResults.durable("none", LogWork.NONE, null), plain))
            .contains("Log          none: nothing was logged").noneMatch(line -> line.startsWith("Recovery"));
    }

    @Test
    void refusalsHaveAColumnAndASentence() {
        assertThat(RunReport.lines(SampleResults.refused(), plain)).contains(
            "transaction  committed  rolled back  restarts  refused      p50      p95     p99    p99.9      max",
            "NewOrder       231,114        2,330        12   12,345  22.1 us  95.4 us  153 us  1.23 ms  45.7 ms",
            "Refused      12,345 transactions out of memory budget, nothing of them was written; --memory gives more");
    }

    @Test
    void interruptedRunSaysSo() {
        assertThat(RunReport.lines(SampleResults.interrupted(3.25), plain))
            .contains("Interrupted: measured 3.3 s after 5 s of warm-up", "Consistency  not checked");
        assertThat(RunReport.lines(SampleResults.interrupted(0), plain))
            .contains("Interrupted: nothing was measured")
            .noneMatch(line -> line.startsWith("Throughput") || line.startsWith("NewOrder"));
    }

    @Test
    void coloursAreForTerminals() {
        assertThat(String.join("", RunReport.lines(SampleResults.bad(), plain))).doesNotContain("\033");
        assertThat(String.join("", RunReport.lines(SampleResults.bad(), console(true))))
            .contains("\033[1;31mBROKEN\033[0m");
    }
}
