package io.baton.deploy.report;

import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.StoreResult;
import io.baton.deploy.open.TableMemory;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.LiveSecond;
import io.baton.deploy.run.ProcessorShare;
import io.baton.deploy.run.RunResult;
import io.baton.deploy.run.RunSettings;
import io.baton.deploy.run.TransactionResult;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.storage.recovery.RecoveryReport;
import io.baton.workload.ConditionResult;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Remarks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Results that no run has had. */
final class SampleResults {

    private static final HeadlineMetric HEADLINE =
        new HeadlineMetric("New orders", "per minute (NOPM)", "NOPM", "newOrdersPerMinute", List.of(), 60);

    private static final Remarks REMARKS = new Remarks(
        new LinkedHashMap<>(Map.of("Weather", "fair")), new LinkedHashMap<>(Map.of("weather", Map.of("fair", true))));

    private static final Map<LockCounter, Long> LOCKS = Map.of(LockCounter.ACQUISITIONS, 1_000_000L,
        LockCounter.WAITS, 1_234L, LockCounter.BUSY, 5L, LockCounter.HANDOVERS, 1L, LockCounter.UPGRADES, 7L,
        LockCounter.GHOSTS, 8L);
    private static final Map<VerbKind, Long> VERBS = Map.of(VerbKind.EXT_CAS, 1_500_000L, VerbKind.EXT_FAA, 500_000L,
        VerbKind.READ, 10_000L, VerbKind.SEND, 20_000L);

    private static final List<LiveSecond> SECONDS = List.of(
        new LiveSecond(1, false, 23_000.5, 1_380_030, 230, 1, 0, 0, 153_000, 1_073_741_824L, false),
        new LiveSecond(2.004, true, 23_111.5, 1_386_690, 233, 2, 0, 17, 153_000, 1_610_612_736L, true),
        new LiveSecond(3, true, 30_000, 1_800_000, 240, 0, 0, 0, 153_000, 1_610_612_736L, false));

    private SampleResults() {
    }

    static RunResult good() {
        final SequencedMap<String, ConditionResult> checks = new LinkedHashMap<>();
        checks.put("1", new ConditionResult(true, ""));
        checks.put("2", new ConditionResult(true, ""));
        return result(checks, List.of(), 0, 0, false, 10);
    }

    static RunResult durable(String mode, LogWork log, @Nullable RecoveryReport recovery) {
        return result(new LinkedHashMap<>(), List.of(), 0, 0, false, 10,
            Optional.of(new StoreResult(mode, recovery, log)));
    }

    static RunResult refused() {
        return result(new LinkedHashMap<>(), List.of(), 0, 12_345, false, 10);
    }

    static RunResult onBusyMachine() {
        return withProcessors(new ProcessorShare(2, 10, OptionalDouble.of(0.52), OptionalDouble.of(0.46),
            OptionalDouble.of(2.5)));
    }

    static RunResult onUnknownMachine() {
        return withProcessors(new ProcessorShare(2, 10, OptionalDouble.of(0.52), OptionalDouble.empty(),
            OptionalDouble.empty()));
    }

    private static RunResult withProcessors(ProcessorShare share) {
        return result(new LinkedHashMap<>(), List.of(), 0, 0, false, 10, Optional.empty(), share);
    }

    static RunResult bad() {
        final SequencedMap<String, ConditionResult> checks = new LinkedHashMap<>();
        checks.put("1", new ConditionResult(true, ""));
        checks.put("2", new ConditionResult(false, "district 3 of warehouse 1 has 7 instead of 8"));
        return result(checks, List.of("NewOrder failed: the table is full"), 4, 0, false, 10);
    }

    static RunResult interrupted(double seconds) {
        return result(new LinkedHashMap<>(), List.of(), 0, 0, true, seconds);
    }

    private static RunResult result(SequencedMap<String, ConditionResult> checks, List<String> failures, long failed,
            long refused, boolean interrupted, double seconds) {
        return result(checks, failures, failed, refused, interrupted, seconds, Optional.empty());
    }

    private static RunResult result(SequencedMap<String, ConditionResult> checks, List<String> failures, long failed,
            long refused, boolean interrupted, double seconds, Optional<StoreResult> store) {
        return result(checks, failures, failed, refused, interrupted, seconds, store,
            new ProcessorShare(2, 10, OptionalDouble.of(0.934), OptionalDouble.of(0.021), OptionalDouble.of(0.25)));
    }

    private static RunResult result(SequencedMap<String, ConditionResult> checks, List<String> failures, long failed,
            long refused, boolean interrupted, double seconds, Optional<StoreResult> store, ProcessorShare processors) {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        parameters.put("warehouses", 1L);
        final List<TransactionResult> types = List.of(
            new TransactionResult("NewOrder", 231_114, 2_330, 12, failed, refused,
                new Latencies(22_100, 95_400, 153_000, 1_234_567, 45_678_901)),
            new TransactionResult("Payment", 0, 0, 0, 0, 0, Latencies.NONE));
        final TransactionResult all = new TransactionResult("all", 231_114, 2_330, 12, failed, refused,
            new Latencies(22_100, 95_400, 153_000, 1_234_567, 2_345_678_901L));
        final LockStatistics locks =
            LockStatistics.of(counter -> LOCKS.getOrDefault(counter, 0L), kind -> VERBS.getOrDefault(kind, 0L));
        return new RunResult("tpcc", parameters,
            new RunSettings(2, Duration.ofSeconds(5), Duration.ofSeconds(10), true, 2), 599_011, 1.26, seconds, types,
            all, HEADLINE, 1_386_684, REMARKS, "shiftlock", locks, store, OptionalLong.of(812_345_678), processors,
            new TableMemory(1_610_612_736L, 2_147_483_648L), SECONDS, checks, failures, interrupted);
    }
}
