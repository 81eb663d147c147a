package io.baton.tpcc;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.tpcc.schema.HistoryTable;

/** Finds the largest number of a payment to a district, for a run that goes on with an earlier one's rows. */
public final class LastPayment {

    /** Makes the procedure. */
    public LastPayment() {
    }

    /**
     * Looks.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @return the number, 0 if there is no payment
     */
    public long run(Transaction tx, long warehouse, long district) {
        final Scan scan = tx.scan(HistoryTable.PRIMARY).equal(warehouse).equal(district).descending().limit(1);
        return scan.next() ? scan.row().get(HistoryTable.ID) : 0;
    }
}
