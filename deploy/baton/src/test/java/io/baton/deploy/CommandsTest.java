package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.FakeWorkload;
import io.baton.deploy.run.RunSettings;
import io.baton.workload.ConditionResult;
import io.baton.workload.TransactionEnd;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole commands, from arguments to reports and exit status. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class CommandsTest {

    private static final RunSettings SETTINGS =
        new RunSettings(2, Duration.ZERO, Duration.ofHours(24), true, 2, 100);

    private final CommandRun run = new CommandRun();

    @Test
    void tpccRunsAndIsConsistent(@TempDir Path folder) throws IOException {
        final Path json = folder.resolve("result.json");
        assertThat(run.execute("run", "tpcc", "--warehouses", "1", "--clients", "2", "--duration", "1s",
            "--warmup", "0s", "--json", json.toString())).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("tpcc, 1 warehouse, 2 clients on platform threads, locks: shiftlock",
            "measured 1 s after 0 s of warm-up", "NewOrder", "StockLevel", "Throughput", "NOPM",
            "all 12 conditions hold",
            "Consistency  1 ok, 2 ok, 3 ok, 4 ok, 5 ok, 6 ok, 7 ok, 8 ok, 9 ok, 10 ok, 11 ok, 12 ok")
            .doesNotContain("\r", "\033");
        assertThat(Files.readString(json)).contains("\"workload\": \"tpcc\"", "\"kind\": \"shiftlock\"",
            "\"warehouses\": 1", "\"12\": true");
    }

    @Test
    @Tag("thorough")
    void tpccRunsWithoutLocksAndChecks() {
        assertThat(run.execute("run", "tpcc", "--warehouses", "1", "--clients", "1", "--locks", "none",
            "--duration", "200ms", "--warmup", "0s", "--no-check")).as(run.err()).isZero();
        assertThat(run.out()).contains("locks: none", "Locks        none: nothing was locked",
            "Consistency  not checked");
    }

    @Test
    @Tag("thorough")
    void tpccClientsCanThink() {
        assertThat(run.execute("run", "tpcc", "--warehouses", "1", "--think", "--duration", "100ms", "--warmup", "0s",
            "--no-check")).as(run.err()).isZero();
        assertThat(run.out()).contains("Throughput   0 transactions per second");
    }

    @Test
    void tatpRunsAndIsConsistent(@TempDir Path folder) throws IOException {
        final Path json = folder.resolve("result.json");
        assertThat(run.execute("run", "tatp", "--subscribers", "2000", "--clients", "2", "--duration", "300ms",
            "--warmup", "0s", "--json", json.toString())).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("tatp, 2,000 subscribers, 2 clients on platform threads, locks: shiftlock",
            "GetSubscriberData", "DeleteCallForwarding", "MQTh", "mean qualified throughput",
            "GetSubscriberData 100.0 %", "GetNewDestination", "its rules give 14.8 to 20.4", "all 5 conditions hold",
            "Consistency  subscribers ok, accessInfos ok, specialFacilities ok, callForwardings ok");
        assertThat(Files.readString(json)).contains("\"workload\": \"tatp\"", "\"subscribers\": 2000", "\"mqth\": ",
            "\"published\": 0.239", "\"callForwardingBalance\": true");
    }

    @Test
    void runEndsAfterSoManyTransactions() {
        assertThat(run.execute("run", "smallbank", "--accounts", "100", "--clients", "8", "--transactions", "2000",
            "--warmup", "0s")).as(run.err()).isZero();
        assertThat(run.out()).contains("Running 8 clients for 2,000 transactions measured.", "all 3 conditions hold",
            "of warm-up");
    }

    @Test
    void tatpRunsWithoutLocks() {
        assertThat(run.execute("run", "tatp", "--subscribers", "100", "--uniform", "--clients", "1", "--locks", "none",
            "--duration", "100ms", "--warmup", "0s")).as(run.err()).isZero();
        assertThat(run.out()).contains("locks: none", "all 5 conditions hold");
    }

    @Test
    void smallBankRunsAndLosesNoMoney(@TempDir Path folder) throws IOException {
        final Path json = folder.resolve("result.json");
        assertThat(run.execute("run", "smallbank", "--accounts", "5000", "--hot-transactions", "80", "--clients", "2",
            "--duration", "300ms", "--warmup", "0s", "--json", json.toString())).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("smallbank, 5,000 accounts, 2 clients on platform threads, locks: shiftlock",
            "Amalgamate", "WriteCheck", "80 % of transactions on 4 % of accounts (200)", "added since the start",
            "all 3 conditions hold", "Consistency  accounts ok, savingsNotNegative ok, money ok");
        assertThat(Files.readString(json)).contains("\"workload\": \"smallbank\"", "\"accounts\": 5000",
            "\"hotTransactionsPercent\": 80", "\"addedCents\": ", "\"money\": true");
    }

    @Test
    void brokenConditionIsStatusOne(@TempDir Path folder) throws IOException {
        final FakeWorkload workload = new FakeWorkload();
        workload.second = phase -> new ConditionResult(phase == 0, "box 7 went missing");
        final Path json = folder.resolve("result.json");
        final ResultFile file = ResultFile.of(FileSystems.getDefault(), json.toString());
        assertThat(new WorkloadRun(run.context, SETTINGS, file).run(progress -> workload.open(SETTINGS))).isEqualTo(1);
        run.context.out().flush();
        assertThat(run.out()).contains("2 BROKEN", "Condition 2 does not hold: box 7 went missing");
        assertThat(Files.readString(json)).contains("\"2\": false");
    }

    @Test
    void failedTransactionIsStatusOne() {
        final FakeWorkload workload = new FakeWorkload();
        workload.end = number -> TransactionEnd.FAILED;
        assertThat(new WorkloadRun(run.context, SETTINGS, null).run(progress -> workload.open(SETTINGS))).isEqualTo(1);
        run.context.out().flush();
        assertThat(run.out()).contains("Failure: Put failed: the box is shut");
    }

    @Test
    void interruptedRunTellsWhatIsKnown() {
        final FakeWorkload workload = new FakeWorkload();
        workload.end = number -> {
            if (number == 20) {
                run.interruption.request();
            }
            return TransactionEnd.COMMITTED;
        };
        final RunSettings settings = new RunSettings(2, Duration.ZERO, Duration.ofMinutes(5), true, 2);
        assertThat(new WorkloadRun(run.context, settings, null).run(progress -> workload.open(settings)))
            .isEqualTo(130);
        run.context.out().flush();
        assertThat(run.out()).contains("Interrupted: measured", "Put", "Throughput", "Consistency  not checked");
    }

    @Test
    void finishedCommandSaysSo() throws InterruptedException {
        run.execute("--version");
        assertThat(run.interruption.awaitFinish(Duration.ZERO)).isTrue();
    }
}
