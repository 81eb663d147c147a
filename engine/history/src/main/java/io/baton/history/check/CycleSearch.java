package io.baton.history.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the cycles of a graph class by class, the gravest first, and of each class a smallest one. A group of
 * transactions that depend on each other in a circle is counted once, in its gravest class.
 */
final class CycleSearch {

    private static final int WW = EdgeKind.WW.bit();
    private static final int FLOW = WW | EdgeKind.WR.bit();
    private static final int MISSED = EdgeKind.RW.bit() | EdgeKind.PHANTOM.bit();
    private static final int DATA = FLOW | MISSED;
    private static final int ALL = DATA | EdgeKind.REAL_TIME.bit();
    /** So many groups are looked into for a smallest cycle, and so many beginnings within a group. */
    private static final int GROUPS_MAX = 200;
    private static final int BEGINNINGS_MAX = 2_000;
    /** No cycle is shorter. */
    private static final int SHORTEST = 2;

    /** A cycle as edges in the order of the circle. */
    private static final class Found {
        private long count;
        private int[] cycle = new int[0];
        private int length = Integer.MAX_VALUE;
    }

    private final WindowGraph windows;
    private final EdgeList edges;
    private final Words words;
    private final boolean[] known;
    private final Map<AnomalyKind, Found> found = new EnumMap<>(AnomalyKind.class);

    CycleSearch(WindowGraph windows, Words words) {
        this.windows = windows;
        this.edges = windows.edges();
        this.words = words;
        this.known = new boolean[windows.nodes()];
    }

    List<Anomaly> search() {
        search(windows.transactions(), WW);
        search(windows.transactions(), FLOW);
        search(windows.transactions(), DATA);
        if (found.isEmpty()) {
            search(windows.nodes(), ALL);
        }
        final List<Anomaly> anomalies = new ArrayList<>();
        found.forEach((kind, what) -> anomalies.add(words.cycle(kind, what.count, what.cycle, windows)));
        return anomalies;
    }

    private void search(int nodes, int kindBits) {
        final Graph graph = new Graph(nodes, edges, kindBits);
        final int[][] groups = groups(graph);
        if (groups.length == 0) {
            return;
        }
        AnomalyKind last = AnomalyKind.G0;
        final ShortestPath paths = new ShortestPath(graph, edges, windows.transactions());
        for (int i = 0; i < groups.length; i++) {
            for (int node : groups[i]) {
                known[node] = true;
            }
            if (i < GROUPS_MAX) {
                last = classify(graph, paths, groups[i], kindBits);
            } else {
                // Not looked into: counted like the last one that was.
                found.computeIfAbsent(last, k -> new Found()).count++;
            }
        }
    }

    /** The groups of more than one node none of which is known, small ones first. */
    private int[][] groups(Graph graph) {
        final boolean[] wanted = new boolean[graph.components()];
        for (int c = 0; c < wanted.length; c++) {
            wanted[c] = graph.size(c) > 1;
        }
        for (int node = 0; node < graph.nodes(); node++) {
            if (known[node]) {
                wanted[graph.component(node)] = false;
            }
        }
        final int[] number = new int[wanted.length];
        int count = 0;
        for (int c = 0; c < wanted.length; c++) {
            number[c] = wanted[c] ? count++ : -1;
        }
        final int[][] groups = new int[count][];
        final int[] filled = new int[count];
        for (int node = 0; node < graph.nodes(); node++) {
            final int c = graph.component(node);
            if (wanted[c]) {
                final int group = number[c];
                if (filled[group] == 0) {
                    groups[group] = new int[graph.size(c)];
                }
                groups[group][filled[group]++] = node;
            }
        }
        Arrays.sort(groups, (a, b) -> Integer.compare(a.length, b.length));
        return groups;
    }

    private AnomalyKind classify(Graph graph, ShortestPath paths, int[] group, int kindBits) {
        if (kindBits == WW) {
            return note(AnomalyKind.G0, shortest(paths, group, kindBits));
        }
        if (kindBits == FLOW) {
            return note(AnomalyKind.G1C, shortest(paths, group, kindBits));
        }
        if (kindBits == ALL) {
            return note(AnomalyKind.REAL_TIME, shortest(paths, group, kindBits));
        }
        final int[] single = single(graph, paths, group);
        if (single.length > 0) {
            return note(AnomalyKind.G_SINGLE, single);
        }
        final int[] cycle = shortest(paths, group, kindBits);
        final boolean phantom = Arrays.stream(cycle).anyMatch(edge -> edges.isOf(edge, EdgeKind.PHANTOM.bit()));
        return note(phantom ? AnomalyKind.G2 : AnomalyKind.G2_ITEM, cycle);
    }

    private int[] shortest(ShortestPath paths, int[] group, int kindBits) {
        int[] best = new int[0];
        int shorterThan = Integer.MAX_VALUE;
        int left = BEGINNINGS_MAX;
        for (int node : group) {
            if (node >= windows.transactions()) {
                continue;
            }
            if (left-- == 0 || shorterThan <= SHORTEST) {
                break;
            }
            final int[] cycle = paths.find(node, node, kindBits, shorterThan);
            if (cycle.length > 0) {
                best = cycle;
                shorterThan = length(cycle);
            }
        }
        return best;
    }

    /** A cycle with a single edge of something missed. */
    private int[] single(Graph graph, ShortestPath paths, int[] group) {
        int[] best = new int[0];
        int shorterThan = Integer.MAX_VALUE;
        int left = BEGINNINGS_MAX;
        for (int node : group) {
            for (int p = graph.firstEdge(node); p < graph.endOfEdges(node); p++) {
                final int edge = graph.edge(p);
                if (!edges.isOf(edge, MISSED) || graph.component(edges.to(edge)) != graph.component(node)) {
                    continue;
                }
                if (left-- == 0 || shorterThan <= SHORTEST) {
                    return best;
                }
                final int[] back = paths.find(edges.to(edge), node, FLOW, shorterThan - 1);
                if (back.length > 0) {
                    best = new int[back.length + 1];
                    best[0] = edge;
                    System.arraycopy(back, 0, best, 1, back.length);
                    shorterThan = length(best);
                }
            }
        }
        return best;
    }

    private int length(int[] cycle) {
        int transactions = 0;
        for (int edge : cycle) {
            transactions += edges.to(edge) < windows.transactions() ? 1 : 0;
        }
        return transactions;
    }

    private AnomalyKind note(AnomalyKind kind, int[] cycle) {
        final Found before = found.computeIfAbsent(kind, k -> new Found());
        before.count++;
        if (length(cycle) < before.length) {
            before.cycle = cycle;
            before.length = length(cycle);
        }
        return kind;
    }
}
