package io.baton.trial;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Fabric;
import io.baton.fabric.JoinedFabric;
import io.baton.fabric.Route;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.ExecutingFabric;
import java.util.ArrayList;
import java.util.List;

/** What one life of a process has opened: with each lock server a session and a table, or one table over all. */
final class OpenTables {

    private final boolean keeps;
    /** None where there are no sessions. */
    private final List<LockSession> sessions;
    private final List<ShiftLockTable> tables;
    /** Of each table, also when it is closed. */
    private final long[] agentRoutes;

    OpenTables(CampaignPlan plan, List<LockSession> sessions, List<ShiftLockTable> tables) {
        this.keeps = plan.options().caching();
        this.sessions = sessions;
        this.tables = tables;
        this.agentRoutes = new long[tables.size()];
    }

    /**
     * Joins each lock server, one after the other, and opens its table.
     *
     * @throws ConnectionLostException if one is not there
     */
    static OpenTables recovered(CampaignPlan plan, List<JudgedTable> judged, int node, int life) {
        final List<LockSession> sessions = new ArrayList<>();
        boolean complete = false;
        try {
            for (JudgedTable table : judged) {
                if (plan.hasSessions()) {
                    sessions.add(table.server().join(node, life));
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                sessions.forEach(LockSession::close);
            }
        }
        final List<ShiftLockTable> tables = new ArrayList<>();
        for (int i = 0; i < judged.size(); i++) {
            tables.add(judged.get(i).server().table(node, sessions.isEmpty() ? null : sessions.get(i)));
        }
        return new OpenTables(plan, sessions, tables);
    }

    /** Opens one table over all lock servers, whose locks are not recovered. */
    static OpenTables unrecovered(CampaignPlan plan, Cluster cluster, int node) {
        final Fabric adapters = cluster.fabric(node);
        final Fabric joined = new JoinedFabric(plan.isExecuted() ? new ExecutingFabric(adapters) : adapters,
            plan.servers(), ShiftLockTable.memoryBytes(plan.locks()));
        return new OpenTables(plan, List.of(), List.of(
            new ShiftLockTable(joined, plan.allLocks(), plan.options(), plan.keepAfter(), cluster.threads(node))));
    }

    /** Opens a client at each table, in the order of the tables. */
    List<LockClient> clients() {
        final List<LockClient> clients = new ArrayList<>();
        tables.forEach(table -> clients.add(table.client()));
        return clients;
    }

    /** One client made of those at each table; on a loss it first tells that. */
    static LockClient joined(List<LockClient> clients, int slotsEach, Runnable onLoss) {
        return clients.size() == 1 ? clients.getFirst() : JoinedLockTable
            .open(clients.size(), i -> new OneClient(new WatchedClient(clients.get(i), onLoss), slotsEach)).client();
    }

    /** Of the agent that keeps the locks of a table for this process, or none. */
    long agentRoute(int table) {
        if (agentRoutes[table] == Route.NONE) {
            agentRoutes[table] = LockInspector.agentRoute(tables.get(table));
        }
        return agentRoutes[table];
    }

    /** Whether the process has lost its session with a lock server. */
    boolean isLost(int table) {
        return !sessions.isEmpty() && sessions.get(table).isLost();
    }

    /** Whether it has lost one of its sessions. */
    boolean isLost() {
        return sessions.stream().anyMatch(LockSession::isLost);
    }

    /** Gives back what the process keeps, where it still can, and ends the sessions. */
    void close() {
        for (int i = 0; i < tables.size(); i++) {
            if (keeps && !isLost(i)) {
                tables.get(i).close();
            }
            if (!sessions.isEmpty()) {
                sessions.get(i).close();
            }
        }
    }

    /** A table for one client that there is already. */
    private record OneClient(LockClient one, int slots) implements LockTable {

        @Override
        public LockClient client() {
            return one;
        }

        @Override
        public long busySlots() {
            throw new UnsupportedOperationException("the inspector looks at the end");
        }

        @Override
        public void close() {
        }
    }
}
