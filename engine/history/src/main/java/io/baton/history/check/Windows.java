package io.baton.history.check;

import java.util.Arrays;

/**
 * The stretches of the order of points in which cycles can be: the unions of the stretches that back edges span. Why
 * that is enough: on its way round, a cycle comes back from its last transaction to its first over edges that go
 * back, and whatever lies between the two is spanned by one of them.
 */
final class Windows {

    private static final int FIRST = 1024;

    private long[] from = new long[FIRST];
    private long[] to = new long[FIRST];
    private int size;
    private long backEdges;

    /** Takes a back edge's two points, the earlier one first. */
    void add(long earlier, long later) {
        backEdges++;
        if (size == from.length) {
            merge();
            if (size > from.length / 2) {
                from = Arrays.copyOf(from, 2 * from.length);
                to = Arrays.copyOf(to, 2 * to.length);
            }
        }
        from[size] = earlier;
        to[size] = later;
        size++;
    }

    long backEdges() {
        return backEdges;
    }

    int size() {
        return size;
    }

    /** Joins what overlaps or touches, and sorts. */
    void merge() {
        final Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(from[a], from[b]));
        final long[] mergedFrom = new long[from.length];
        final long[] mergedTo = new long[to.length];
        int merged = 0;
        for (int i : order) {
            if (merged > 0 && from[i] <= mergedTo[merged - 1]) {
                mergedTo[merged - 1] = Math.max(mergedTo[merged - 1], to[i]);
            } else {
                mergedFrom[merged] = from[i];
                mergedTo[merged] = to[i];
                merged++;
            }
        }
        from = mergedFrom;
        to = mergedTo;
        size = merged;
    }

    /** The window that a point lies in, or -1. Only after {@link #merge}. */
    int find(long point) {
        final int found = Arrays.binarySearch(from, 0, size, point);
        final int window = found >= 0 ? found : -found - 2;
        return window >= 0 && point <= to[window] ? window : -1;
    }
}
