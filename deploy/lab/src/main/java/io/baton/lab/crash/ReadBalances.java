package io.baton.lab.crash;

import io.baton.engine.Transaction;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;

/** Reads the balances of customers that follow each other. */
public final class ReadBalances {

    public ReadBalances() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param first the first customer
     * @param count how many
     * @return savings and checking account of each in turn; nothing if one of them is not there, or not found by name
     */
    public long[] run(Transaction tx, long first, long count) {
        final long[] balances = new long[(int) (2 * count)];
        for (int i = 0; i < count; i++) {
            final long customer = first + i;
            final Row savings = tx.find(SavingsTable.TABLE, SavingsTable.key(customer));
            final Row checking = tx.find(CheckingTable.TABLE, CheckingTable.key(customer));
            if (savings == null || checking == null
                || !tx.scan(AccountTable.BY_NAME).equal(BankWork.name(customer)).next()) {
                return new long[0];
            }
            balances[2 * i] = savings.get(SavingsTable.BALANCE);
            balances[2 * i + 1] = checking.get(CheckingTable.BALANCE);
        }
        return balances;
    }
}
