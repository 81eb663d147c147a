package io.baton.lab.cell;

import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Measures cells, each on a cluster of its own. Thread-safe. */
public final class CellRunner {

    /** Registered memory comes in these units. */
    private static final long UNIT_BYTES = 16;
    /** Between the seeds of a cell's runs. */
    private static final long RUN_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final long seed;
    private final BooleanSupplier stop;
    private final ReadyLoads loads = new ReadyLoads();

    /**
     * Makes a runner.
     *
     * @param seed decides everything that is random
     * @param stop asked now and then, by any thread, whether to give up
     */
    public CellRunner(long seed, BooleanSupplier stop) {
        this.seed = seed;
        this.stop = stop;
    }

    /**
     * Measures a cell.
     *
     * @param cell what to measure
     * @return the result, or nothing if the runner was told to stop before it was complete
     */
    public Optional<CellResult> run(Cell cell) {
        if (stop.getAsBoolean()) {
            return Optional.empty();
        }
        final Load.Ready load = loads.get(cell.load(), seed);
        final int slots = load.slots();
        final long rowsBegin = roundUp(cell.lock().memoryBytes(slots));
        final long memoryBytes = rowsBegin + (cell.load().touchesRows() ? slots * CellClient.Rows.BYTES : 0);
        final CellTally tally = new CellTally(cell.load().types().size());
        boolean complete = true;
        for (int run = 0; complete && run < cell.window().runs(); run++) {
            complete = run(cell, load, memoryBytes, rowsBegin, seed + run * RUN_SPREAD, tally);
        }
        return complete ? Optional.of(tally.result(cell, load.facts())) : Optional.empty();
    }

    /** Returns whether the run was measured to its end. */
    private boolean run(
            Cell cell, Load.Ready load, long memoryBytes, long rowsBegin, long runSeed, CellTally tally) {
        tally.beginRun();
        try (Cluster cluster = new Cluster(cell.testbed().model(), memoryBytes, runSeed)) {
            if (cell.testbed().death() != Testbed.Death.NONE) {
                addProcesses(cell, load, cluster, tally);
            } else {
                addClients(cell, load, cluster, rowsBegin, tally);
            }
            final WindowObserver observer = new WindowObserver(cell.window(), cluster, tally, stop);
            cluster.client("observer", observer);
            cluster.run();
            tally.endRun();
            return observer.complete();
        }
    }

    private static void addClients(
            Cell cell, Load.Ready load, Cluster cluster, long rowsBegin, CellTally tally) {
        final PaperLock.Tables tables = cell.lock().open(cluster, cell.testbed(), load.slots());
        if (tables.joins()) {
            addSessions(cell, load, cluster, rowsBegin, tables, tally);
            return;
        }
        final int nodes = cell.testbed().model().nodes();
        final int all = cell.clients() + cell.localClients();
        final List<Node> processes = new ArrayList<>();
        for (int node = 1; node <= nodes; node++) {
            processes.add(Node.of(cluster, node, tables, cell.lock(), tally));
        }
        final Node server = cell.localClients() == 0 ? processes.getFirst()
            : Node.of(cluster, ClusterModel.SERVER_NODE, tables, cell.lock(), tally);
        for (int i = 0; i < all; i++) {
            final Node node = i < cell.clients() ? processes.get(process(i, cell.testbed().model()) - 1) : server;
            addClient(cell, i, load.stream(i, all, cluster.random()), cluster, node, rowsBegin, tally);
        }
    }

    /** Each process is let in first, and adds its clients then. */
    private static void addSessions(
            Cell cell, Load.Ready load, Cluster cluster, long rowsBegin, PaperLock.Tables tables, CellTally tally) {
        if (cell.localClients() > 0) {
            throw new IllegalArgumentException(
                "clients with a session on the lock server's machine: not supported; give 0");
        }
        final ClusterModel model = cell.testbed().model();
        final List<Map<Integer, Load.Stream>> streams = new ArrayList<>();
        for (int node = 1; node <= model.nodes(); node++) {
            streams.add(new TreeMap<>());
        }
        for (int i = 0; i < cell.clients(); i++) {
            streams.get(process(i, model) - 1).put(i, load.stream(i, cell.clients(), cluster.random()));
        }
        for (int number = 1; number <= model.nodes(); number++) {
            final int node = number;
            cluster.client(node, "process " + node, () -> {
                final Node process = Node.joined(cluster, node, tables, cell.lock(), tally);
                streams.get(node - 1).forEach(
                    (client, stream) -> addClient(cell, client, stream, cluster, process, rowsBegin, tally));
            });
        }
    }

    private static void addClient(
            Cell cell, int number, Load.Stream stream, Cluster cluster, Node node, long rowsBegin, CellTally tally) {
        final CellClient.Connection first = node.connect();
        final CellClient.Rows rows =
            new CellClient.Rows(cell.load().touchesRows() ? node.fabric().untimed() : first.endpoint(), rowsBegin);
        cluster.client("client " + number + " on node " + node.number(),
            new CellClient(cell.load(), stream, cluster, first, node::connect, rows, tally));
    }

    /** The node of a client: one after the other on each machine, and there in each process. */
    private static int process(int client, ClusterModel model) {
        final int machines = model.machines();
        return 1 + client % machines * model.nodesPerMachine() + client / machines % model.nodesPerMachine();
    }

    private static void addProcesses(Cell cell, Load.Ready load, Cluster cluster, CellTally tally) {
        final PaperLock.Tables tables = cell.lock().open(cluster, cell.testbed(), load.slots());
        final ClientPlacement places =
            new ClientPlacement(cluster, cell.testbed().death(), cell.clients(), cell.testbed().model().nodes());
        for (int i = 0; i < cell.clients(); i++) {
            new MortalClient(i + 1, cell.load(), load.stream(i, cell.clients(), cluster.random()), cluster, places,
                tables, tally).begin();
        }
    }

    private static long roundUp(long bytes) {
        return (bytes + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES;
    }

    /** A process with its clients' table. */
    private record Node(int number, TimedFabric fabric, LockTable table, int tries) {

        static Node of(Cluster cluster, int number, PaperLock.Tables tables, PaperLock lock, CellTally tally) {
            final TimedFabric fabric = new TimedFabric(cluster.fabric(number), cluster.clock(), tally::watch);
            return new Node(number, fabric, tables.on(fabric), lock.tries());
        }

        /** The same, called by a thread of the process, in its only life. */
        static Node joined(Cluster cluster, int number, PaperLock.Tables tables, PaperLock lock, CellTally tally) {
            final TimedFabric fabric = new TimedFabric(cluster.fabric(number), cluster.clock(), tally::watch);
            return new Node(number, fabric, tables.of(fabric, number, 1), lock.tries());
        }

        CellClient.Connection connect() {
            final LockClient client = table.client();
            return new CellClient.Connection(client, fabric.takeEndpoint(), tries);
        }
    }
}
