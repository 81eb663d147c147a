package io.baton.trial;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A client process, life after life, until each of its clients has done its operations. */
final class ClientProcess {

    private static final long POLL_NANOS = 5_000;

    private final CampaignPlan plan;
    private final Cluster cluster;
    private final ServerProcess server;
    private final TokenRegistry registry;
    private final int node;
    private final SplittableRandom random;
    private final int[] left;
    private final List<Worker> workers = new ArrayList<>();
    private ProcessLife life;
    private int lives;
    private int working;
    /** How often the clients of former lives have asked the lock server for a reset. */
    private long suspicionsBefore;
    /** How many clients of this life have done everything, and have then looked at every lock. */
    private int allVisited;
    private boolean ended;
    /** Of the agent that keeps locks for this life, or none. */
    private long agentRoute = Route.NONE;

    ClientProcess(CampaignPlan plan, Cluster cluster, ServerProcess server, TokenRegistry registry, int node,
            SplittableRandom random) {
        this.plan = plan;
        this.cluster = cluster;
        this.server = server;
        this.registry = registry;
        this.node = node;
        this.random = random;
        this.left = new int[plan.clientsPerNode()];
        Arrays.fill(left, plan.operations());
        this.life = new ProcessLife(node, 0);
    }

    int node() {
        return node;
    }

    ProcessLife life() {
        return life;
    }

    List<Worker> workers() {
        return workers;
    }

    /** How often its clients have asked the lock server for a reset. */
    long suspicions() {
        return suspicionsBefore
            + workers.stream().mapToLong(worker -> worker.client().counters().get(LockCounter.SUSPICIONS)).sum();
    }

    long agentRoute() {
        return agentRoute;
    }

    boolean isEnded() {
        return ended;
    }

    /** Starts the process, or starts it again after a crash. */
    void start() {
        cluster.client(node, "process " + node, this::live);
    }

    private void live() {
        while (!liveOnce()) {
            cluster.work(POLL_NANOS);
        }
        ended = true;
    }

    /** Returns whether all is done. */
    private boolean liveOnce() {
        life.end();
        suspicionsBefore = suspicions();
        workers.clear();
        agentRoute = Route.NONE;
        life = new ProcessLife(node, ++lives);
        final ProcessLife mine = life;
        final Fabric fabric = cluster.fabric(node);
        final @Nullable LockSession session;
        try {
            session = plan.isLeased() ? null
                : server.join(node, lives, fabric.clock().nanoTime() + 2 * plan.recovery().sessionNanos());
        } catch (ConnectionLostException nobodyThere) {
            return false;
        }
        final ShiftLockTable table = server.table(node, session);
        working = left.length;
        allVisited = 0;
        for (int i = 0; i < left.length; i++) {
            final int number = i;
            final LockClient client = table.client();
            agentRoute = LockInspector.agentRoute(table);
            final Worker worker = new Worker(plan, cluster, fabric.clock(), registry, mine, mine + " client " + i,
                client, random.split());
            workers.add(worker);
            cluster.client(node, mine + " client " + i, () -> {
                work(worker, number);
                working--;
            });
        }
        while (working > 0 || ((session == null || !session.isLost()) && hasGhosts())) {
            cluster.work(POLL_NANOS);
        }
        if (session == null) {
            return allVisited == left.length;
        }
        if (plan.options().caching() && !session.isLost()) {
            // A process that ends well gives back what it keeps.
            table.close();
        }
        session.close();
        return !session.isLost() && done();
    }

    /** A process that ends well first lets the agent serve what its clients have left in queues. */
    private boolean hasGhosts() {
        return workers.stream().anyMatch(worker -> !LockInspector.positions(worker.client()).isEmpty());
    }

    private void work(Worker worker, int number) {
        while (left[number] > 0 && worker.operate()) {
            left[number]--;
        }
        while (left[number] == 0 && !visitAll(worker)) {
            return;
        }
        allVisited += left[number] == 0 ? 1 : 0;
        if (worker.client().heldCount() == 0) {
            worker.client().close();
        }
    }

    /** The last client to leave looks at every lock, so that what the dead have left is recovered. */
    private boolean visitAll(Worker worker) {
        for (int lock = 0; lock < plan.locks(); lock++) {
            if (!worker.visit(lock)) {
                return false;
            }
        }
        return true;
    }

    private boolean done() {
        for (int operations : left) {
            if (operations > 0) {
                return false;
            }
        }
        return true;
    }
}
