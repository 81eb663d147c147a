package io.baton.engine.benchmark;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Prints the processor time per row of calls that read or update random rows of a table larger than the caches, one by
 * one and together, for docs/performance.md. All ways take turns; each figure is the median of the rounds.
 */
@Tag("slow")
@Timeout(600)
class ReadAllBenchmark {

    private static final int ROWS = 4_000_000;
    private static final int ROWS_A_ROUND = 100_000;
    private static final int ROUNDS = 11;

    private static final TableSchema.Builder BUILDER = TableSchema.named("account");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn AMOUNT = BUILDER.int64("amount");
    private static final StringColumn PAYLOAD = BUILDER.string("payload", 100);
    private static final TableSchema ACCOUNT = BUILDER.primaryKey(ID.bits(40)).build();

    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<Way, Procedure<Long>> procedures = new EnumMap<>(Way.class);
    private long seen;

    /** How the rows of a call are got. */
    private enum Way {
        READ, READ_ALL, PREFETCH_READ, PLAN_READ, UPDATE, PREFETCH_UPDATE;

        Object procedure() {
            return switch (this) {
                case READ -> new Read();
                case READ_ALL -> new ReadAll();
                case PREFETCH_READ -> new PrefetchRead();
                case PLAN_READ -> new PlanRead();
                case UPDATE -> new Update();
                case PREFETCH_UPDATE -> new PrefetchUpdate();
            };
        }
    }

    /** Reads one by one. */
    public static class Read {
        public long run(Transaction transaction, long[] keys) {
            long sum = 0;
            for (long key : keys) {
                sum += transaction.read(ACCOUNT, key).get(AMOUNT);
            }
            return sum;
        }
    }

    /** Reads together. */
    public static final class ReadAll {
        public long run(Transaction transaction, long[] keys) {
            long sum = 0;
            for (final @Nullable Row row : transaction.readAll(ACCOUNT, keys)) {
                if (row != null) {
                    sum += row.get(AMOUNT);
                }
            }
            return sum;
        }
    }

    /** Loads together, then reads one by one. */
    public static final class PrefetchRead {
        public long run(Transaction transaction, long[] keys) {
            transaction.prefetch(ACCOUNT, keys);
            return new Read().run(transaction, keys);
        }
    }

    /** Names the rows in a plan, then reads one by one. */
    public static final class PlanRead {
        public void plan(LockPlan plan, long[] keys) {
            for (long key : keys) {
                plan.read(ACCOUNT, key);
            }
        }

        public long run(Transaction transaction, long[] keys) {
            return new Read().run(transaction, keys);
        }
    }

    /** Updates one by one. */
    public static final class Update {
        public long run(Transaction transaction, long[] keys) {
            long sum = 0;
            for (long key : keys) {
                final Row row = transaction.update(ACCOUNT, key);
                row.set(AMOUNT, row.get(AMOUNT) + 1);
                sum += row.get(AMOUNT);
            }
            return sum;
        }
    }

    /** Loads together, then updates one by one. */
    public static final class PrefetchUpdate {
        public long run(Transaction transaction, long[] keys) {
            transaction.prefetch(ACCOUNT, keys);
            return new Update().run(transaction, keys);
        }
    }

    @Test
    void printNanosPerRow() {
        try (Engine engine = Engine.builder().table(ACCOUNT, ROWS).clients(1).open()) {
            try (Loader loader = engine.loader()) {
                for (long id = 0; id < ROWS; id++) {
                    loader.insert(loader.row(ACCOUNT, id).set(AMOUNT, id).set(PAYLOAD, "x"));
                }
            }
            for (Way way : Way.values()) {
                procedures.put(way, engine.register(way.procedure(), Long.class));
            }
            try (Session session = engine.session()) {
                System.out.printf("%,d rows, ns of processor time a row%nrows a call", ROWS);
                Arrays.stream(Way.values()).forEach(way -> System.out.printf(" %16s", way));
                System.out.println();
                for (int rows : new int[] {1, 4, 16, 64, 256}) {
                    measure(session, rows);
                }
            }
        }
        if (seen == 0) {
            throw new IllegalStateException("nothing was read");
        }
    }

    private void measure(Session session, int rows) {
        final Way[] ways = Way.values();
        final double[][] nanos = new double[ways.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int way = 0; way < ways.length; way++) {
                nanos[way][round] = measure(session, procedures.get(ways[way]), rows);
            }
        }
        System.out.printf("%11d", rows);
        for (double[] ofWay : nanos) {
            Arrays.sort(ofWay);
            System.out.printf(" %16.0f", ofWay[ROUNDS / 2]);
        }
        System.out.println();
    }

    private double measure(Session session, @Nullable Procedure<Long> procedure, int rows) {
        if (procedure == null) {
            throw new IllegalStateException("not registered");
        }
        final long[] keys = new long[rows];
        final var threads = ManagementFactory.getThreadMXBean();
        final long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < ROWS_A_ROUND; i += rows) {
            for (int k = 0; k < rows; k++) {
                keys[k] = random.nextInt(ROWS);
            }
            seen += session.call(procedure, (Object) keys);
        }
        return (threads.getCurrentThreadCpuTime() - start) / (double) ROWS_A_ROUND;
    }
}
