package io.baton.tpcc.check;

import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.Scale;
import org.agrona.collections.Long2LongHashMap;

/** Sums up one district's history for the consistency check, by customer, who may be of any district. */
public final class HistoryAudit {

    private static final int CUSTOMERS_AT_FIRST = 2 * Scale.CUSTOMERS;
    /** No sum of payments. */
    private static final long ABSENT = Long.MIN_VALUE;

    /** Makes the procedure. */
    public HistoryAudit() {
    }

    /**
     * Declares the lock.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param district the district
     */
    public void plan(LockPlan plan, long warehouse, long district) {
        plan.read(HistoryTable.TABLE, HistoryTable.key(warehouse, district, 0));
    }

    /**
     * Sums up.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @return the amounts in cents by the packed key of the customer
     */
    public Long2LongHashMap run(Transaction tx, long warehouse, long district) {
        final Long2LongHashMap paid = new Long2LongHashMap(CUSTOMERS_AT_FIRST, 0.5f, ABSENT);
        final Scan scan = tx.scan(HistoryTable.PRIMARY).equal(warehouse).equal(district);
        while (scan.next()) {
            final Row row = scan.row();
            final long customer = CustomerTable.key(row.get(HistoryTable.CUSTOMER_WAREHOUSE),
                row.get(HistoryTable.CUSTOMER_DISTRICT), row.get(HistoryTable.CUSTOMER));
            final long before = paid.get(customer);
            paid.put(customer, (before == ABSENT ? 0 : before) + row.get(HistoryTable.AMOUNT));
        }
        return paid;
    }
}
