package io.baton.deploy.report;

import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.StoreResult;
import io.baton.deploy.run.CheckpointDip;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.ProcessorShare;
import io.baton.deploy.run.RunResult;
import io.baton.deploy.run.TransactionResult;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.storage.recovery.RecoveryReport;
import io.baton.workload.ConditionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run's result for people. */
public final class RunReport {

    private final RunResult result;
    private final Console console;
    private final List<String> lines = new ArrayList<>();

    private RunReport(RunResult result, Console console) {
        this.result = result;
        this.console = console;
    }

    public static void print(RunResult result, Console console) {
        lines(result, console).forEach(console::line);
    }

    static List<String> lines(RunResult result, Console console) {
        final RunReport report = new RunReport(result, console);
        report.head();
        if (result.seconds() > 0) {
            report.transactions();
            report.figures();
            result.remarks().facts().forEach(report::fact);
            report.locks();
            report.processors();
        }
        result.store().ifPresent(report::store);
        report.memoryAndLoading();
        report.consistency();
        report.failures();
        return report.lines;
    }

    private void head() {
        final String parameters = result.parameters().entrySet().stream()
            .map(parameter -> ", " + Figures.count(parameter.getValue()) + " " + noun(parameter))
            .collect(Collectors.joining());
        final String what = result.workload() + parameters + ", "
            + Figures.plural(result.settings().clients(), "client") + " on "
            + (result.settings().virtualThreads() ? "virtual" : "platform") + " threads, locks: " + result.lockKind();
        lines.add("");
        lines.add(console.strong(what));
        final String cut = result.interrupted() ? console.bad("Interrupted: ") : "";
        if (result.seconds() > 0) {
            lines.add(cut + "measured " + Figures.seconds(result.seconds()) + " after "
                + Figures.seconds(result.settings().warmup().toNanos() / 1e9) + " of warm-up");
        } else {
            lines.add(cut + "nothing was measured");
        }
        lines.add("");
    }

    /** Parameters are named in the plural. */
    private static String noun(Map.Entry<String, Long> parameter) {
        final String plural = parameter.getKey();
        return parameter.getValue() == 1 && plural.endsWith("s") ? plural.substring(0, plural.length() - 1) : plural;
    }

    private void transactions() {
        final boolean failed = result.all().failed() > 0;
        final boolean refused = result.all().outOfMemory() > 0;
        final List<String> headings = new ArrayList<>(List.of("transaction", "committed", "rolled back", "restarts"));
        if (failed) {
            headings.add("failed");
        }
        if (refused) {
            headings.add("refused");
        }
        headings.addAll(List.of("p50", "p95", "p99", "p99.9", "max"));
        final TextTable table = new TextTable(1, headings.toArray(String[]::new));
        result.transactions().forEach(type -> table.row(cells(type, failed, refused)));
        table.row(cells(result.all(), failed, refused));
        final List<String> text = table.lines();
        lines.add(console.faint(text.getFirst()));
        lines.addAll(text.subList(1, text.size()));
        lines.add("");
    }

    private static String[] cells(TransactionResult type, boolean failed, boolean refused) {
        final List<String> cells = new ArrayList<>(List.of(type.label(), Figures.count(type.committed()),
            Figures.count(type.rolledBack()), Figures.count(type.restarts())));
        if (failed) {
            cells.add(Figures.count(type.failed()));
        }
        if (refused) {
            cells.add(Figures.count(type.outOfMemory()));
        }
        final Latencies latency = type.latency();
        for (final long nanos : new long[] {
            latency.p50(), latency.p95(), latency.p99(), latency.p999(), latency.max()}) {
            cells.add(Figures.latency(nanos));
        }
        return cells.toArray(String[]::new);
    }

    private void figures() {
        fact("Throughput", console.strong(Figures.rate(result.committedPerSecond())) + " transactions per second");
        fact(result.headline().title(), console.strong(Figures.rate(result.headlineValue())) + " "
            + result.headline().unit());
    }

    private void locks() {
        final LockStatistics locks = result.locks();
        if (locks.get(LockCounter.ACQUISITIONS) == 0) {
            fact("Locks", result.lockKind() + ": nothing was locked");
            return;
        }
        final long pairs = locks.get(LockCounter.ACQUISITIONS);
        fact("Locks", Figures.count(pairs) + " acquisitions, "
            + Figures.plural(locks.get(LockCounter.WAITS), "wait") + ", "
            + Figures.plural(locks.get(LockCounter.HANDOVERS), "handover") + ", "
            + Figures.plural(locks.get(LockCounter.MODE_CHANGES), "mode change"));
        fact("Verbs", "per acquire-release: extCas " + verbs(VerbKind.EXT_CAS) + ", extFaa " + verbs(VerbKind.EXT_FAA)
            + ", read " + verbs(VerbKind.READ) + ", write " + verbs(VerbKind.WRITE)
            + ", send " + verbs(VerbKind.SEND));
    }

    /** Verbs of a kind for each lock granted. */
    private String verbs(VerbKind kind) {
        final double pairs = result.locks().get(LockCounter.ACQUISITIONS);
        return Figures.ratio(result.locks().get(kind) / pairs);
    }

    private void store(StoreResult store) {
        final LogWork log = store.log();
        if (log.forces() == 0) {
            fact("Log", store.durability() + ": nothing was logged");
        } else {
            fact("Log", store.durability() + ": " + Figures.binarySize(log.bytes()) + ", "
                + Figures.rate(log.bytesPerTransaction()) + " bytes per transaction, "
                + Figures.plural(log.forces(), "force") + " of " + Figures.latency(log.meanForceNanos()) + " with "
                + Figures.rate(log.transactionsPerForce()) + " transactions each");
        }
        CheckpointDip.of(result.everySecond()).ifPresent(this::checkpoints);
        final RecoveryReport recovery = store.recovery();
        if (recovery != null) {
            fact("Recovery", Figures.plural(recovery.checkpointRows(), "row") + ", checkpoint of "
                + Figures.binarySize(recovery.checkpointBytes()) + " and log of "
                + Figures.binarySize(recovery.logBytes()) + " in " + Figures.latency(recovery.nanos()) + ", "
                + Figures.mebibytesPerSecond(recovery.bytesPerSecond()));
        }
    }

    private void checkpoints(CheckpointDip dip) {
        fact("Checkpoints", Figures.rate(dip.committedPerSecond()) + " transactions per second while one is written, "
            + Figures.rate(dip.committedPerSecondWithout()) + " otherwise: " + Figures.ratio(dip.share())
            + " (medians of "
            + Figures.plural(dip.seconds(), "second") + " and of " + dip.secondsWithout() + ")");
    }

    private void processors() {
        final ProcessorShare share = result.processors();
        final List<String> told = new ArrayList<>();
        share.got().ifPresent(got -> told.add("got " + Figures.percent(got) + " of "
            + Figures.plural(share.processors(), "processor") + ", " + (share.others().isPresent()
                ? "others kept it from " + Figures.percent(share.others().getAsDouble())
                : "what others kept it from is not known")));
        share.compilationSeconds().ifPresent(seconds -> told.add("compiled for " + Figures.seconds(seconds)));
        if (!told.isEmpty()) {
            fact("Processors", String.join("; ", told));
        }
        if (share.busy()) {
            lines.add("  " + console.bad("The machine was busy: ") + "these figures say little about Baton; "
                + "end other programs and run it again");
        }
        if (share.warmingUp()) {
            lines.add("  " + console.bad("The JVM was still compiling: ") + "give a longer --warmup");
        }
    }

    private void memoryAndLoading() {
        result.residentBytes().ifPresent(bytes -> fact("Memory", Figures.memory(bytes) + " resident"));
        fact("Budget", Figures.binarySize(result.memory().bytes()) + " of "
            + Figures.binarySize(result.memory().budgetBytes()) + " taken by rows and indexes");
        final long refused = result.all().outOfMemory();
        if (refused > 0) {
            fact("Refused", Figures.plural(refused, "transaction")
                + " out of memory budget, nothing of them was written; --memory gives more");
        }
        if (result.rows() > 0) {
            fact("Loading", Figures.plural(result.rows(), "row") + " in " + Figures.seconds(result.loadSeconds()));
        }
    }

    private void consistency() {
        if (result.checks().isEmpty()) {
            fact("Consistency", "not checked");
            return;
        }
        fact("Consistency", result.checks().entrySet().stream()
            .map(check -> check.getKey() + " " + verdict(check.getValue()))
            .collect(Collectors.joining(", ")));
        result.checks().forEach((name, check) -> {
            if (!check.holds()) {
                lines.add("  " + console.bad("Condition " + name + " does not hold: ") + check.detail());
            }
        });
    }

    private String verdict(ConditionResult check) {
        return check.holds() ? console.good("ok") : console.bad("BROKEN");
    }

    private void failures() {
        result.failures().forEach(failure -> lines.add(console.bad("Failure: ") + failure));
    }

    private void fact(String name, String text) {
        lines.add(String.format(Locale.ROOT, "%-12s %s", name, text));
    }
}
