package io.baton.tpcc.check;

import io.baton.engine.Transaction;
import io.baton.tpcc.schema.WarehouseTable;

/** Reads what a warehouse has been paid, for the consistency check. */
public final class WarehouseAudit {

    /** Makes the procedure. */
    public WarehouseAudit() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @return W_YTD in cents
     */
    public long run(Transaction tx, long warehouse) {
        return tx.read(WarehouseTable.TABLE, WarehouseTable.key(warehouse)).get(WarehouseTable.YTD);
    }
}
