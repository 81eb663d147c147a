package io.baton.trial;

import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one table, as their judges see them: those of one lock server with its recovery, or those of all
 * servers, where nothing is recovered. Slots are the table's.
 */
final class JudgedTable {

    private final CampaignPlan plan;
    private final int number;
    private final List<ClientProcess> processes;
    private final QueueJudge queues;
    private final TokenRegistry registry;
    private final ResetJudge resets;
    private @Nullable TrialServer server;

    JudgedTable(CampaignPlan plan, int number, List<ClientProcess> processes) {
        this.plan = plan;
        this.number = number;
        this.processes = processes;
        this.queues = new QueueJudge(plan.locksEach(), plan.options().threshold(), plan.hasSessions() ? 1 : 0,
            this::client, this::isAgent);
        this.registry = new TokenRegistry(plan, queues);
        this.resets = new ResetJudge(processes, number);
    }

    /** Starts the lock server, whose number is the table's. */
    void serve(Cluster cluster, Consumer<ResetEvent> log) {
        server = new TrialServer(plan, cluster, number, resets, log);
    }

    int number() {
        return number;
    }

    TrialServer server() {
        return Objects.requireNonNull(server);
    }

    TokenRegistry registry() {
        return registry;
    }

    /** An entry was changed by a verb of a client, or of the lock server. */
    void changed(long route, LockInspector.Entry before, LockInspector.Entry after) {
        if (after.generation() != before.generation()) {
            resets.reset(after.slot());
        }
        queues.changed(route, before, after);
    }

    /** The lock server is to begin another life. */
    void restarted() {
        queues.restarted();
        resets.restarted();
        server().restart();
    }

    /** Throws if a lock is not free. */
    void inspect(Cluster cluster) {
        for (int slot = 0; slot < plan.locksEach(); slot++) {
            final int at = plan.recovered() ? number : slot / plan.locks();
            final LockInspector.Entry entry = LockInspector.entry(
                cluster.fabric(ClusterModel.serverNode(at)), slot % plan.locks(),
                plan.options().entry());
            if (!entry.isFree()) {
                throw new BrokenPromise("lock " + slot + " is not free at the end: " + entry);
            }
        }
    }

    private @Nullable LockClient client(long route) {
        for (ClientProcess process : processes) {
            for (Worker worker : process.workers()) {
                if (LockInspector.route(worker.part(number)) == route) {
                    return worker.part(number);
                }
            }
        }
        return null;
    }

    private boolean isAgent(long route) {
        return route != Route.NONE && processes.stream().anyMatch(process -> process.agentRoute(number) == route);
    }
}
