package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.LongColumn;
import io.baton.storage.TableSchema;

/** A loaded engine in assertion mode, and a procedure that does whatever a test wants. */
final class Loaded implements AutoCloseable {

    /** The date of everything that was loaded. */
    static final long LOAD_MILLIS = 1_000;

    /** What a test wants done in a transaction. */
    interface Work {
        Object run(Transaction tx);
    }

    /** Does it. */
    public static final class Do {
        public Object run(Transaction tx, Work work) {
            return work.run(tx);
        }
    }

    final Engine engine;
    final Tpcc tpcc;
    private final Procedure<Object> work;

    Loaded(int warehouses, int clients, long seed) {
        this(Tpcc.addTables(Engine.builder(), warehouses, 100_000).clients(clients).seed(seed).assertions(true),
            new TpccConfig(warehouses, seed, false));
    }

    private Loaded(EngineBuilder builder, TpccConfig config) {
        engine = builder.open();
        boolean complete = false;
        try {
            tpcc = new Tpcc(engine, config, () -> LOAD_MILLIS);
            work = engine.register(new Do(), Object.class);
            tpcc.load(rows -> { });
            complete = true;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    Object call(Work todo) {
        return engine.call(work, todo);
    }

    long count(Work todo) {
        return (Long) call(todo);
    }

    long get(TableSchema table, long key, LongColumn column) {
        return count(tx -> tx.read(table, key).get(column));
    }

    void add(TableSchema table, long key, LongColumn column, long delta) {
        call(tx -> {
            final var row = tx.update(table, key);
            return row.set(column, row.get(column) + delta).get(column);
        });
    }

    void set(TableSchema table, long key, LongColumn column, long value) {
        call(tx -> tx.update(table, key).set(column, value).get(column));
    }

    @Override
    public void close() {
        engine.close();
    }
}
