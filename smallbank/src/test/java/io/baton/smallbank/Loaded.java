package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.LongColumn;
import io.baton.storage.TableSchema;

/** A loaded engine in assertion mode, and a procedure that does whatever a test wants. */
final class Loaded implements AutoCloseable {

    private static final int LOCK_SLOTS = 1 << 16;

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
    final SmallBank bank;
    private final Procedure<Object> work;

    Loaded(SmallBankConfig config, int clients) {
        engine = SmallBank.addTables(Engine.builder(), config.accounts())
            .clients(clients).lockSlots(LOCK_SLOTS).seed(config.seed()).assertions(true).open();
        boolean complete = false;
        try {
            bank = new SmallBank(engine, config);
            work = engine.register(new Do(), Object.class);
            bank.load(rows -> { });
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

    long get(TableSchema table, long key, LongColumn column) {
        return (Long) call(tx -> tx.read(table, key).get(column));
    }

    void set(TableSchema table, long key, LongColumn column, long value) {
        call(tx -> tx.update(table, key).set(column, value).get(column));
    }

    long savings(long customer) {
        return get(SavingsTable.TABLE, SavingsTable.key(customer), SavingsTable.BALANCE);
    }

    long checking(long customer) {
        return get(CheckingTable.TABLE, CheckingTable.key(customer), CheckingTable.BALANCE);
    }

    @Override
    public void close() {
        engine.close();
    }
}
