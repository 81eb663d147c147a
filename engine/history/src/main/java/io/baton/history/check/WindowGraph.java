package io.baton.history.check;

import java.util.Arrays;

/**
 * The transactions in some windows, numbered from 0, and all edges between two of one window. Real time is an order of
 * intervals, so it needs no edge for each pair: a chain of moments, one for each end, leads from a transaction that
 * has ended to those that begin later.
 */
final class WindowGraph implements EdgeSink {

    private static final int OUTSIDE = -1;

    private final TransactionTable all;
    private final int[] numbers;
    private final int[] members;
    private final int[] windowOf;
    private final EdgeList edges;

    /** Takes the transactions of the chosen windows whose callers were answered. */
    WindowGraph(TransactionTable all, Windows windows, boolean[] chosen, int size, int edgesMax) {
        this.all = all;
        this.numbers = new int[all.size()];
        this.members = new int[size];
        this.windowOf = new int[size];
        this.edges = new EdgeList(edgesMax);
        Arrays.fill(numbers, OUTSIDE);
        int count = 0;
        for (int i = 0; i < all.size(); i++) {
            final int window = all.judged(i) ? windows.find(all.point(i)) : -1;
            if (window >= 0 && chosen[window]) {
                numbers[i] = count;
                members[count] = i;
                windowOf[count] = window;
                count++;
            }
        }
    }

    @Override
    public void edge(int from, int to, EdgeKind kind, int place, long key, long version) {
        final int source = numbers[from];
        final int target = numbers[to];
        if (source >= 0 && target >= 0 && windowOf[source] == windowOf[target]) {
            edges.add(source, target, kind, place, key, version);
        }
    }

    /** Adds the moments and their edges. */
    void addRealTime() {
        final int count = members.length;
        final long[] ends = new long[count];
        final long[] begins = new long[count];
        for (int i = 0; i < count; i++) {
            ends[i] = all.end(members[i]);
            begins[i] = all.begin(members[i]);
        }
        final int[] byEnd = sorted(ends);
        final int[] byBegin = sorted(begins);
        for (int moment = 0; moment < count; moment++) {
            time(byEnd[moment], count + moment);
            if (moment > 0) {
                time(count + moment - 1, count + moment);
            }
        }
        int ended = 0;
        for (int node : byBegin) {
            while (ended < count && ends[byEnd[ended]] < begins[node]) {
                ended++;
            }
            if (ended > 0) {
                time(count + ended - 1, node);
            }
        }
    }

    /** How many nodes are transactions; the others are moments. */
    int transactions() {
        return members.length;
    }

    int nodes() {
        return 2 * members.length;
    }

    EdgeList edges() {
        return edges;
    }

    /** The transaction behind a node. */
    int transaction(int node) {
        return members[node];
    }

    private void time(int from, int to) {
        edges.add(from, to, EdgeKind.REAL_TIME, 0, 0, 0);
    }

    /** Sorts numbers 0, 1, ... by their values. */
    private static int[] sorted(long[] values) {
        final long[] sortedValues = values.clone();
        Arrays.sort(sortedValues);
        final int[] next = new int[values.length];
        final int[] order = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            final int first = lowest(sortedValues, values[i]);
            order[first + next[first]++] = i;
        }
        return order;
    }

    private static int lowest(long[] values, long value) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (values[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
