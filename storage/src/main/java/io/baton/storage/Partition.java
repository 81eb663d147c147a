package io.baton.storage;

import org.jspecify.annotations.Nullable;

/**
 * All entries of an index with one prefix: a B+tree, often of a single small leaf. The caller holds the latch for
 * everything except construction. A partition whose last entry went is dead and has left the directory.
 */
final class Partition extends Latch {
    private final long prefix;
    private Node root;
    /** The last leaf, where most inserts go. */
    private Leaf last;
    private boolean dead;

    Partition(long prefix) {
        this.prefix = prefix;
        this.last = new Leaf(Leaf.FIRST_CAPACITY);
        this.root = last;
    }

    long prefix() {
        return prefix;
    }

    boolean dead() {
        return dead;
    }

    void die() {
        dead = true;
    }

    /** Returns the root, for structural checks. */
    Node root() {
        return root;
    }

    boolean empty() {
        return root.size == 0;
    }

    /** Returns the row address of the entry that is equal, or {@link Table#ABSENT}. */
    long find(IndexOrder order, long suffix, long address) {
        if (last.size > 0 && last.compare(order, last.size - 1, suffix, address) < 0) {
            return Table.ABSENT;
        }
        Leaf leaf = leafOf(order, suffix, address, true);
        int i = leaf.search(order, 0, suffix, address, true) - 1;
        return i >= 0 && leaf.compare(order, i, suffix, address) == 0 ? leaf.address(i) : Table.ABSENT;
    }

    /**
     * Returns the leaf in which {@link Node#search} with the same arguments finds the place; if that is the leaf's
     * end, the next entry is the first of the next leaf.
     */
    Leaf leafOf(IndexOrder order, long suffix, long address, boolean passEqual) {
        Node node = root;
        while (node instanceof Inner inner) {
            node = inner.child(inner.search(order, 1, suffix, address, passEqual) - 1);
        }
        return (Leaf) node;
    }

    /** Adds an entry; returns ABSENT, or the address of the equal entry that is already there. */
    long insert(IndexOrder order, long suffix, long address) {
        Leaf leaf = last;
        int size = leaf.size;
        if (size > 0 && !leaf.full() && leaf.compare(order, size - 1, suffix, address) < 0) {
            leaf.add(size, suffix, address);
            return Table.ABSENT;
        }
        long existing = find(order, suffix, address);
        if (existing != Table.ABSENT) {
            return existing;
        }
        Node right = insert(order, root, suffix, address);
        if (right != null) {
            root = new Inner(root, right);
        }
        return Table.ABSENT;
    }

    /** Returns the node that was split off, if any. */
    private @Nullable Node insert(IndexOrder order, Node node, long suffix, long address) {
        if (node instanceof Inner inner) {
            int i = inner.search(order, 1, suffix, address, true) - 1;
            Node right = insert(order, inner.child(i), suffix, address);
            if (right == null) {
                return null;
            }
            if (inner.full()) {
                return inner.split(i + 1, right);
            }
            inner.addChild(i + 1, right);
            return null;
        }
        Leaf leaf = (Leaf) node;
        int i = leaf.search(order, 0, suffix, address, true);
        if (!leaf.full()) {
            leaf.add(i, suffix, address);
            return null;
        }
        Leaf right = leaf.split(i, suffix, address);
        if (right.next == null) {
            last = right;
        }
        return right;
    }

    /** Removes the equal entry and returns its row address, or ABSENT. */
    long remove(IndexOrder order, long suffix, long address) {
        long removed = remove(order, root, suffix, address);
        while (root instanceof Inner inner && inner.size == 1) {
            root = inner.child(0);
        }
        return removed;
    }

    private long remove(IndexOrder order, Node node, long suffix, long address) {
        if (node instanceof Inner inner) {
            int i = inner.search(order, 1, suffix, address, true) - 1;
            Node child = inner.child(i);
            long removed = remove(order, child, suffix, address);
            if (removed != Table.ABSENT) {
                repair(inner, i, child);
            }
            return removed;
        }
        int i = node.search(order, 0, suffix, address, true) - 1;
        if (i < 0 || node.compare(order, i, suffix, address) != 0) {
            return Table.ABSENT;
        }
        long removed = node.address(i);
        node.remove(i);
        return removed;
    }

    /** Drops a child that became empty, or renews the entry that stands for it. */
    private void repair(Inner inner, int i, Node child) {
        if (child.size == 0) {
            if (child instanceof Leaf leaf) {
                leaf.unchain();
                if (leaf == last && leaf.previous != null) {
                    last = leaf.previous;
                }
            }
            inner.removeChild(i);
        } else if (i > 0) {
            Node least = child;
            while (least instanceof Inner below) {
                least = below.child(0);
            }
            inner.set(i, least.suffix(0), least.address(0));
        }
    }
}
