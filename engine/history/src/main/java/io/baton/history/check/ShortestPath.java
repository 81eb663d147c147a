package io.baton.history.check;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Shortest ways within one component of a graph. A way's length is the number of transactions on it: the nodes that
 * only stand for a moment in time cost nothing.
 */
final class ShortestPath {

    private static final int FAR = Integer.MAX_VALUE;

    private final Graph graph;
    private final EdgeList edges;
    /** Nodes from here on are moments, not transactions. */
    private final int transactions;
    private final int[] distance;
    private final int[] arrival;
    private final IntArrayList touched = new IntArrayList();
    private IntArrayList now = new IntArrayList();
    private IntArrayList later = new IntArrayList();

    ShortestPath(Graph graph, EdgeList edges, int transactions) {
        this.graph = graph;
        this.edges = edges;
        this.transactions = transactions;
        this.distance = new int[graph.nodes()];
        this.arrival = new int[graph.nodes()];
        Arrays.fill(distance, FAR);
    }

    /**
     * Finds a shortest way over edges of some kinds.
     *
     * @param from where it begins
     * @param to where it ends; if both are one, the way is a cycle
     * @param kindBits the kinds of edges
     * @param shorterThan only shorter ways are of interest
     * @return its edges, or an empty array if there is none
     */
    int[] find(int from, int to, int kindBits, int shorterThan) {
        forget();
        now.addInt(from);
        int[] found = new int[0];
        for (int length = 0; found.length == 0 && length < shorterThan && !now.isEmpty(); length++) {
            found = explore(from, to, kindBits, length, shorterThan);
            final IntArrayList done = now;
            now = later;
            later = done;
            later.clear();
        }
        return found;
    }

    /** Goes one transaction further from all that are {@code length} away. */
    private int[] explore(int from, int to, int kindBits, int length, int shorterThan) {
        for (int i = 0; i < now.size(); i++) {
            final int node = now.getInt(i);
            for (int p = graph.firstEdge(node); p < graph.endOfEdges(node); p++) {
                final int edge = graph.edge(p);
                final int target = edges.to(edge);
                if (!edges.isOf(edge, kindBits) || graph.component(target) != graph.component(node)) {
                    continue;
                }
                final int reached = length + (target < transactions ? 1 : 0);
                if (target == to && reached < shorterThan) {
                    return way(from, node, edge);
                }
                if (target != from && reached < distance[target]) {
                    distance[target] = reached;
                    arrival[target] = edge;
                    touched.addInt(target);
                    (reached == length ? now : later).addInt(target);
                }
            }
        }
        return new int[0];
    }

    private int[] way(int from, int beforeLast, int lastEdge) {
        final IntArrayList backwards = new IntArrayList();
        backwards.addInt(lastEdge);
        for (int node = beforeLast; node != from; node = edges.from(arrival[node])) {
            backwards.addInt(arrival[node]);
        }
        final int[] way = new int[backwards.size()];
        for (int i = 0; i < way.length; i++) {
            way[i] = backwards.getInt(way.length - 1 - i);
        }
        return way;
    }

    private void forget() {
        for (int i = 0; i < touched.size(); i++) {
            distance[touched.getInt(i)] = FAR;
        }
        touched.clear();
        now.clear();
        later.clear();
    }
}
