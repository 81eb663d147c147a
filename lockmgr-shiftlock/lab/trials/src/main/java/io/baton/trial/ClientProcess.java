package io.baton.trial;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.shiftlock.LockInspector;
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
    private final List<JudgedTable> tables;
    private final int node;
    private final SplittableRandom random;
    private final int[] left;
    private final List<Worker> workers = new ArrayList<>();
    /** Its present life in the eyes of each table's lock server. */
    private List<ProcessLife> lives;
    private int livesBegun;
    private int working;
    /** How often the clients of former lives have asked the lock server for a reset. */
    private long suspicionsBefore;
    /** How many clients of this life have done everything, and have then looked at every lock. */
    private int allVisited;
    private boolean ended;
    /** What this life has opened. */
    private @Nullable OpenTables open;

    ClientProcess(CampaignPlan plan, Cluster cluster, List<JudgedTable> tables, int node, SplittableRandom random) {
        this.plan = plan;
        this.cluster = cluster;
        this.tables = tables;
        this.node = node;
        this.random = random;
        this.left = new int[plan.clientsPerNode()];
        Arrays.fill(left, plan.operations());
        this.lives = newLives();
    }

    int node() {
        return node;
    }

    private List<ProcessLife> newLives() {
        return tables.stream().map(_ -> new ProcessLife(node, livesBegun)).toList();
    }

    /** Its present life in the eyes of a table's lock server. */
    ProcessLife life(int table) {
        return lives.get(table);
    }

    /** It has no right any more to what it holds, wherever that is. */
    void endLives() {
        lives.forEach(ProcessLife::end);
    }

    List<Worker> workers() {
        return workers;
    }

    /** How often its clients have asked the lock server for a reset. */
    long suspicions() {
        return suspicionsBefore
            + workers.stream().mapToLong(worker -> worker.client().counters().get(LockCounter.SUSPICIONS)).sum();
    }

    /** Of the agent that keeps the locks of a table for this life, or none. */
    long agentRoute(int table) {
        return open == null ? Route.NONE : open.agentRoute(table);
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
        endLives();
        suspicionsBefore = suspicions();
        workers.clear();
        open = null;
        livesBegun++;
        lives = newLives();
        final OpenTables opened;
        try {
            opened = plan.recovered() ? OpenTables.recovered(plan, tables, node, livesBegun)
                : OpenTables.unrecovered(plan, cluster, node);
        } catch (ConnectionLostException nobodyThere) {
            return false;
        }
        open = opened;
        working = left.length;
        allVisited = 0;
        for (int i = 0; i < left.length; i++) {
            addClient(opened, i);
        }
        while (working > 0 || hasGhosts(opened)) {
            cluster.work(POLL_NANOS);
        }
        // A process that ends well gives back what it keeps.
        opened.close();
        return plan.hasSessions() ? !opened.isLost() && done() : allVisited == left.length;
    }

    private void addClient(OpenTables opened, int number) {
        final String name = lives.getFirst() + " client " + number;
        final Worker worker = new Worker(plan, cluster, cluster.fabric(node).clock(), tables, lives, name,
            opened.clients(), random.split());
        workers.add(worker);
        cluster.client(node, name, () -> {
            work(worker, number);
            working--;
        });
    }

    /** A process that ends well first lets the agent serve what its clients have left in queues. */
    private boolean hasGhosts(OpenTables opened) {
        for (int table = 0; table < tables.size(); table++) {
            final int at = table;
            if (!opened.isLost(at)
                && workers.stream().anyMatch(worker -> !LockInspector.positions(worker.part(at)).isEmpty())) {
                return true;
            }
        }
        return false;
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
        for (int lock = 0; lock < plan.allLocks(); lock++) {
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
