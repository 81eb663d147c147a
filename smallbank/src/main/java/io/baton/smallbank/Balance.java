package io.baton.smallbank;

import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;

/** Balance: adds a customer's two balances up. */
@ReadOnly
public final class Balance {

    /** Makes the procedure. */
    public Balance() {
    }

    /**
     * Adds up. Which rows to lock is only known once the name is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param name the customer's name
     * @return cents
     */
    public long run(Transaction tx, String name) {
        final long customer = CustomerName.customer(tx, name);
        return tx.read(SavingsTable.TABLE, SavingsTable.key(customer)).get(SavingsTable.BALANCE)
            + tx.read(CheckingTable.TABLE, CheckingTable.key(customer)).get(CheckingTable.BALANCE);
    }
}
