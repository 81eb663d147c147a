package io.baton.lab.cell;

import io.baton.lock.LockClient;
import io.baton.sim.Cluster;

/**
 * A client that is a process of its own, or has a machine of its own. When it dies, that dies with it, and all that it
 * held; a new process begins at once in its {@linkplain ClientPlacement place} and goes on with the next lock, as the
 * client in ShiftLock's section 4.8 does, which skips a release and goes on. Where only releases are skipped, it is
 * that very client.
 */
final class MortalClient {

    private final Load load;
    private final Load.Stream stream;
    private final Cluster cluster;
    private final PaperLock.Tables tables;
    private final CellTally tally;
    private final ClientPlacement places;
    private int node;
    private int life;

    MortalClient(int node, Load load, Load.Stream stream, Cluster cluster, ClientPlacement places,
            PaperLock.Tables tables, CellTally tally) {
        if (load.touchesRows()) {
            throw new IllegalArgumentException("clients that die and work on rows: not supported; give another load");
        }
        this.node = node;
        this.load = load;
        this.stream = stream;
        this.cluster = cluster;
        this.places = places;
        this.tables = tables;
        this.tally = tally;
    }

    /** A life begins. */
    void begin() {
        life = places.nextLife();
        cluster.client(node, "process " + node + "." + life, this::live);
    }

    private void live() {
        final ForgetfulFabric inner = new ForgetfulFabric(cluster.fabric(node));
        final TimedFabric fabric = new TimedFabric(inner, cluster.clock(), tally::watch);
        final LockClient client = tables.of(fabric, node, life).client();
        final CellClient.Connection connection = new CellClient.Connection(client, fabric.takeEndpoint(), 0);
        new CellClient(load, stream, cluster, connection, () -> fail(connection, inner),
            new CellClient.Rows(connection.endpoint(), 0), tally).run();
    }

    private CellClient.Connection fail(CellClient.Connection connection, ForgetfulFabric fabric) {
        if (places.death() == Testbed.Death.RELEASE) {
            fabric.forget(connection.client()::releaseAll);
            return connection;
        }
        return die();
    }

    private CellClient.Connection die() {
        final int dead = node;
        cluster.at(cluster.clock().nanoTime(), () -> {
            node = places.instead(dead);
            begin();
        });
        places.die(dead);
        throw new IllegalStateException("node " + dead + " has died, and a thread of it runs");
    }
}
