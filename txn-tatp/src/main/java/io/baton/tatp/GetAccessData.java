package io.baton.tatp;

import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.Row;
import io.baton.tatp.schema.AccessInfoTable;

/** GET_ACCESS_DATA: reads what validates a subscriber's access. */
@ReadOnly
public final class GetAccessData {

    /** Makes the procedure. */
    public GetAccessData() {
    }

    /**
     * Reads. There is only one lock, so there is no plan.
     *
     * @param tx the transaction
     * @param subscriber the subscriber
     * @param type ai_type
     * @return the data, or {@link AccessData#NONE} if there is no such access info
     */
    public AccessData run(Transaction tx, long subscriber, long type) {
        final Row row = tx.find(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, type));
        return row == null ? AccessData.NONE : new AccessData(row);
    }
}
