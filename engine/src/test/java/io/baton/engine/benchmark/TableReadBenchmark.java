package io.baton.engine.benchmark;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Prints what a thread that updates random rows gets done while another one reads the whole table time and again: in
 * batches, and as of one moment by locking all rows. For docs/decisions/0030-reading-whole-tables.md. All ways take
 * turns; each figure is the median of the rounds.
 */
@Tag("slow")
@Timeout(300)
class TableReadBenchmark {

    private static final int ROWS = 200_000;
    private static final int ROUNDS = 5;
    private static final long ROUND_NANOS = 2_000_000_000L;

    private static final TableSchema.Builder BUILDER = TableSchema.named("account");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn AMOUNT = BUILDER.int64("amount");
    private static final TableSchema ACCOUNT = BUILDER.primaryKey(ID.bits(40)).build();

    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] nanos = new long[10_000_000];

    /** How the table is read meanwhile. */
    private enum Way {
        NOT_AT_ALL, IN_BATCHES, AS_OF_ONE_MOMENT
    }

    /** Updates a row. */
    public static final class Update {
        public long run(Transaction transaction, long key) {
            final Row row = transaction.update(ACCOUNT, key);
            row.set(AMOUNT, row.get(AMOUNT) + 1);
            return row.get(AMOUNT);
        }
    }

    @Test
    void printWhatWritersGetDone() throws InterruptedException {
        try (Engine engine = Engine.builder().table(ACCOUNT, ROWS).open()) {
            try (Loader loader = engine.loader()) {
                for (long id = 0; id < ROWS; id++) {
                    loader.insert(loader.row(ACCOUNT, id).set(AMOUNT, id));
                }
            }
            final Procedure<Long> update = engine.register(new Update(), Long.class);
            final Map<Way, double[][]> figures = new EnumMap<>(Way.class);
            for (int round = -1; round < ROUNDS; round++) {
                for (Way way : Way.values()) {
                    final double[] measured = measure(engine, update, way);
                    for (int i = 0; round >= 0 && i < measured.length; i++) {
                        figures.computeIfAbsent(way, any -> new double[measured.length][ROUNDS])[i][round] =
                            measured[i];
                    }
                }
            }
            System.out.printf("%,d rows%nread             updates/s  p99.9 us    max us  tables/s%n", ROWS);
            figures.forEach((way, ofWay) -> {
                System.out.printf("%-16s", way);
                for (double[] figure : ofWay) {
                    Arrays.sort(figure);
                    System.out.printf(" %,9.1f", figure[ROUNDS / 2]);
                }
                System.out.println();
            });
        }
    }

    /** Updates per second, their times, and tables read per second. */
    private double[] measure(Engine engine, Procedure<Long> update, Way way) throws InterruptedException {
        final AtomicBoolean done = new AtomicBoolean();
        final AtomicLong tables = new AtomicLong();
        final Thread reader = Thread.ofPlatform().start(() -> {
            while (way != Way.NOT_AT_ALL && !done.get()) {
                read(engine, way);
                tables.incrementAndGet();
            }
        });
        int count = 0;
        final long start = System.nanoTime();
        long now = start;
        try (Session session = engine.session()) {
            while (now - start < ROUND_NANOS && count < nanos.length) {
                session.call(update, (long) random.nextInt(ROWS));
                final long after = System.nanoTime();
                nanos[count++] = after - now;
                now = after;
            }
        }
        done.set(true);
        reader.join();
        Arrays.sort(nanos, 0, count);
        final double seconds = (now - start) / 1e9;
        return new double[] {
            count / seconds, nanos[(int) (count * 0.999)] / 1e3, nanos[count - 1] / 1e3, tables.get() / seconds};
    }

    private static void read(Engine engine, Way way) {
        final long[] sum = new long[1];
        if (way == Way.IN_BATCHES) {
            TableReader.forEachRow(engine, ACCOUNT, row -> sum[0] += row.get(AMOUNT));
        } else {
            engine.call(TableReader.whole(engine, ACCOUNT, row -> row.get(AMOUNT), Integer.MAX_VALUE));
        }
    }
}
