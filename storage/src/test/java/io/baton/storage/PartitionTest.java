package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One partition's tree with exact suffixes, deep enough for several levels of inner nodes. */
@Timeout(20)
class PartitionTest {
    private final TableSchema.Builder builder = TableSchema.named("t");
    private final TableSchema schema = builder.primaryKey(builder.int64("id").bits(64)).ordered(0).build();
    private final IndexOrder order = schema.indexes().get(0).order();
    private final Partition partition = new Partition(0);
    private final TreeMap<Long, Long> model = new TreeMap<>();

    private void insert(long suffix) {
        long address = suffix * 8 + 4;
        Long before = model.putIfAbsent(suffix, address);
        assertThat(partition.insert(order, suffix, address)).isEqualTo(before == null ? Table.ABSENT : before);
    }

    private void remove(long suffix) {
        Long before = model.remove(suffix);
        assertThat(partition.remove(order, suffix, 1)).isEqualTo(before == null ? Table.ABSENT : before);
    }

    private void check(String where) {
        if (model.isEmpty()) {
            assertThat(partition.empty()).as(where).isTrue();
            return;
        }
        assertThat(PartitionCheck.check(partition, order)).as(where).isEqualTo(model.size());
        for (long suffix : List.of(model.firstKey() - 1, model.firstKey(), model.lastKey(), model.lastKey() + 1)) {
            assertThat(partition.find(order, suffix, 1)).as(where).isEqualTo(model.getOrDefault(suffix, 0L));
        }
        Leaf leaf = partition.leafOf(order, Long.MIN_VALUE, Node.BEFORE_TIES, true);
        for (var entry : model.entrySet()) {
            while (leaf != null && leaf.suffix(leaf.size - 1) < entry.getKey()) {
                leaf = leaf.next;
            }
            assertThat(leaf).as(where).isNotNull();
            assertThat(partition.find(order, entry.getKey(), 1)).as(where).isEqualTo(entry.getValue());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void growsAndShrinksLikeATreeMap(long seed) {
        var random = new Random(seed);
        int range = seed % 2 == 0 ? 1_000_000 : 12_000;
        for (int phase = 0; phase < 6; phase++) {
            int inserts = phase % 2 == 0 ? 9 : 1;
            for (int i = 0; i < 12_000; i++) {
                if (random.nextInt(10) < inserts) {
                    insert(random.nextInt(range));
                } else if (!model.isEmpty()) {
                    Long some = model.ceilingKey((long) random.nextInt(range));
                    remove(some == null ? model.firstKey() : some);
                }
            }
            check("seed %d, phase %d".formatted(seed, phase));
        }
        while (!model.isEmpty()) {
            remove(random.nextBoolean() ? model.firstKey() : model.lastKey());
        }
        check("seed %d, emptied".formatted(seed));
    }

    @Test
    void ascendingInsertsFillLeavesCompletely() {
        for (long i = 0; i < 64 * 100; i++) {
            insert(i);
        }
        check("filled");
        Leaf leaf = partition.leafOf(order, 0, Node.BEFORE_TIES, true);
        for (; leaf != null; leaf = leaf.next) {
            assertThat(leaf.size).isEqualTo(Node.ENTRIES_MAX);
        }
    }

    @Test
    void slidingWindowKeepsFewNodes() {
        for (long i = 0; i < 50_000; i++) {
            insert(i);
            if (i >= 500) {
                remove(i - 500);
            }
        }
        check("slid");
        int leaves = 0;
        for (Leaf leaf = partition.leafOf(order, 0, Node.BEFORE_TIES, true); leaf != null; leaf = leaf.next) {
            leaves++;
        }
        assertThat(leaves).isLessThan(12);
    }
}
