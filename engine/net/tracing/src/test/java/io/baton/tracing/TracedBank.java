package io.baton.tracing;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.engine.observe.CallTracer;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;

/** An engine whose calls are traced. */
final class TracedBank {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("counter");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn VALUE = SCHEMA.int64("value");
    static final TableSchema COUNTER = SCHEMA.primaryKey(ID.bits(40)).build();
    static final int ROWS = 10;

    /** Counts, but not below zero. */
    public static final class Count {
        public long run(Transaction transaction, long id, long by) {
            final Row row = transaction.update(COUNTER, COUNTER.key(id));
            final long value = row.get(VALUE) + by;
            if (value < 0) {
                throw transaction.abort("below zero: " + value);
            }
            row.set(VALUE, value);
            return value;
        }
    }

    /** Reads all rows. */
    public static final class All {
        public List<Long> run(Transaction transaction) {
            return LongStream.range(0, ROWS)
                .map(id -> transaction.read(COUNTER, COUNTER.key(id)).get(VALUE)).boxed().toList();
        }
    }

    /** Fails, but for row 0. */
    public static final class Broken {
        public long run(Transaction transaction, long id) {
            if (id > 0) {
                throw new UnsupportedOperationException("secret " + id);
            }
            return id;
        }
    }

    /** Holds a row until it is let go. */
    public static final class Hold {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        public long run(Transaction transaction, long id) throws InterruptedException {
            transaction.update(COUNTER, COUNTER.key(id));
            held.countDown();
            goOn.await();
            return id;
        }
    }

    final Hold hold = new Hold();
    final Engine engine;

    TracedBank(CallTracer tracer) {
        engine = Engine.builder().table(COUNTER, ROWS).tracer(tracer).open();
        engine.register(new Count(), Long.class);
        engine.register(new All(), List.class);
        engine.register(new Broken(), Long.class);
        engine.register(hold, Long.class);
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < ROWS; id++) {
                loader.insert(loader.row(COUNTER, COUNTER.key(id)));
            }
        }
    }

    @SuppressWarnings("unchecked")
    Procedure<Long> procedure(String name) {
        return (Procedure<Long>) engine.procedure(name);
    }
}
