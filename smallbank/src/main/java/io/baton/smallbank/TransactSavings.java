package io.baton.smallbank;

import io.baton.engine.Transaction;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;

/** TransactSavings: adds to a savings account, or takes from it what is there. */
public final class TransactSavings {

    /** With this message it gives up if the account would fall below zero. */
    public static final String INSUFFICIENT_FUNDS = "The savings account has not so much";

    /** Makes the procedure. */
    public TransactSavings() {
    }

    /**
     * Adds or takes. Which row to lock is only known once the name is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param name the customer's name
     * @param cents how much to add, or to take if less than 0
     * @return what was added
     */
    public long run(Transaction tx, String name, long cents) {
        final Row savings = tx.update(SavingsTable.TABLE, SavingsTable.key(CustomerName.customer(tx, name)));
        final long balance = savings.get(SavingsTable.BALANCE) + cents;
        if (balance < 0) {
            throw tx.abort(INSUFFICIENT_FUNDS);
        }
        savings.set(SavingsTable.BALANCE, balance);
        return cents;
    }
}
