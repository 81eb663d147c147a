package io.baton.deploy.report;

import io.baton.deploy.run.CheckpointDip;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.LiveSecond;
import io.baton.deploy.run.ProcessorShare;
import io.baton.deploy.run.RunResult;
import io.baton.deploy.run.TransactionResult;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.workload.ConditionResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run's result as JSON. */
public final class RunJson {

    private static final double NANOS_PER_MICRO = 1e3;

    private RunJson() {
    }

    public static String of(RunResult result) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", result.workload());
        json.putAll(result.parameters());
        json.put("clients", result.settings().clients());
        json.put("seconds", result.seconds());
        json.put("committedPerSecond", result.committedPerSecond());
        json.put(result.headline().jsonKey(), result.headlineValue());
        json.putAll(result.remarks().json());
        final Map<String, Object> transactions = new LinkedHashMap<>();
        result.transactions().forEach(type -> transactions.put(type.label(), transactions(type)));
        json.put("transactions", transactions);
        json.put("locks", locks(result.lockKind(), result.locks()));
        result.store().ifPresent(store -> StoreJson.put(store, json));
        result.store().flatMap(store -> CheckpointDip.of(result.everySecond()))
            .ifPresent(dip -> json.put("checkpointDip", checkpointDip(dip)));
        final Map<String, Object> consistency = new LinkedHashMap<>();
        final Map<String, Object> broken = new LinkedHashMap<>();
        result.checks().forEach((name, check) -> addCheck(name, check, consistency, broken));
        json.put("consistency", consistency);
        if (!broken.isEmpty()) {
            json.put("inconsistencies", broken);
        }
        json.put("warmupSeconds", result.settings().warmup().toNanos() / 1e9);
        json.put("rowsLoaded", result.rows());
        json.put("loadSeconds", result.loadSeconds());
        result.residentBytes().ifPresent(bytes -> json.put("residentBytes", bytes));
        if (result.processors().processors() > 0) {
            json.put("processors", processors(result.processors()));
        }
        json.put("memoryBudgetBytes", result.memory().budgetBytes());
        json.put("memoryBytes", result.memory().bytes());
        json.put("refused", Map.of("outOfMemory", result.all().outOfMemory()));
        json.put("everySecond", everySecond(result.everySecond()));
        json.put("failures", result.failures());
        json.put("interrupted", result.interrupted());
        return JsonWriter.write(json);
    }

    /** What is not known is left out. */
    private static Map<String, Object> processors(ProcessorShare share) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", share.processors());
        share.got().ifPresent(got -> json.put("gotShare", got));
        share.others().ifPresent(others -> {
            json.put("othersShare", others);
            json.put("busy", share.busy());
        });
        share.compilationSeconds().ifPresent(seconds -> {
            json.put("compilationSeconds", seconds);
            json.put("warmingUp", share.warmingUp());
        });
        return json;
    }

    private static void addCheck(
            String name, ConditionResult check, Map<String, Object> consistency, Map<String, Object> broken) {
        consistency.put(name, check.holds());
        if (!check.holds()) {
            broken.put(name, check.detail());
        }
    }

    private static Map<String, Object> transactions(TransactionResult type) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("committed", type.committed());
        json.put("rolledBack", type.rolledBack());
        json.put("restarts", type.restarts());
        json.put("failed", type.failed());
        json.put("outOfMemory", type.outOfMemory());
        final Latencies latency = type.latency();
        final Map<String, Object> micros = new LinkedHashMap<>();
        micros.put("p50", latency.p50() / NANOS_PER_MICRO);
        micros.put("p95", latency.p95() / NANOS_PER_MICRO);
        micros.put("p99", latency.p99() / NANOS_PER_MICRO);
        micros.put("p999", latency.p999() / NANOS_PER_MICRO);
        micros.put("max", latency.max() / NANOS_PER_MICRO);
        json.put("latencyMicros", micros);
        return json;
    }

    /** Columns of equal length, warm-up included, as programs that plot want them. */
    private static Map<String, Object> everySecond(List<LiveSecond> seconds) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("elapsedSeconds", seconds.stream().map(LiveSecond::elapsedSeconds).toList());
        json.put("committedPerSecond", seconds.stream().map(LiveSecond::committedPerSecond).toList());
        json.put("memoryBytes", seconds.stream().map(LiveSecond::memoryBytes).toList());
        json.put("outOfMemory", seconds.stream().map(LiveSecond::outOfMemory).toList());
        json.put("checkpoint", seconds.stream().map(LiveSecond::checkpoint).toList());
        return json;
    }

    private static Map<String, Object> checkpointDip(CheckpointDip dip) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("share", dip.share());
        json.put("seconds", dip.seconds());
        json.put("committedPerSecond", dip.committedPerSecond());
        json.put("secondsWithout", dip.secondsWithout());
        json.put("committedPerSecondWithout", dip.committedPerSecondWithout());
        return json;
    }

    private static Map<String, Object> locks(String kind, LockStatistics locks) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", kind);
        json.put("acquisitions", locks.get(LockCounter.ACQUISITIONS));
        json.put("waits", locks.get(LockCounter.WAITS));
        json.put("handovers", locks.get(LockCounter.HANDOVERS));
        json.put("modeChanges", locks.get(LockCounter.MODE_CHANGES));
        final Map<String, Object> verbs = new LinkedHashMap<>();
        verbs.put("extCas", locks.get(VerbKind.EXT_CAS));
        verbs.put("extFaa", locks.get(VerbKind.EXT_FAA));
        verbs.put("read", locks.get(VerbKind.READ));
        verbs.put("write", locks.get(VerbKind.WRITE));
        verbs.put("send", locks.get(VerbKind.SEND));
        json.put("verbs", verbs);
        return json;
    }
}
