package io.baton.smallbank;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;

/** Amalgamate: moves all money of one customer to the checking account of another. */
public final class Amalgamate {

    /** Makes the procedure. */
    public Amalgamate() {
    }

    /**
     * Declares the locks: all are known.
     *
     * @param plan where to declare
     * @param from the customer whose money goes
     * @param to the customer who gets it
     */
    public void plan(LockPlan plan, long from, long to) {
        plan.write(SavingsTable.TABLE, SavingsTable.key(from));
        plan.write(CheckingTable.TABLE, CheckingTable.key(from));
        plan.write(CheckingTable.TABLE, CheckingTable.key(to));
    }

    /**
     * Moves the money.
     *
     * @param tx the transaction
     * @param from the customer whose money goes
     * @param to the customer who gets it
     * @return 0: nothing was added
     */
    public long run(Transaction tx, long from, long to) {
        CustomerName.check(tx, from);
        CustomerName.check(tx, to);
        final Row savings = tx.update(SavingsTable.TABLE, SavingsTable.key(from));
        final Row checking = tx.update(CheckingTable.TABLE, CheckingTable.key(from));
        final long all = savings.get(SavingsTable.BALANCE) + checking.get(CheckingTable.BALANCE);
        savings.set(SavingsTable.BALANCE, 0);
        checking.set(CheckingTable.BALANCE, 0);
        final Row target = tx.update(CheckingTable.TABLE, CheckingTable.key(to));
        target.set(CheckingTable.BALANCE, target.get(CheckingTable.BALANCE) + all);
        return 0;
    }
}
