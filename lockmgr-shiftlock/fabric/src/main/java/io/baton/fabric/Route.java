package io.baton.fabric;

/**
 * The address of a client for SEND, packed in 40 bits as in a lock entry's tail pointer (ShiftLock §3.2): 16-bit
 * node id, 24-bit queue-pair number.
 * <pre>
 *   63          40 39                          16 15               0
 *  +--------------+------------------------------+------------------+
 *  |      0       |   queue-pair number (24)     |   node id (16)   |
 *  +--------------+------------------------------+------------------+
 * </pre>
 */
public final class Route {

    /** No route. A node id is never zero, so no client has it. */
    public static final long NONE = 0;
    /** The largest queue-pair number. */
    public static final int QUEUE_PAIR_MAX = (1 << 24) - 1;
    /** The largest node id. */
    public static final int NODE_MAX = (1 << 16) - 1;

    private Route() {
    }

    /**
     * Packs a route.
     *
     * @param node node id, 1 to {@link #NODE_MAX}
     * @param queuePair queue-pair number, 0 to {@link #QUEUE_PAIR_MAX}
     * @return the route
     * @throws IllegalArgumentException if a part is out of range
     */
    public static long of(int node, int queuePair) {
        if (node < 1 || node > NODE_MAX) {
            throw new IllegalArgumentException("node id " + node + " is not in 1.." + NODE_MAX);
        }
        if (queuePair < 0 || queuePair > QUEUE_PAIR_MAX) {
            throw new IllegalArgumentException("queue-pair number " + queuePair + " is not in 0.." + QUEUE_PAIR_MAX);
        }
        return node | (long) queuePair << 16;
    }

    /**
     * Returns the node id of a route.
     *
     * @param route the route
     * @return the node id, 0 for {@link #NONE}
     */
    public static int node(long route) {
        return (int) route & NODE_MAX;
    }

    /**
     * Returns the queue-pair number of a route.
     *
     * @param route the route
     * @return the queue-pair number
     */
    public static int queuePair(long route) {
        return (int) (route >>> 16) & QUEUE_PAIR_MAX;
    }

    /**
     * Writes a route as people read it.
     *
     * @param route the route
     * @return node and queue pair, as in {@code 1:17}, or {@code -} for none
     */
    public static String toString(long route) {
        return route == NONE ? "-" : node(route) + ":" + queuePair(route);
    }
}
