package io.baton.lab.jmh;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a call costs when all that it meets is in the caches: the call itself, one row read, one row changed. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CallJmh {

    private static final int ROWS = 1 << 10;
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final TableSchema.Builder SCHEMA = TableSchema.named("account");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn BALANCE = SCHEMA.int64("balance");
    private static final TableSchema ACCOUNT = SCHEMA.primaryKey(ID.bits(40)).build();

    private final Engine engine = Engine.builder().table(ACCOUNT, ROWS).clients(1).open();
    private final Procedure<Long> nothing = engine.register(new Nothing(), Long.class);
    private final Procedure<Long> get = engine.register(new Get(), Long.class);
    private final Procedure<Long> add = engine.register(new Add(), Long.class);
    private final Procedure<Long> addInTime = add.within(LIMIT);
    private final Long[] ids = new Long[ROWS];
    private final Session session = load().session();
    private int next;

    /** Does nothing. */
    public static final class Nothing {
        /** {@return the argument} */
        public long run(Transaction transaction, long id) {
            return id;
        }
    }

    /** Reads a row. */
    public static final class Get {
        /** {@return its balance} */
        public long run(Transaction transaction, long id) {
            return transaction.read(ACCOUNT, ACCOUNT.key(id)).get(BALANCE);
        }
    }

    /** Changes a row. */
    public static final class Add {
        /** {@return its balance before} */
        public long run(Transaction transaction, long id) {
            final Row row = transaction.update(ACCOUNT, ACCOUNT.key(id));
            final long balance = row.get(BALANCE);
            row.set(BALANCE, balance + 1);
            return balance;
        }
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        session.close();
        engine.close();
    }

    /** A call that does nothing. */
    @Benchmark
    public Outcome<Long> nothing() {
        return session.execute(nothing, id());
    }

    /** A call that reads a row. */
    @Benchmark
    public Outcome<Long> read() {
        return session.execute(get, id());
    }

    /** A call that changes a row. */
    @Benchmark
    public Outcome<Long> update() {
        return session.execute(add, id());
    }

    /** The same with a limit of its own, for which the clock is read before the commit. */
    @Benchmark
    public Outcome<Long> updateInTime() {
        return session.execute(addInTime, id());
    }

    private Engine load() {
        try (Loader loader = engine.loader()) {
            for (int i = 0; i < ROWS; i++) {
                ids[i] = (long) i;
                loader.insert(loader.row(ACCOUNT, ACCOUNT.key(i)));
            }
        }
        return engine;
    }

    private Long id() {
        return ids[next++ & (ROWS - 1)];
    }
}
