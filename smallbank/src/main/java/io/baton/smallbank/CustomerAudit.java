package io.baton.smallbank;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;

/** Reads some customers and their accounts, for the consistency check. */
public final class CustomerAudit {

    /** Makes the procedure. */
    public CustomerAudit() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param first the first customer
     * @param last the last one
     * @return what was found
     */
    public Object run(Transaction tx, long first, long last) {
        final CustomerFindings findings = new CustomerFindings();
        for (long customer = first; customer <= last; customer++) {
            auditName(tx, customer, findings);
            final Row savings = tx.find(SavingsTable.TABLE, SavingsTable.key(customer));
            final Row checking = tx.find(CheckingTable.TABLE, CheckingTable.key(customer));
            if (savings == null || checking == null) {
                findings.violated(Condition.ACCOUNTS, "customer " + customer + " lacks an account");
                continue;
            }
            final long saved = savings.get(SavingsTable.BALANCE);
            if (saved < 0) {
                findings.violated(Condition.SAVINGS, "customer " + customer + " has saved " + saved + " cents");
            }
            findings.cents += saved + checking.get(CheckingTable.BALANCE);
        }
        return findings;
    }

    private static void auditName(Transaction tx, long customer, CustomerFindings findings) {
        final Scan scan = tx.scan(AccountTable.BY_NAME).equal(CustomerName.of(customer));
        if (!scan.next() || scan.row().get(AccountTable.CUSTOMER) != customer || scan.next()) {
            findings.violated(Condition.ACCOUNTS, "the name of customer " + customer + " does not find it alone");
        }
    }
}
