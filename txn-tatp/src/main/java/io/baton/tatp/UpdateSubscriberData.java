package io.baton.tatp;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;

/**
 * UPDATE_SUBSCRIBER_DATA: changes a subscriber and one of its facilities. If there is no such facility, the subscriber
 * is changed all the same: an SQL update that meets no row is no error, and the specification has none for it.
 */
public final class UpdateSubscriberData {

    /** Makes the procedure. */
    public UpdateSubscriberData() {
    }

    /**
     * Declares the locks: all are known.
     *
     * @param plan where to declare
     * @param subscriber the subscriber
     * @param bit the new bit_1
     * @param facility sf_type
     * @param dataA the new data_a
     */
    public void plan(LockPlan plan, long subscriber, long bit, long facility, long dataA) {
        plan.write(SubscriberTable.TABLE, SubscriberTable.key(subscriber));
        plan.write(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, facility));
    }

    /**
     * Changes.
     *
     * @param tx the transaction
     * @param subscriber the subscriber
     * @param bit the new bit_1
     * @param facility sf_type
     * @param dataA the new data_a
     * @return whether both rows are there
     */
    public boolean run(Transaction tx, long subscriber, long bit, long facility, long dataA) {
        tx.update(SubscriberTable.TABLE, SubscriberTable.key(subscriber)).set(SubscriberTable.BIT_1, bit);
        final Row special =
            tx.findForUpdate(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, facility));
        if (special == null) {
            return false;
        }
        special.set(SpecialFacilityTable.DATA_A, dataA);
        return true;
    }
}
