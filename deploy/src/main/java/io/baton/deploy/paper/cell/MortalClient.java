package io.baton.deploy.paper.cell;

import io.baton.lock.LockClient;
import io.baton.sim.Cluster;

/**
 * A client that is a process of its own. When it dies, its node crashes, with all that the process held; a new process
 * begins in its place at once and goes on with the next lock, as the client in ShiftLock's section 4.8 does, which
 * skips a release and goes on.
 */
final class MortalClient {

    private final int node;
    private final Load load;
    private final Load.Stream stream;
    private final Cluster cluster;
    private final PaperLock.Tables tables;
    private final Tally tally;
    private int lives;

    MortalClient(int node, Load load, Load.Stream stream, Cluster cluster, PaperLock.Tables tables, Tally tally) {
        if (load.touchesRows()) {
            throw new IllegalArgumentException("clients that die and work on rows: not supported; give another load");
        }
        this.node = node;
        this.load = load;
        this.stream = stream;
        this.cluster = cluster;
        this.tables = tables;
        this.tally = tally;
    }

    /** A life begins. */
    void begin() {
        lives++;
        cluster.client(node, "process " + node + "." + lives, this::live);
    }

    private void live() {
        final TimedFabric fabric = new TimedFabric(cluster.fabric(node), cluster.clock(), tally::watch);
        final LockClient client = tables.of(fabric, node, lives).client();
        final CellClient.Connection connection = new CellClient.Connection(client, fabric.takeEndpoint(), 0);
        new CellClient(load, stream, cluster, connection, this::die, new CellClient.Rows(connection.endpoint(), 0),
            tally).run();
    }

    private CellClient.Connection die() {
        cluster.at(cluster.clock().nanoTime(), () -> {
            cluster.restart(node);
            begin();
        });
        cluster.crash(node);
        throw new IllegalStateException("node " + node + " has crashed, and a thread of it runs");
    }
}
