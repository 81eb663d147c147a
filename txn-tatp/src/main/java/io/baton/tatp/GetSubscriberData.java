package io.baton.tatp;

import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.tatp.schema.SubscriberTable;

/** GET_SUBSCRIBER_DATA: reads a subscriber. */
@ReadOnly
public final class GetSubscriberData {

    /** Makes the procedure. */
    public GetSubscriberData() {
    }

    /**
     * Reads. There is only one lock, so there is no plan.
     *
     * @param tx the transaction
     * @param subscriber the subscriber
     * @return the whole row
     */
    public SubscriberData run(Transaction tx, long subscriber) {
        return new SubscriberData(tx.read(SubscriberTable.TABLE, SubscriberTable.key(subscriber)));
    }
}
