package io.baton.storage;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.IndexMemory;
import io.baton.storage.memory.Memory;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Prints the processor time per row of reading groups of random rows, with and without touching all of a group first,
 * for docs/decisions/0025-index-memory.md. Both ways take turns; each figure is the median of the rounds.
 */
@Tag("slow")
@Timeout(300)
class TouchBenchmark {
    private static final int ROWS = 4_000_000;
    private static final int GROUPS = 20_000;
    private static final int ROUNDS = 15;
    private static final int GROUP_MAX = 16;

    private final TableSchema.Builder builder = TableSchema.named("touched");
    private final LongColumn id = builder.int64("id");
    private final LongColumn amount = builder.int64("amount");
    private final StringColumn payload = builder.string("payload", 100);
    private final TableSchema schema = builder.primaryKey(id.bits(40)).build();
    private final long[] keys = new long[GROUP_MAX];
    private final long[] rows = new long[GROUP_MAX];
    private final SplittableRandom random = new SplittableRandom(1);
    private long seen;

    @Test
    void printNanosPerRow() {
        try (var storage = Storage.builder().table(schema, ROWS).open(); var arena = storage.arena();
            var memory = new IndexMemory(storage.account())) {
            Table table = storage.table(schema);
            var image = new Row(schema);
            arena.blank(image);
            var index = new PrimaryKey(schema, ROWS, false, new Lifetime("closed"), memory);
            for (long i = 0; i < ROWS; i++) {
                index.putIfAbsent(i, table.insert(image.set(id, i).set(amount, i).set(payload, "x")));
            }
            System.out.printf("%,d rows of %d bytes, ns of processor time a row%n", ROWS, schema.imageBytes());
            System.out.println("rows a group   one by one   touched first");
            for (int group : new int[] {1, 2, 4, 8, 16}) {
                var plain = new double[ROUNDS];
                var touched = new double[ROUNDS];
                for (int round = 0; round < ROUNDS; round++) {
                    plain[round] = measure(index, group, false);
                    touched[round] = measure(index, group, true);
                }
                System.out.printf("%12d %12.1f %15.1f%n", group, median(plain), median(touched));
            }
            if (seen == 0) {
                throw new IllegalStateException("nothing was read");
            }
        }
    }

    private double measure(PrimaryKey index, int group, boolean touching) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < GROUPS; i++) {
            for (int k = 0; k < group; k++) {
                keys[k] = random.nextInt(ROWS);
            }
            if (touching) {
                readTouched(index, group);
            } else {
                readOneByOne(index, group);
            }
        }
        return (threads.getCurrentThreadCpuTime() - start) / (double) (GROUPS * group);
    }

    private void readOneByOne(PrimaryKey index, int group) {
        for (int k = 0; k < group; k++) {
            long row = index.find(keys[k]);
            // The next key is found only when this row is there, as in a procedure that looks at what it has read.
            seen += Memory.getLong(row + amount.offset()) + Memory.getByte(row + schema.imageBytes() - 1);
            keys[(k + 1) % GROUP_MAX] ^= seen >>> 63;
        }
    }

    private void readTouched(PrimaryKey index, int group) {
        for (int k = 0; k < group; k++) {
            seen += index.touch(keys[k]) & 1;
        }
        for (int k = 0; k < group; k++) {
            rows[k] = index.find(keys[k]);
        }
        for (int k = 0; k < group; k++) {
            seen += Memory.touch(rows[k], schema.imageBytes()) & 1;
        }
        for (int k = 0; k < group; k++) {
            seen += Memory.getLong(rows[k] + amount.offset()) + Memory.getByte(rows[k] + schema.imageBytes() - 1);
            keys[(k + 1) % GROUP_MAX] ^= seen >>> 63;
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
