package io.baton.rival.contract;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockTable;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * A lock and what its protocol promises.
 *
 * @param name for messages
 * @param sharing whether readers hold it together; otherwise shared requests are served exclusively
 * @param fairness in which order writers get it
 * @param deadlines in which modes an acquisition gives up at its deadline
 * @param serverToo whether clients on the lock server's node are something special, to be tried too
 * @param lease by what a shared hold ends that ends by itself
 * @param plain whether in process it is tried on memory with atomics of 8 bytes only
 * @param memoryBytes registered memory of a table
 * @param setup makes the table of a node
 */
record LockUnderTest(String name, boolean sharing, Fairness fairness, Set<LockMode> deadlines, boolean serverToo,
        Lease lease, boolean plain, IntToLongFunction memoryBytes, Setup setup) {

    private static final int NODES = 3;

    /** In which order writers get a lock. */
    enum Fairness {
        /** In any order. */
        NONE,
        /** In the order in which they joined the queue, which may take several tries. */
        QUEUE,
        /** In the order of arrival: one verb joins the queue. */
        ARRIVAL
    }

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

        /** Ends what serves the tables, if anything does. Called when no client is at work any more. */
        default void close() {
            // One-sided verbs need nobody who serves them.
        }
    }

    /** The same nodes with a server to be closed. */
    static Nodes served(Closing server, Nodes nodes) {
        return new Nodes() {
            @Override
            public LockTable table(int node) {
                return nodes.table(node);
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    /** How a server is ended. */
    @FunctionalInterface
    interface Closing {
        void close();
    }

    /** Whether a client that holds a lock shared could read under it safely until now. */
    @FunctionalInterface
    interface Lease {
        /** A hold lasts until it is released. */
        Lease NONE = (client, slot) -> true;

        boolean confirms(LockClient client, int slot);
    }

    /** A lock of writers only, and unfair. */
    static LockUnderTest exclusive(String name, IntToLongFunction memoryBytes, Setup setup) {
        return new LockUnderTest(
            name, false, Fairness.NONE, EnumSet.noneOf(LockMode.class), false, Lease.NONE, false, memoryBytes, setup);
    }

    /** A lock of readers and writers, unfair. */
    static LockUnderTest sharing(String name, IntToLongFunction memoryBytes, Setup setup) {
        return new LockUnderTest(
            name, true, Fairness.NONE, EnumSet.noneOf(LockMode.class), false, Lease.NONE, false, memoryBytes, setup);
    }

    LockUnderTest fair(Fairness promised) {
        return new LockUnderTest(name, sharing, promised, deadlines, serverToo, lease, plain, memoryBytes, setup);
    }

    LockUnderTest honouringDeadlines() {
        return honouringDeadlines(EnumSet.allOf(LockMode.class));
    }

    LockUnderTest honouringDeadlines(Set<LockMode> modes) {
        return new LockUnderTest(name, sharing, fairness, modes, serverToo, lease, plain, memoryBytes, setup);
    }

    LockUnderTest onTheServerToo() {
        return new LockUnderTest(name, sharing, fairness, deadlines, true, lease, plain, memoryBytes, setup);
    }

    LockUnderTest leasedToReaders(Lease by) {
        return new LockUnderTest(name, sharing, fairness, deadlines, serverToo, by, plain, memoryBytes, setup);
    }

    LockUnderTest onPlainMemory() {
        return new LockUnderTest(
            name + ", plain memory", sharing, fairness, deadlines, serverToo, lease, true, memoryBytes, setup);
    }

    boolean isLeased() {
        return !lease.equals(Lease.NONE);
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
