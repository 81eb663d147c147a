package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** The structural check of a partition: order, separators, leaf chain, no empty nodes, sizes. */
final class PartitionCheck {
    private final IndexOrder order;
    private final List<Long> leaves = new ArrayList<>();
    private int nodes;

    private PartitionCheck(IndexOrder order) {
        this.order = order;
    }

    /** Checks a partition that the caller has latched; returns the number of entries. */
    static int check(long root, IndexOrder order) {
        var check = new PartitionCheck(order);
        int depth = check.walk(root);
        assertThat(depth).isEqualTo(Node.level(root));
        long before = 0;
        int entries = 0;
        for (long leaf : check.leaves) {
            assertThat(Node.previous(leaf)).isEqualTo(before);
            assertThat(before == 0 || Node.next(before) == leaf).isTrue();
            if (before != 0) {
                int last = Node.size(before) - 1;
                assertThat(Node.compare(order, leaf, 0, Node.suffix(before, last), Node.address(before, last)))
                    .isPositive();
            }
            before = leaf;
            entries += Node.size(leaf);
        }
        assertThat(Node.next(before)).isZero();
        assertThat(Node.last(root)).isEqualTo(before);
        if (depth > 0) {
            assertThat(Node.greatest(root)).isGreaterThanOrEqualTo(Node.suffix(before, Node.size(before) - 1));
        }
        return entries;
    }

    /** Returns the number of leaves and inner nodes. */
    static int nodes(long root, IndexOrder order) {
        var check = new PartitionCheck(order);
        check.walk(root);
        return check.nodes;
    }

    /** Returns the depth, the same for all children. */
    private int walk(long node) {
        nodes++;
        int level = Node.level(node);
        int size = Node.size(node);
        assertThat(size).isBetween(1, Node.capacity(level, Node.sizeClass(node)));
        if (level == 0) {
            leaves.add(node);
            for (int i = 1; i < size; i++) {
                assertThat(Node.compare(order, node, i, Node.suffix(node, i - 1), Node.address(node, i - 1)))
                    .isPositive();
            }
            return 0;
        }
        for (int i = 0; i < size; i++) {
            int firstLeaf = leaves.size();
            assertThat(walk(Node.child(node, i))).isEqualTo(level - 1);
            long least = leaves.get(firstLeaf);
            if (i > 0) {
                assertThat(Node.suffix(node, i)).isEqualTo(Node.suffix(least, 0));
                assertThat(Node.address(node, i)).isEqualTo(Node.address(least, 0));
            }
        }
        return level;
    }
}
