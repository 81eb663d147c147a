package io.baton.rival.contract;

import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import org.jspecify.annotations.Nullable;

/** A lock server in a world, and a table for each node that has clients. */
final class Deployment implements AutoCloseable {

    final World world;
    final LockUnderTest lock;
    final int slots;
    private final LockUnderTest.Nodes nodes;
    private final @Nullable LockTable[] tables;

    Deployment(World world, LockUnderTest lock, int slots) {
        this.world = world;
        this.lock = lock;
        this.slots = slots;
        this.nodes = lock.setup().deploy(world, slots);
        this.tables = new @Nullable LockTable[lock.nodes()];
        for (int client = 0; client < lock.nodes(); client++) {
            table(client);
        }
    }

    /** The table of the node of a client. */
    LockTable table(int client) {
        final int node = lock.nodeOf(client);
        LockTable table = tables[node];
        if (table == null) {
            table = nodes.table(node);
            tables[node] = table;
        }
        return table;
    }

    LockClient client(int index) {
        return table(index).client();
    }

    /** Asks a client of the world for the number of locks that are not free once no process keeps any. */
    long busySlots() {
        final long[] busy = new long[1];
        world.run(1, index -> {
            for (int node = tables.length - 1; node >= 0; node--) {
                final LockTable table = tables[node];
                busy[0] = table == null ? busy[0] : table.busySlots();
            }
        });
        return busy[0];
    }

    @Override
    public void close() {
        for (final LockTable table : tables) {
            if (table != null) {
                table.close();
            }
        }
        nodes.close();
        world.close();
    }
}
