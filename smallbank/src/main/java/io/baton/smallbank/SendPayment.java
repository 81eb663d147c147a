package io.baton.smallbank;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.storage.Row;

/** SendPayment: moves money from one checking account to another. */
public final class SendPayment {

    /** With this message it gives up if the account has not so much. */
    public static final String INSUFFICIENT_FUNDS = "The checking account has not so much";

    /** Makes the procedure. */
    public SendPayment() {
    }

    /**
     * Declares the locks: all are known.
     *
     * @param plan where to declare
     * @param from the customer who pays
     * @param to the customer who is paid
     * @param cents how much
     */
    public void plan(LockPlan plan, long from, long to, long cents) {
        plan.write(CheckingTable.TABLE, CheckingTable.key(from));
        plan.write(CheckingTable.TABLE, CheckingTable.key(to));
    }

    /**
     * Pays.
     *
     * @param tx the transaction
     * @param from the customer who pays
     * @param to the customer who is paid
     * @param cents how much
     * @return 0: nothing was added
     */
    public long run(Transaction tx, long from, long to, long cents) {
        CustomerName.check(tx, from);
        CustomerName.check(tx, to);
        final Row source = tx.update(CheckingTable.TABLE, CheckingTable.key(from));
        if (source.get(CheckingTable.BALANCE) < cents) {
            throw tx.abort(INSUFFICIENT_FUNDS);
        }
        source.set(CheckingTable.BALANCE, source.get(CheckingTable.BALANCE) - cents);
        final Row target = tx.update(CheckingTable.TABLE, CheckingTable.key(to));
        target.set(CheckingTable.BALANCE, target.get(CheckingTable.BALANCE) + cents);
        return 0;
    }
}
