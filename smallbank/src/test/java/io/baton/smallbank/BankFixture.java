package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.testing.workload.Loaded;

/** Loaded banks for tests. */
final class BankFixture {

    private static final int LOCK_SLOTS = 1 << 16;

    private BankFixture() {
    }

    static Loaded<SmallBank> load(SmallBankConfig config, int clients) {
        return new Loaded<>(SmallBank.addTables(Engine.builder(), config.accounts())
            .clients(clients).lockSlots(LOCK_SLOTS).seed(config.seed()), engine -> new SmallBank(engine, config));
    }

    static long savings(Loaded<SmallBank> loaded, long customer) {
        return loaded.get(SavingsTable.TABLE, SavingsTable.key(customer), SavingsTable.BALANCE);
    }

    static long checking(Loaded<SmallBank> loaded, long customer) {
        return loaded.get(CheckingTable.TABLE, CheckingTable.key(customer), CheckingTable.BALANCE);
    }
}
