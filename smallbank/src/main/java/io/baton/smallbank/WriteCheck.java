package io.baton.smallbank;

import io.baton.engine.Transaction;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;

/**
 * WriteCheck: cashes a check. If the customer's accounts together do not cover it, a penalty is taken as well; the
 * checking account may fall below zero. (BenchBase subtracts the penalty from the amount; the paper adds it.)
 */
public final class WriteCheck {

    /** The fee of an uncovered check, in cents. */
    public static final long PENALTY_CENTS = 1_00;

    /** Makes the procedure. */
    public WriteCheck() {
    }

    /**
     * Cashes the check. Which rows to lock is only known once the name is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param name the customer's name
     * @param cents the check's amount
     * @return what was added: less than 0
     */
    public long run(Transaction tx, String name, long cents) {
        final long customer = CustomerName.customer(tx, name);
        final long saved = tx.read(SavingsTable.TABLE, SavingsTable.key(customer)).get(SavingsTable.BALANCE);
        final Row checking = tx.update(CheckingTable.TABLE, CheckingTable.key(customer));
        final long balance = checking.get(CheckingTable.BALANCE);
        final long taken = saved + balance < cents ? cents + PENALTY_CENTS : cents;
        checking.set(CheckingTable.BALANCE, balance - taken);
        return -taken;
    }
}
