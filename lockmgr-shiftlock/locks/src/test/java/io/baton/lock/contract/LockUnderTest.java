package io.baton.lock.contract;

import io.baton.lock.LockTable;
import java.util.function.IntToLongFunction;

/**
 * A lock and what its protocol promises.
 *
 * @param name for messages
 * @param sharing whether readers hold it together; otherwise shared requests are served exclusively
 * @param fifo whether writers get it in the order in which they asked
 * @param deadlines whether an acquisition gives up at its deadline
 * @param serverToo whether clients on the lock server's node are something special, to be tried too
 * @param memoryBytes registered memory of a table
 * @param setup makes the table of a node
 */
record LockUnderTest(String name, boolean sharing, boolean fifo, boolean deadlines, boolean serverToo,
    IntToLongFunction memoryBytes, Setup setup) {

    private static final int NODES = 3;

    /** Makes what one lock server and its nodes need. Called once for a world. */
    @FunctionalInterface
    interface Setup {
        Nodes deploy(World world, int slots);
    }

    /** A lock server's nodes. */
    @FunctionalInterface
    interface Nodes {
        /** Makes the table of one node. Called once for each. */
        LockTable table(int node);
    }

    static LockUnderTest exclusive(String name, boolean fifo, IntToLongFunction memoryBytes, Setup setup) {
        return new LockUnderTest(name, false, fifo, false, false, memoryBytes, setup);
    }

    static LockUnderTest sharing(String name, boolean fifo, IntToLongFunction memoryBytes, Setup setup) {
        return new LockUnderTest(name, true, fifo, false, false, memoryBytes, setup);
    }

    LockUnderTest honouringDeadlines() {
        return new LockUnderTest(name, sharing, fifo, true, serverToo, memoryBytes, setup);
    }

    LockUnderTest onTheServerToo() {
        return new LockUnderTest(name, sharing, fifo, deadlines, true, memoryBytes, setup);
    }

    /** The node of a client. */
    int nodeOf(int client) {
        final int first = serverToo ? World.SERVER : 1;
        return first + client % (NODES + 1 - first);
    }

    int nodes() {
        return NODES + 1;
    }

    @Override
    public String toString() {
        return name;
    }
}
