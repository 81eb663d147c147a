package io.baton.trial.dslr;

import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.rival.dslr.DslrTable;
import io.baton.sim.Cluster;
import io.baton.sim.RandomFaults;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One run: a cluster, its processes, faults, healing, and what the judge says. */
final class DslrCampaign {

    private static final long WATCH_NANOS = 100_000;
    /** After the faults have ended, everything must end within this many leases. */
    private static final int HEALING_LEASES = 2_000;
    private static final long ENTRY_BYTES = 16;
    /** Adapters repeat for longer than a lease before they give up, as the ShiftLock artifact's do. */
    private static final int LOSS_TIMEOUT_LEASES = 8;

    private final DslrPlan plan;
    private final Consumer<String> trace;
    private final List<List<DslrWorker>> workers = new ArrayList<>();

    DslrCampaign(DslrPlan plan, Consumer<String> trace) {
        this.plan = plan;
        this.trace = trace;
    }

    /**
     * What came of one run.
     *
     * @param seed its seed
     * @param verdict what the judge says
     * @param text what it saw, or empty
     * @param faults how many faults happened
     * @param grants critical sections entered
     * @param traceHash the same for the same seed
     */
    record Result(long seed, DslrVerdict verdict, String text, long faults, long grants, long traceHash) {
    }

    Result run() {
        final RandomFaults faults = plan.randomFaults();
        final ClusterModel model = ClusterModel.paper().withoutCrossing().withNodes(plan.nodes())
            .withLossTimeout(LOSS_TIMEOUT_LEASES * plan.parameters().leaseNanos());
        try (Cluster cluster = new Cluster(model, DslrTable.memoryBytes(plan.locks()), plan.seed(), faults)) {
            final DslrJudge judge = new DslrJudge(cluster.clock(), plan.parameters().leaseNanos());
            DslrVerdict verdict = DslrVerdict.GOOD;
            String text = "";
            try {
                run(cluster, faults, judge);
            } catch (IllegalStateException failed) {
                if (failed.getCause() instanceof DslrBroken broken) {
                    verdict = broken.verdict();
                    text = String.valueOf(broken.getMessage());
                } else {
                    verdict = DslrVerdict.FAILED;
                    text = String.valueOf(failed.getMessage());
                }
            }
            return new Result(plan.seed(), verdict, text, count(cluster), judge.grants(), cluster.traceHash());
        }
    }

    private static long count(Cluster cluster) {
        long sum = 0;
        for (FaultKind kind : FaultKind.values()) {
            sum += cluster.faults(kind);
        }
        return sum;
    }

    private void run(Cluster cluster, RandomFaults faults, DslrJudge judge) {
        final SplittableRandom random = new SplittableRandom(~plan.seed());
        for (int node = 1; node <= plan.nodes(); node++) {
            final List<DslrWorker> ofNode = new ArrayList<>();
            for (int number = 0; number < plan.clientsPerNode(); number++) {
                ofNode.add(new DslrWorker(plan, cluster, judge, node, number, random.split()));
            }
            workers.add(ofNode);
        }
        faults.plan(cluster, node -> restarted(cluster, node));
        cluster.witness((kind, node, route) -> {
            trace.accept(cluster.clock().nanoTime() + " ns: " + kind + " hits node " + node);
            if (kind == FaultKind.CRASH) {
                judge.died(node);
            }
        });
        for (int node = 1; node <= plan.nodes(); node++) {
            begin(cluster, node);
        }
        cluster.client("watch", () -> watch(cluster));
        cluster.run();
    }

    /** A life of a process. */
    private void begin(Cluster cluster, int node) {
        final DslrTable table =
            new DslrTable(cluster.fabric(node), plan.locks(), cluster.random(), plan.parameters());
        for (DslrWorker worker : workers.get(node - 1)) {
            cluster.client(node, worker.name(), () -> worker.run(table));
        }
    }

    /** Nobody is fenced here, so that the lock server lets everybody in again whom its crash has shut out. */
    private void restarted(Cluster cluster, int node) {
        if (node != ClusterModel.SERVER_NODE) {
            begin(cluster, node);
            return;
        }
        final Fabric server = cluster.fabric(ClusterModel.SERVER_NODE);
        for (int client = 1; client <= plan.nodes(); client++) {
            Objects.requireNonNull(server.gate()).admit(client);
        }
    }

    private void watch(Cluster cluster) {
        final long limit = plan.faultNanos() + HEALING_LEASES * plan.parameters().leaseNanos();
        while (cluster.clock().nanoTime() <= plan.faultNanos() || !unfinished().isEmpty()) {
            cluster.work(WATCH_NANOS);
            if (cluster.clock().nanoTime() > limit) {
                throw new DslrBroken(DslrVerdict.STUCK, unfinished() + " did not get what they wanted; "
                    + words(cluster));
            }
        }
    }

    /** The locks' words, in hexadecimal: nX, nS, maxX and maxS of four digits each. */
    private String words(Cluster cluster) {
        final LocalWords memory = Objects.requireNonNull(cluster.fabric(ClusterModel.SERVER_NODE).localWords());
        final StringBuilder text = new StringBuilder("locks");
        for (int lock = 0; lock < plan.locks(); lock++) {
            text.append(String.format(Locale.ROOT, " %016x", memory.get(lock * ENTRY_BYTES)));
        }
        return text.toString();
    }

    private String unfinished() {
        return workers.stream().flatMap(List::stream).filter(worker -> !worker.isDone()).map(DslrWorker::name)
            .collect(Collectors.joining(", "));
    }
}
