package io.baton.trial;

import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.LockInspector;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run: a cluster, its processes, faults, healing, and what the judge says. */
final class Campaign {

    private static final long WATCH_NANOS = 100_000;
    /** After the faults have ended, everything must end within this many sessions. */
    private static final int HEALING_SESSIONS = 200;
    private static final long LOSS_TIMEOUT_NANOS = 50_000;

    private static final int FRAMES_MAX = 6;

    private final CampaignPlan plan;
    private final Consumer<String> trace;
    private final QueueJudge queues;
    private final TokenRegistry registry;
    private final Coverage coverage = new Coverage();
    private final List<ClientProcess> processes = new ArrayList<>();
    private final ResetJudge resets = new ResetJudge(processes);
    private int failures;

    Campaign(CampaignPlan plan, Consumer<String> trace) {
        this.plan = plan;
        this.trace = trace;
        this.queues = new QueueJudge(plan.locks(), plan.options().threshold(), plan.isLeased() ? 0 : 1, this::client,
            route -> processes.stream().anyMatch(process -> process.agentRoute() == route));
        this.registry = new TokenRegistry(plan.locks(), plan.options().threshold(), queues);
    }

    /** Runs it. */
    CampaignResult run() {
        final RandomFaults faults = CampaignFaults.of(plan);
        final ClusterModel model = ClusterModel.paper().withoutCrossing().withNodes(plan.nodes())
            .withLossTimeout(LOSS_TIMEOUT_NANOS);
        final long memory = ShiftLockTable.recoverableMemoryBytes(plan.locks());
        try (Cluster cluster = new Cluster(model, memory, plan.seed(), faults)) {
            String violation = "";
            try {
                run(cluster, faults);
            } catch (IllegalStateException failed) {
                violation = failed.getCause() instanceof Violation broken ? String.valueOf(broken.getMessage())
                    : String.valueOf(failed.getMessage());
                if (failed.getCause() != null && !(failed.getCause() instanceof Violation)) {
                    violation = stack(failed.getCause());
                }
            } catch (Violation broken) {
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
        final ServerProcess server = new ServerProcess(plan, cluster, resets, event -> log(cluster, event));
        final SplittableRandom random = new SplittableRandom(~plan.seed());
        for (int node = 1; node <= plan.nodes(); node++) {
            processes.add(new ClientProcess(plan, cluster, server, registry, node, random.split()));
        }
        faults.plan(cluster, node -> restarted(server, node));
        cluster.witness((FaultKind kind, int node, long route) -> witness(cluster, kind, node, route));
        cluster.witness(new EntryWatch(cluster, plan.locks(), queues, resets));
        if (plan.stallNanos() > 0) {
            cluster.at(plan.stallNanos(), () -> stall(cluster));
        }
        processes.forEach(ClientProcess::start);
        new Operator(plan, cluster, server).start();
        cluster.client("watch", () -> watch(cluster));
        cluster.run();
        if (failures > 0 || plan.isLeased() || plan.isForgetful()) {
            // Locks that dead clients have left, or forgotten, are recovered when a client wants them.
            processes.getFirst().start();
            cluster.run();
        }
        cluster.client("inspector", () -> inspect(cluster));
        cluster.run();
    }

    private void log(Cluster cluster, ResetEvent event) {
        trace.accept(cluster.clock().nanoTime() + " ns: " + event);
        if (plan.isQuiet() && event.kind() == ResetEvent.Kind.RESET) {
            throw new Violation("a lock was reset though nothing had failed: " + event);
        }
        switch (event.kind()) {
            case RESET -> registry.reset(event);
            case FENCED -> fenced(processes.get(event.node() - 1));
            case JOINED -> processes.get(event.node() - 1).life().begin();
        }
    }

    /** A process that has done its work lets its session run out, which is no failure. */
    private void fenced(ClientProcess process) {
        process.life().end();
        failures += process.isEnded() ? 0 : 1;
    }

    private @Nullable LockClient client(long route) {
        for (ClientProcess process : processes) {
            for (Worker worker : process.workers()) {
                if (LockInspector.route(worker.client()) == route) {
                    return worker.client();
                }
            }
        }
        return null;
    }

    private void restarted(ServerProcess server, int node) {
        if (node == ClusterModel.SERVER_NODE) {
            queues.restarted();
            resets.restarted();
            server.restart();
        } else if (!processes.get(node - 1).isEnded()) {
            processes.get(node - 1).start();
        }
    }

    private void witness(Cluster cluster, FaultKind kind, int node, long route) {
        trace.accept(cluster.clock().nanoTime() + " ns: " + kind + " hits "
            + (route == Route.NONE ? "node " + node : Route.toString(route)));
        switch (kind) {
            case CRASH -> processes.get(node - 1).life().end();
            case SERVER_CRASH -> processes.forEach(process -> process.life().end());
            default -> {
            }
        }
        // The lock server's death is everybody's business.
        processes.stream().filter(process -> process.node() == node || kind == FaultKind.SERVER_CRASH)
            .flatMap(process -> process.workers().stream())
            .filter(worker -> route == Route.NONE || LockInspector.route(worker.client()) == route)
            .forEach(worker -> coverage.onFault(kind, LockInspector.positions(worker.client())));
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
                throw new Violation("not all clients got what they wanted: " + waiting());
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
                text.append(process.life()).append(':');
                process.workers().forEach(worker -> text.append(' ').append(LockInspector.positions(worker.client())));
                text.append("; ");
            }
        }
        return text.toString();
    }

    private void inspect(Cluster cluster) {
        for (int lock = 0; lock < plan.locks(); lock++) {
            final LockInspector.Entry entry =
                LockInspector.entry(cluster.fabric(ClusterModel.SERVER_NODE), lock);
            if (!entry.isFree()) {
                throw new Violation("lock " + lock + " is not free at the end: " + entry);
            }
        }
    }

    private CampaignResult result(Cluster cluster, String violation) {
        final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            faults.put(kind, cluster.faults(kind));
        }
        return new CampaignResult(plan.seed(), violation, cluster.traceHash(), faults, coverage, registry.grants(),
            registry.refusals(), registry.resets(),
            processes.stream().mapToLong(ClientProcess::suspicions).sum());
    }
}
