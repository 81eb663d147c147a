package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.MemoryAccount;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
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
    private final MemoryAccount account = new MemoryAccount(Long.MAX_VALUE);
    private final IndexMemory memory = new IndexMemory(account);
    private final Stripe stripe = new Stripe(order, memory);
    private long partition = stripe.create();
    private final TreeMap<Long, Long> model = new TreeMap<>();

    @AfterEach
    void close() {
        memory.close();
    }

    private long find(long suffix) {
        long latched = stripe.find(partition, suffix, 1);
        assertThat(stripe.findUnlatched(partition, suffix, stripe.readStamp())).isEqualTo(latched);
        return latched;
    }

    private void insert(long suffix) {
        long address = suffix * 8 + 4;
        Long before = model.putIfAbsent(suffix, address);
        if (partition == Stripe.NONE) {
            partition = stripe.create();
        }
        assertThat(stripe.insert(partition, suffix, address)).isEqualTo(before == null ? Table.ABSENT : before);
        partition = stripe.root;
    }

    private void remove(long suffix) {
        Long before = model.remove(suffix);
        assertThat(stripe.remove(partition, suffix, 1)).isEqualTo(before == null ? Table.ABSENT : before);
        partition = stripe.root;
    }

    private void check(String where) {
        if (model.isEmpty()) {
            assertThat(partition).as(where).isEqualTo(Stripe.NONE);
            return;
        }
        assertThat(PartitionCheck.check(partition, order)).as(where).isEqualTo(model.size());
        for (long suffix : List.of(model.firstKey() - 1, model.firstKey(), model.lastKey(), model.lastKey() + 1)) {
            assertThat(find(suffix)).as(where).isEqualTo(model.getOrDefault(suffix, 0L));
        }
        long leaf = stripe.leafOf(partition, Long.MIN_VALUE, Node.BEFORE_TIES, true);
        for (var entry : model.entrySet()) {
            while (leaf != 0 && Node.suffix(leaf, Node.size(leaf) - 1) < entry.getKey()) {
                leaf = Node.next(leaf);
            }
            assertThat(leaf).as(where).isNotZero();
            assertThat(find(entry.getKey())).as(where).isEqualTo(entry.getValue());
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
        int capacity = Node.capacity(0, Node.LARGEST_CLASS);
        for (long i = 0; i < capacity * 100L; i++) {
            insert(i);
        }
        check("filled");
        long leaf = stripe.leafOf(partition, 0, Node.BEFORE_TIES, true);
        for (; leaf != 0; leaf = Node.next(leaf)) {
            assertThat(Node.size(leaf)).isEqualTo(capacity);
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
        for (long leaf = stripe.leafOf(partition, 0, Node.BEFORE_TIES, true); leaf != 0; leaf = Node.next(leaf)) {
            leaves++;
        }
        assertThat(leaves).isLessThan(12);
        assertThat(account.bytes()).as("what was dropped is used again").isLessThan(100_000);
    }
}
