package io.baton.smallbank;

import io.baton.engine.Transaction;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.storage.Row;

/** DepositChecking: adds to a checking account. */
public final class DepositChecking {

    /** Makes the procedure. */
    public DepositChecking() {
    }

    /**
     * Adds. Which row to lock is only known once the name is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param name the customer's name
     * @param cents how much, 0 or more
     * @return what was added
     */
    public long run(Transaction tx, String name, long cents) {
        if (cents < 0) {
            throw tx.abort("A deposit of " + cents + " cents is none");
        }
        final Row checking = tx.update(CheckingTable.TABLE, CheckingTable.key(CustomerName.customer(tx, name)));
        checking.set(CheckingTable.BALANCE, checking.get(CheckingTable.BALANCE) + cents);
        return cents;
    }
}
