package io.baton.smallbank;

import io.baton.engine.BulkLoad;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;
import io.baton.workload.RandomStreams;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** The initial rows: both accounts of each customer have 10,000.00 to 50,000.00, as with H-Store. */
final class Population {

    static final int ROWS_PER_CUSTOMER = 3;
    static final long CENTS_MIN = 10_000_00;
    static final long CENTS_MAX = 50_000_00;

    private static final int PART_CUSTOMERS = 10_000;

    private final SmallBankConfig config;
    private final LongAdder cents = new LongAdder();

    Population(SmallBankConfig config) {
        this.config = config;
    }

    /** Loads, and returns how many cents there are. */
    long load(Engine engine, LongConsumer rowsLoaded) {
        BulkLoad.run(engine, Math.ceilDiv(config.accounts(), PART_CUSTOMERS), this::loadPart, rowsLoaded);
        return cents.sum();
    }

    private void loadPart(int part, Loader loader) {
        final SplittableRandom random = RandomStreams.population(config.seed(), part);
        final byte[] scratch = new byte[CustomerName.DIGITS];
        final int last = Math.min(config.accounts(), (part + 1) * PART_CUSTOMERS);
        long loaded = 0;
        for (int customer = part * PART_CUSTOMERS + 1; customer <= last; customer++) {
            final Row account = loader.row(AccountTable.TABLE, AccountTable.key(customer));
            CustomerName.set(account, customer, scratch);
            loader.insert(account);
            final long saved = random.nextLong(CENTS_MIN, CENTS_MAX + 1);
            loader.insert(loader.row(SavingsTable.TABLE, SavingsTable.key(customer)).set(SavingsTable.BALANCE, saved));
            final long atHand = random.nextLong(CENTS_MIN, CENTS_MAX + 1);
            loader.insert(
                loader.row(CheckingTable.TABLE, CheckingTable.key(customer)).set(CheckingTable.BALANCE, atHand));
            loaded += saved + atHand;
        }
        cents.add(loaded);
    }
}
