package io.baton.storage;

import java.util.Arrays;

/**
 * An inner node. Entry {@code i} is the smallest entry below child {@code i}, for {@code i} of at least 1; entry 0 is
 * never compared. It stays exact when rows go, because a stale one could name a row whose memory is reused.
 */
final class Inner extends Node {
    private static final int FIRST_CAPACITY = 4;

    private Node[] children;

    Inner(Node left, Node right) {
        super(FIRST_CAPACITY);
        children = new Node[FIRST_CAPACITY];
        children[0] = left;
        children[1] = right;
        set(1, right.suffix(0), right.address(0));
        size = 2;
    }

    private Inner() {
        super(ENTRIES_MAX);
        children = new Node[ENTRIES_MAX];
    }

    Node child(int i) {
        return children[i];
    }

    /** Adds a child that was just split off; its entry 0 is the smallest below it. */
    void addChild(int i, Node child) {
        int before = size;
        add(i, child.suffix(0), child.address(0));
        if (before == children.length) {
            children = Arrays.copyOf(children, Math.min(ENTRIES_MAX, 2 * before));
        }
        System.arraycopy(children, i, children, i + 1, before - i);
        children[i] = child;
    }

    void removeChild(int i) {
        System.arraycopy(children, i + 1, children, i, size - i - 1);
        remove(i);
        Arrays.fill(children, size, size + 1, null);
    }

    /** Inserts a child into this full node by splitting it; returns the new right neighbour. */
    Inner split(int i, Node child) {
        var right = new Inner();
        if (i == size) {
            right.addChild(0, child);
            return right;
        }
        int from = size / 2;
        System.arraycopy(children, from, right.children, 0, size - from);
        Arrays.fill(children, from, size, null);
        moveTo(right, from);
        if (i > size) {
            right.addChild(i - size, child);
        } else {
            addChild(i, child);
        }
        return right;
    }
}
