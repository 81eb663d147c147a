package io.baton.trial;

import io.baton.fabric.Route;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.RandomFaults;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** One run: a cluster, its processes, faults, healing, and what the judge says. */
final class Campaign {

    private static final long WATCH_NANOS = 100_000;
    /** After the faults have ended, everything must end within this many sessions. */
    private static final int HEALING_SESSIONS = 200;
    private static final long LOSS_TIMEOUT_NANOS = 50_000;
    /** Where nothing mends a broken connection, what is late is only late. */
    private static final long DELAY_NANOS_MAX = 10_000_000;

    private static final int FRAMES_MAX = 6;

    private final CampaignPlan plan;
    private final Consumer<String> trace;
    private final Coverage coverage = new Coverage();
    private final List<ClientProcess> processes = new ArrayList<>();
    private final List<JudgedTable> tables = new ArrayList<>();
    private int failures;

    Campaign(CampaignPlan plan, Consumer<String> trace) {
        this.plan = plan;
        this.trace = trace;
        for (int i = 0; i < plan.tables(); i++) {
            tables.add(new JudgedTable(plan, i, processes));
        }
    }

    /** Runs it. */
    CampaignResult run() {
        final RandomFaults faults = CampaignFaults.of(plan);
        final ClusterModel model = ClusterModel.paper().withoutCrossing().withNodes(plan.nodes())
            .withLossTimeout(plan.recovered() ? LOSS_TIMEOUT_NANOS : DELAY_NANOS_MAX);
        final long memory = ShiftLockTable.recoverableMemoryBytes(plan.locks());
        try (Cluster cluster = new Cluster(model, memory, plan.seed(), faults, plan.servers())) {
            String violation = "";
            try {
                run(cluster, faults);
            } catch (IllegalStateException failed) {
                violation = failed.getCause() instanceof BrokenPromise broken ? String.valueOf(broken.getMessage())
                    : String.valueOf(failed.getMessage());
                if (failed.getCause() != null && !(failed.getCause() instanceof BrokenPromise)) {
                    violation = stack(failed.getCause());
                }
            } catch (BrokenPromise broken) {
                violation = String.valueOf(broken.getMessage());
            }
            return result(cluster, violation);
        }
    }

    private static String stack(Throwable cause) {
        return cause + ", at " + Arrays.stream(cause.getStackTrace()).limit(FRAMES_MAX).map(Object::toString)
            .collect(Collectors.joining(", "));
    }

    private void run(Cluster cluster, RandomFaults faults) {
        if (plan.recovered()) {
            tables.forEach(table -> table.serve(cluster, event -> log(cluster, table, event)));
        }
        final SplittableRandom random = new SplittableRandom(~plan.seed());
        for (int node = 1; node <= plan.nodes(); node++) {
            processes.add(new ClientProcess(plan, cluster, tables, node, random.split()));
        }
        faults.plan(cluster, this::restarted);
        cluster.witness((FaultKind kind, int node, long route) -> witness(cluster, kind, node, route));
        cluster.witness(new EntryWatch(cluster, plan, tables));
        if (plan.stallNanos() > 0) {
            cluster.at(plan.stallNanos(), () -> stall(cluster));
        }
        processes.forEach(ClientProcess::start);
        if (plan.recovered()) {
            tables.forEach(table -> new Operator(plan, cluster, table).start());
        }
        cluster.client("watch", () -> watch(cluster));
        cluster.run();
        if (failures > 0 || plan.isLeased() || plan.isForgetful()) {
            // Locks that dead clients have left, or forgotten, are recovered when a client wants them.
            processes.getFirst().start();
            cluster.run();
        }
        cluster.client("inspector", () -> tables.forEach(table -> table.inspect(cluster)));
        cluster.run();
    }

    private void log(Cluster cluster, JudgedTable table, ResetEvent event) {
        trace.accept(cluster.clock().nanoTime() + " ns: " + event + at(table));
        if (plan.isQuiet() && event.kind() == ResetEvent.Kind.RESET) {
            throw new BrokenPromise("a lock was reset though nothing had failed: " + event);
        }
        switch (event.kind()) {
            case RESET -> table.registry().reset(event);
            case FENCED -> fenced(processes.get(event.node() - 1), table);
            case JOINED -> processes.get(event.node() - 1).life(table.number()).begin();
        }
    }

    private String at(JudgedTable table) {
        return tables.size() == 1 ? "" : " at lock server " + table.number();
    }

    /** A process that has done its work lets its session run out, which is no failure. */
    private void fenced(ClientProcess process, JudgedTable table) {
        process.life(table.number()).end();
        failures += process.isEnded() ? 0 : 1;
    }

    private void restarted(int node) {
        if (ClusterModel.isServer(node)) {
            tables.get(ClusterModel.server(node)).restarted();
        } else if (!processes.get(node - 1).isEnded()) {
            processes.get(node - 1).start();
        }
    }

    private void witness(Cluster cluster, FaultKind kind, int node, long route) {
        trace.accept(cluster.clock().nanoTime() + " ns: " + kind + " hits "
            + (route == Route.NONE ? "node " + node : Route.toString(route)));
        switch (kind) {
            case CRASH -> processes.get(node - 1).endLives();
            case SERVER_CRASH -> processes.forEach(process -> process.life(ClusterModel.server(node)).end());
            default -> {
            }
        }
        if (!plan.recovered()) {
            // The list of what cannot meet is that of recovery.
            return;
        }
        // The lock server's death is everybody's business.
        processes.stream().filter(process -> process.node() == node || kind == FaultKind.SERVER_CRASH)
            .flatMap(process -> process.workers().stream())
            .filter(worker -> route == Route.NONE || worker.hasRoute(route))
            .forEach(worker -> coverage.onFault(kind, worker.positions(route)));
    }

    /**
     * Every living client must get its work done; one that waits for ever is found here. A process that has
     * stalled may take longer, but must not keep the others waiting.
     */
    private void watch(Cluster cluster) {
        final List<ClientProcess> others =
            plan.stallNanos() > 0 ? processes.subList(0, processes.size() - 1) : processes;
        awaitAll(cluster, others, healedNanos());
        awaitAll(cluster, processes, 2 * healedNanos());
    }

    /** When everything must have ended. */
    private long healedNanos() {
        return plan.faultNanos() + HEALING_SESSIONS * plan.recovery().sessionNanos();
    }

    private void awaitAll(Cluster cluster, List<ClientProcess> some, long limitNanos) {
        while (cluster.clock().nanoTime() <= plan.faultNanos() || !some.stream().allMatch(ClientProcess::isEnded)) {
            cluster.work(WATCH_NANOS);
            if (cluster.clock().nanoTime() > limitNanos) {
                throw new BrokenPromise("not all clients got what they wanted: " + waiting());
            }
        }
    }

    /** Lets the last process stand still until the others must have ended. */
    private void stall(Cluster cluster) {
        final int node = processes.getLast().node();
        if (!cluster.isCrashed(node)) {
            cluster.pause(node, healedNanos() - cluster.clock().nanoTime());
        }
    }

    private String waiting() {
        final StringBuilder text = new StringBuilder();
        for (ClientProcess process : processes) {
            if (!process.isEnded()) {
                text.append(process.life(0)).append(':');
                process.workers().forEach(worker -> text.append(' ').append(worker.positions(Route.NONE)));
                text.append("; ");
            }
        }
        return text.toString();
    }

    private CampaignResult result(Cluster cluster, String violation) {
        final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            faults.put(kind, cluster.faults(kind));
        }
        return new CampaignResult(plan.seed(), violation, cluster.traceHash(), faults, coverage,
            sum(TokenRegistry::grants), sum(TokenRegistry::refusals), sum(TokenRegistry::resets),
            processes.stream().mapToLong(ClientProcess::suspicions).sum());
    }

    private long sum(ToLongFunction<TokenRegistry> count) {
        return tables.stream().map(JudgedTable::registry).mapToLong(count).sum();
    }
}
