package io.baton.tpcc.check;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.Scale;

/** Reads what one district's customers owe and have paid, for the consistency check. */
public final class CustomersAudit {

    /** Makes the procedure. */
    public CustomersAudit() {
    }

    /**
     * Declares the locks.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param district the district
     */
    public void plan(LockPlan plan, long warehouse, long district) {
        for (int customer = 1; customer <= Scale.CUSTOMERS; customer++) {
            plan.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
        }
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @return what was found
     */
    public CustomersFindings run(Transaction tx, long warehouse, long district) {
        final CustomersFindings findings = new CustomersFindings();
        for (int customer = 1; customer <= Scale.CUSTOMERS; customer++) {
            final Row row = tx.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
            findings.set(customer, row.get(CustomerTable.BALANCE), row.get(CustomerTable.YTD_PAYMENT));
        }
        return findings;
    }
}
