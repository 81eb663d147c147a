package io.baton.storage;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Latch;
import java.util.function.LongConsumer;

/**
 * One stripe of an ordered index: the latch of all partitions whose prefixes have the same bits of their hash, and what
 * it takes to change one of them. A partition is all entries with one prefix: a B+tree of {@link Node}s, often of a
 * single small leaf, named by the address of its root. A partition without entries has no nodes and the name 0.
 *
 * <p>All methods are called inside the latch, except {@link #findUnlatched}.
 */
final class Stripe extends Latch {
    // What may go wrong: memory for new nodes may be refused by the system, so all nodes that a change needs are taken
    // before the first store.
    static final long NONE = 0;
    /** In place of a row address: the stripe was changed, so nothing is known. */
    static final long CHANGED = -1;

    /** Each level takes at least twenty times the inserts of the one below: no tree gets this deep. */
    private static final int DEPTH_MAX = 16;

    private final IndexOrder order;
    private final IndexMemory memory;
    /** The root of the partition that is being changed or was changed last, NONE if its last entry went. */
    long root;
    /** The way from the root to a leaf, and which child was taken in each node. */
    private final long[] path = new long[DEPTH_MAX];
    private final int[] place = new int[DEPTH_MAX];
    /** Nodes taken for a change under way. */
    private final long[] fresh = new long[DEPTH_MAX + 1];
    private int freshCount;

    Stripe(IndexOrder order, IndexMemory memory) {
        this.order = order;
        this.memory = memory;
    }

    /** Returns the row address of the entry that is equal, or {@link Table#ABSENT}. */
    long find(long partition, long suffix, long address) {
        if (Node.level(partition) > 0 && suffix > Node.greatest(partition)) {
            return Table.ABSENT;
        }
        long leaf = leafOf(partition, suffix, address, true);
        int i = Node.search(order, leaf, 0, suffix, address, true) - 1;
        return i >= 0 && Node.compare(order, leaf, i, suffix, address) == 0 ? Node.leafAddress(leaf, i) : Table.ABSENT;
    }

    /**
     * Returns what {@link #find} does, for an exact order and a thread that is not inside, or CHANGED.
     *
     * @param before the stamp before the partition was looked up; the caller checks it again
     */
    long findUnlatched(long partition, long suffix, long before) {
        long node = partition;
        long head = Node.head(node);
        if (!unchangedSince(before)) {
            return CHANGED;
        }
        if (Node.headLevel(head) > 0 && suffix > Node.greatest(node)) {
            return Table.ABSENT;
        }
        for (int level = Node.headLevel(head); level > 0; level--) {
            long child = Node.child(node, Node.searchSuffix(node, head, 1, suffix) - 1);
            if (!unchangedSince(before)) {
                return CHANGED;
            }
            node = child;
            head = Node.head(node);
            if (!unchangedSince(before)) {
                return CHANGED;
            }
        }
        int i = Node.searchSuffix(node, head, 0, suffix) - 1;
        return i >= 0 && Node.leafSuffix(node, i) == suffix ? Node.leafAddress(node, i) : Table.ABSENT;
    }

    /**
     * Returns the leaf in which {@link Node#search} with the same arguments finds the place; if that is the leaf's
     * end, the next entry is the first of the next leaf.
     */
    long leafOf(long partition, long suffix, long address, boolean passEqual) {
        long node = partition;
        for (int level = Node.level(partition); level > 0; level--) {
            node = Node.child(node, Node.search(order, node, 1, suffix, address, passEqual) - 1);
        }
        return node;
    }

    /** Adds the addresses of rows, see {@link OrderedIndex#copyRows}. */
    void collectRows(long partition, long suffix, long ties, TableCopy.Batch into) {
        long leaf = leafOf(partition, suffix, ties, true);
        int i = Node.search(order, leaf, 0, suffix, ties, true);
        while (leaf != 0) {
            for (; i < Node.size(leaf); i++) {
                if (!into.add(Node.leafAddress(leaf, i))) {
                    return;
                }
                into.lastSuffix(Node.leafSuffix(leaf, i));
            }
            leaf = Node.next(leaf);
            i = 0;
        }
    }

    /** Hands out the rows of a partition in order, while no other thread changes it. */
    static void forEachRow(long partition, LongConsumer consumer) {
        long leaf = partition;
        while (Node.level(leaf) > 0) {
            leaf = Node.child(leaf, 0);
        }
        for (; leaf != 0; leaf = Node.next(leaf)) {
            for (int i = 0; i < Node.size(leaf); i++) {
                consumer.accept(Node.leafAddress(leaf, i));
            }
        }
    }

    /** Makes a partition without entries, to which two can be added without memory. */
    long create() {
        long leaf = memory.take(Node.SMALLEST_CLASS);
        Node.clear(leaf, 0, Node.SMALLEST_CLASS);
        Node.setLast(leaf, leaf);
        return leaf;
    }

    /** Drops a partition of a single leaf that is not in the directory. */
    void drop(long partition) {
        give(partition);
    }

    /** Gives back a partition with all its nodes. It is not used afterwards. */
    void free(long node) {
        for (int i = 0; Node.level(node) > 0 && i < Node.size(node); i++) {
            free(Node.child(node, i));
        }
        give(node);
    }

    /** Adds an entry; returns ABSENT, or the address of the equal entry that is already there. Changes the root. */
    long insert(long partition, long suffix, long address) {
        root = partition;
        long last = Node.last(partition);
        int size = Node.size(last);
        if (!Node.full(last) && (size == 0 || Node.compare(order, last, size - 1, suffix, address) < 0)) {
            beginChange();
            Node.add(last, size, suffix, address);
            raiseGreatest(suffix);
            return Table.ABSENT;
        }
        int depth = descend(suffix, address);
        long leaf = path[depth];
        int i = Node.search(order, leaf, 0, suffix, address, true);
        if (i > 0 && Node.compare(order, leaf, i - 1, suffix, address) == 0) {
            return Node.leafAddress(leaf, i - 1);
        }
        if (!Node.full(leaf)) {
            beginChange();
            Node.add(leaf, i, suffix, address);
        } else if (Node.sizeClass(leaf) < Node.LARGEST_CLASS) {
            Node.add(moveToLarger(leaf), i, suffix, address);
        } else {
            split(depth, i, suffix, address);
        }
        raiseGreatest(suffix);
        return Table.ABSENT;
    }

    /** Removes the equal entry and returns its row address, or ABSENT. Changes the root. */
    long remove(long partition, long suffix, long address) {
        root = partition;
        int depth = descend(suffix, address);
        long leaf = path[depth];
        int i = Node.search(order, leaf, 0, suffix, address, true) - 1;
        if (i < 0 || Node.compare(order, leaf, i, suffix, address) != 0) {
            return Table.ABSENT;
        }
        long removed = Node.leafAddress(leaf, i);
        beginChange();
        Node.remove(leaf, i);
        repair(depth, i == 0);
        if (Node.size(root) == 0) {
            give(root);
            root = NONE;
        } else {
            lowerRoot();
        }
        return removed;
    }

    /** Fills path and place; returns the leaf's depth. */
    private int descend(long suffix, long address) {
        long node = root;
        int depth = 0;
        for (int level = Node.level(root); level > 0; level--) {
            int i = Node.search(order, node, 1, suffix, address, true) - 1;
            path[depth] = node;
            place[depth++] = i;
            node = Node.child(node, i);
        }
        path[depth] = node;
        return depth;
    }

    private void raiseGreatest(long suffix) {
        if (Node.level(root) > 0 && suffix > Node.greatest(root)) {
            Node.setGreatest(root, suffix);
        }
    }

    /** Gives the partition's only leaf a larger block; returns it. */
    private long moveToLarger(long leaf) {
        int sizeClass = Node.sizeClass(leaf) + 1;
        long larger = memory.take(sizeClass);
        beginChange();
        Node.clear(larger, 0, sizeClass);
        Node.setLast(larger, larger);
        Node.move(leaf, 0, larger);
        root = larger;
        give(leaf);
        return larger;
    }

    /** Adds an entry to a full leaf by splitting it, and the nodes above it as far as they are full. */
    private void split(int depth, int i, long suffix, long address) {
        int above = depth - 1;
        while (above >= 0 && Node.full(path[above])) {
            above--;
        }
        takeFresh(depth - above + (above < 0 ? 1 : 0));
        beginChange();
        long right = splitLeaf(path[depth], i, suffix, address);
        for (int d = depth - 1; d > above; d--) {
            right = splitInner(path[d], place[d] + 1, right);
        }
        if (above >= 0) {
            Node.addChild(path[above], place[above] + 1, right);
        } else {
            raiseRoot(right);
        }
    }

    private void takeFresh(int count) {
        try {
            while (freshCount < count) {
                fresh[freshCount] = memory.take(Node.LARGEST_CLASS);
                freshCount++;
            }
        } finally {
            while (freshCount > 0 && freshCount < count) {
                memory.give(fresh[--freshCount], Node.LARGEST_CLASS);
            }
        }
    }

    private long fresh(int level) {
        long node = fresh[--freshCount];
        Node.clear(node, level, Node.LARGEST_CLASS);
        return node;
    }

    /** Returns the new right neighbour. */
    private long splitLeaf(long leaf, int i, long suffix, long address) {
        long right = fresh(0);
        long next = Node.next(leaf);
        Node.setPrevious(right, leaf);
        Node.setNext(right, next);
        Node.setNext(leaf, right);
        if (next != 0) {
            Node.setPrevious(next, right);
        } else {
            Node.setLast(root, right);
        }
        int size = Node.size(leaf);
        if (next == 0 && i == size) {
            // An append: what was filled stays full, for more appends will follow.
            Node.add(right, 0, suffix, address);
            return right;
        }
        int half = size / 2;
        Node.move(leaf, half, right);
        if (i > half) {
            Node.add(right, i - half, suffix, address);
        } else {
            Node.add(leaf, i, suffix, address);
        }
        return right;
    }

    /** Inserts a child into a full inner node; returns the new right neighbour. */
    private long splitInner(long inner, int i, long child) {
        long right = fresh(Node.level(inner));
        int size = Node.size(inner);
        if (i == size) {
            Node.addChild(right, 0, child);
            return right;
        }
        int half = size / 2;
        Node.move(inner, half, right);
        if (i > half) {
            Node.addChild(right, i - half, child);
        } else {
            Node.addChild(inner, i, child);
        }
        return right;
    }

    private void raiseRoot(long right) {
        long left = root;
        long last = Node.last(left);
        long inner = fresh(Node.level(left) + 1);
        Node.addChild(inner, 0, left);
        Node.addChild(inner, 1, right);
        Node.setLast(inner, last);
        Node.setGreatest(inner, Node.suffix(last, Node.size(last) - 1));
        root = inner;
    }

    /** Drops nodes on the path that became empty, and renews the entries that stand for changed ones. */
    private void repair(int depth, boolean firstGone) {
        boolean leastChanged = firstGone;
        for (int d = depth; d > 0 && leastChanged; d--) {
            long node = path[d];
            long parent = path[d - 1];
            int at = place[d - 1];
            if (Node.size(node) == 0) {
                if (d == depth) {
                    unchain(node);
                }
                Node.remove(parent, at);
                give(node);
                leastChanged = at == 0;
            } else if (at > 0) {
                long least = node;
                while (Node.level(least) > 0) {
                    least = Node.child(least, 0);
                }
                Node.set(parent, at, Node.suffix(least, 0), Node.address(least, 0));
                leastChanged = false;
            }
        }
    }

    private void unchain(long leaf) {
        long previous = Node.previous(leaf);
        long next = Node.next(leaf);
        if (previous != 0) {
            Node.setNext(previous, next);
        }
        if (next != 0) {
            Node.setPrevious(next, previous);
        } else if (previous != 0) {
            Node.setLast(root, previous);
        }
    }

    private void lowerRoot() {
        while (Node.level(root) > 0 && Node.size(root) == 1) {
            long child = Node.child(root, 0);
            Node.setLast(child, Node.last(root));
            if (Node.level(child) > 0) {
                Node.setGreatest(child, Node.greatest(root));
            }
            give(root);
            root = child;
        }
    }

    private void give(long node) {
        memory.give(node, Node.sizeClass(node));
    }
}
