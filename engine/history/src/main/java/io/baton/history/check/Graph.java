package io.baton.history.check;

import java.util.Arrays;

/**
 * The edges of some kinds as a graph in compressed rows, and its strong components by Tarjan's algorithm without
 * recursion (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
 */
final class Graph {

    private final int nodes;
    private final EdgeList list;
    /** The edges that leave node i stand from offset[i] to offset[i + 1]. */
    private final int[] offset;
    private final int[] edges;
    private final int[] component;
    private int[] sizes = new int[16];
    private int components;

    Graph(int nodes, EdgeList list, int kindBits) {
        this.nodes = nodes;
        this.list = list;
        this.offset = new int[nodes + 1];
        for (int e = 0; e < list.size(); e++) {
            if (list.isOf(e, kindBits)) {
                offset[list.from(e) + 1]++;
            }
        }
        for (int i = 0; i < nodes; i++) {
            offset[i + 1] += offset[i];
        }
        this.edges = new int[offset[nodes]];
        final int[] next = Arrays.copyOf(offset, nodes);
        for (int e = 0; e < list.size(); e++) {
            if (list.isOf(e, kindBits)) {
                edges[next[list.from(e)]++] = e;
            }
        }
        this.component = new int[nodes];
        findComponents();
    }

    int nodes() {
        return nodes;
    }

    int firstEdge(int node) {
        return offset[node];
    }

    int endOfEdges(int node) {
        return offset[node + 1];
    }

    /** The number in the list of the edge at a position between the two above. */
    int edge(int position) {
        return edges[position];
    }

    int component(int node) {
        return component[node];
    }

    int components() {
        return components;
    }

    int size(int aComponent) {
        return sizes[aComponent];
    }

    private void findComponents() {
        Arrays.fill(component, -1);
        final int[] low = new int[nodes];
        final int[] number = new int[nodes];
        final int[] open = new int[nodes];
        final int[] path = new int[nodes];
        final int[] position = Arrays.copyOf(offset, nodes);
        int openCount = 0;
        int counter = 0;
        for (int root = 0; root < nodes; root++) {
            if (number[root] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            number[root] = low[root] = ++counter;
            open[openCount++] = root;
            while (depth >= 0) {
                final int node = path[depth];
                if (position[node] < offset[node + 1]) {
                    final int target = list.to(edges[position[node]++]);
                    if (number[target] == 0) {
                        number[target] = low[target] = ++counter;
                        open[openCount++] = target;
                        path[++depth] = target;
                    } else if (component[target] < 0) {
                        low[node] = Math.min(low[node], number[target]);
                    }
                    continue;
                }
                if (low[node] == number[node]) {
                    openCount = closeComponent(open, openCount, node);
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[node]);
                }
            }
        }
    }

    private int closeComponent(int[] open, int openCount, int root) {
        if (components == sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * components);
        }
        int count = openCount;
        int member;
        do {
            member = open[--count];
            component[member] = components;
            sizes[components]++;
        } while (member != root);
        components++;
        return count;
    }
}
