package io.baton.history.check;

import java.util.Arrays;

/** Edges with their reasons, in primitive arrays. */
final class EdgeList {

    static final int BYTES_AN_EDGE = 29;

    private final int most;
    private int[] from = new int[1024];
    private int[] to = new int[1024];
    private byte[] kinds = new byte[1024];
    private int[] places = new int[1024];
    private long[] keys = new long[1024];
    private long[] versions = new long[1024];
    private int size;
    private boolean complete = true;

    EdgeList(int most) {
        this.most = most;
    }

    void add(int source, int target, EdgeKind kind, int place, long key, long version) {
        if (size == most) {
            complete = false;
            return;
        }
        if (size == from.length) {
            grow();
        }
        from[size] = source;
        to[size] = target;
        kinds[size] = kind.code();
        places[size] = place;
        keys[size] = key;
        versions[size] = version;
        size++;
    }

    /** Whether no edge had to be left out. */
    boolean complete() {
        return complete;
    }

    int size() {
        return size;
    }

    int from(int edge) {
        return from[edge];
    }

    int to(int edge) {
        return to[edge];
    }

    EdgeKind kind(int edge) {
        return EdgeKind.of(kinds[edge]);
    }

    int place(int edge) {
        return places[edge];
    }

    long key(int edge) {
        return keys[edge];
    }

    long version(int edge) {
        return versions[edge];
    }

    /** Whether an edge is of one of the kinds whose bits are set. */
    boolean isOf(int edge, int kindBits) {
        return (kindBits >>> kinds[edge] & 1) != 0;
    }

    private void grow() {
        final int length = (int) Math.min(most, 2L * size);
        from = Arrays.copyOf(from, length);
        to = Arrays.copyOf(to, length);
        kinds = Arrays.copyOf(kinds, length);
        places = Arrays.copyOf(places, length);
        keys = Arrays.copyOf(keys, length);
        versions = Arrays.copyOf(versions, length);
    }
}
