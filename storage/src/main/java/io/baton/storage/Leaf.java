package io.baton.storage;

import org.jspecify.annotations.Nullable;

/** A leaf: the entries of rows, chained to its neighbours in both directions. */
final class Leaf extends Node {
    static final int FIRST_CAPACITY = 2;

    @Nullable
    Leaf previous;
    @Nullable
    Leaf next;

    Leaf(int capacity) {
        super(capacity);
    }

    /** Inserts into this full leaf by splitting it; returns the new right neighbour. */
    Leaf split(int i, long suffix, long address) {
        var right = new Leaf(ENTRIES_MAX);
        right.previous = this;
        right.next = next;
        if (next != null) {
            next.previous = right;
        }
        next = right;
        if (right.next == null && i == size) {
            // An append: what was filled stays full, for more appends will follow.
            right.add(0, suffix, address);
            return right;
        }
        moveTo(right, size / 2);
        if (i > size) {
            right.add(i - size, suffix, address);
        } else {
            add(i, suffix, address);
        }
        return right;
    }

    void unchain() {
        if (previous != null) {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
    }
}
