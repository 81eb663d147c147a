package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** The structural check of a partition: order, separators, leaf chain, no empty nodes, sizes. */
final class PartitionCheck {
    private final IndexOrder order;
    private final List<Leaf> leaves = new ArrayList<>();

    private PartitionCheck(IndexOrder order) {
        this.order = order;
    }

    /** Checks a partition that the caller has latched; returns the number of entries. */
    static int check(Partition partition, IndexOrder order) {
        var check = new PartitionCheck(order);
        check.walk(partition.root());
        Leaf before = null;
        int entries = 0;
        for (Leaf leaf : check.leaves) {
            assertThat(leaf.previous).isSameAs(before);
            assertThat(before == null || before.next == leaf).isTrue();
            if (before != null) {
                int last = before.size - 1;
                assertThat(leaf.compare(order, 0, before.suffix(last), before.address(last))).isPositive();
            }
            before = leaf;
            entries += leaf.size;
        }
        assertThat(before == null || before.next == null).isTrue();
        return entries;
    }

    /** Returns the depth, the same for all children. */
    private int walk(Node node) {
        assertThat(node.size).isBetween(1, Node.ENTRIES_MAX);
        if (node instanceof Leaf leaf) {
            leaves.add(leaf);
            for (int i = 1; i < leaf.size; i++) {
                assertThat(leaf.compare(order, i, leaf.suffix(i - 1), leaf.address(i - 1))).isPositive();
            }
            return 0;
        }
        var inner = (Inner) node;
        int depth = -1;
        for (int i = 0; i < inner.size; i++) {
            int firstLeaf = leaves.size();
            int below = walk(inner.child(i));
            assertThat(depth == -1 || depth == below).isTrue();
            depth = below;
            Leaf least = leaves.get(firstLeaf);
            if (i > 0) {
                assertThat(inner.suffix(i)).isEqualTo(least.suffix(0));
                assertThat(inner.address(i)).isEqualTo(least.address(0));
            }
        }
        return depth + 1;
    }
}
