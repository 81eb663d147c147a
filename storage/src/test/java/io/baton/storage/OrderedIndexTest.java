package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.column.LongColumn;
import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.MemoryAccount;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class OrderedIndexTest {
    private final TableSchema.Builder builder = TableSchema.named("t");
    private final LongColumn area = builder.int32("area");
    private final LongColumn id = builder.int64("id");
    private final TableSchema schema = builder.primaryKey(area.bits(8), id.bits(32)).ordered(1).build();
    private final MemoryAccount account = new MemoryAccount(Long.MAX_VALUE);
    private final IndexMemory memory = new IndexMemory(account);
    private final OrderedIndex index =
        new OrderedIndex(schema.indexes().getFirst(), schema, 0, new Lifetime("closed"), memory);
    private final Storage images = Storage.builder().table(schema, 1).open();
    private final RowArena arena = images.arena();

    @AfterEach
    void close() {
        arena.close();
        images.close();
        memory.close();
        assertThat(account.bytes()).isZero();
    }

    private long[] rows(long areaValue, int first, int step, int count) {
        var row = new Row(schema);
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            arena.blank(row);
            rows[i] = row.set(area, areaValue).set(id, first + (long) i * step).readable(schema.name());
        }
        return rows;
    }

    private long find(long areaValue, long idValue) {
        return index.find(areaValue, idValue << 32 ^ Long.MIN_VALUE);
    }

    /** Nodes split, empty and become nodes of the other partition while readers look for rows that stay. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 500})
    void readersWithoutLatchFindWhatStaysAndNothingElse(int stable) throws InterruptedException {
        long[] staying = rows(1, 7, 10, stable);
        long[] coming = rows(1, 8, 10, 3000);
        long[] elsewhere = rows(2, 7, 10, 3000);
        for (long row : staying) {
            assertThat(index.insert(row)).isZero();
        }
        var writer = CompletableFuture.runAsync(() -> {
            for (int round = 0; round < 30; round++) {
                for (long row : coming) {
                    index.insert(row);
                }
                for (int i = 0; i < coming.length; i++) {
                    assertThat(index.removeIfThere(coming[round % 2 == 0 ? i : coming.length - 1 - i])).isTrue();
                    index.insert(elsewhere[i]);
                }
                for (long row : elsewhere) {
                    assertThat(index.removeIfThere(row)).isTrue();
                }
            }
        }, task -> Thread.ofPlatform().start(task));
        do {
            for (int i = 0; i < stable; i++) {
                assertThat(find(1, 7 + 10L * i) == staying[i]).isTrue();
                assertThat(find(1, 6 + 10L * i) == 0).isTrue();
                long other = find(1, 8 + 10L * i);
                assertThat(other == 0 || other == coming[i]).isTrue();
            }
        } while (!writer.isDone());
        assertThat(writer).succeedsWithin(Duration.ofSeconds(10));
        for (int i = 0; i < coming.length; i++) {
            assertThat(find(1, 7 + 10L * i)).isEqualTo(i < stable ? staying[i] : Table.ABSENT);
            assertThat(find(1, 8 + 10L * i)).isZero();
        }
        assertThat(PartitionCheck.check(OrderedIndex.rootOf(index.entry(1)), index.order())).isEqualTo(stable);
        assertThat(index.entry(2)).isZero();
    }

    @Test
    void keyBehindTheLastIsAbsentAlsoAfterTheLastWent() {
        long[] rows = rows(1, 0, 1, 1000);
        for (int i = 0; i < rows.length; i++) {
            assertThat(find(1, i)).isZero();
            index.insert(rows[i]);
            assertThat(find(1, i)).isEqualTo(rows[i]);
        }
        for (int i = rows.length - 1; i >= 0; i--) {
            assertThat(index.removeIfThere(rows[i])).isTrue();
            assertThat(find(1, i)).isZero();
            assertThat(i == 0 || find(1, i - 1L) == rows[i - 1]).isTrue();
        }
        assertThat(find(1, 0)).isZero();
        index.insert(rows[500]);
        assertThat(find(1, 500)).isEqualTo(rows[500]);
    }

    /** A reader that never finds a quiet moment goes inside. */
    @Test
    void readerOfAStripeThatNeverRestsComesThrough() throws InterruptedException {
        long[] rows = rows(1, 0, 1, 10);
        for (long row : rows) {
            index.insert(row);
        }
        Stripe stripe = index.stripe(1);
        var stop = new AtomicBoolean();
        var restless = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                stripe.latch();
                stripe.unlatch();
            }
        });
        for (int i = 0; i < 20_000; i++) {
            assertThat(find(1, i % 10) == rows[i % 10]).isTrue();
        }
        stop.set(true);
        assertThat(restless.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void memoryOfAnIndexThatEmptiesIsUsedAgain() {
        long[] rows = rows(1, 0, 1, 20_000);
        long after = 0;
        for (int round = 0; round < 5; round++) {
            for (long row : rows) {
                index.insert(row);
            }
            after = round == 0 ? account.bytes() : after;
            for (long row : rows) {
                assertThat(index.removeIfThere(row)).isTrue();
            }
            assertThat(account.bytes()).isEqualTo(after);
        }
        assertThat(after).as("bytes a row").isLessThan(20_000 * 24);
    }
}
