package io.baton.tatp;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.tatp.schema.SubscriberTable;

/** UPDATE_LOCATION: changes where the subscriber with a number is. */
public final class UpdateLocation {

    /** Makes the procedure. */
    public UpdateLocation() {
    }

    /**
     * Changes. Which row to lock is only known once the number is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param number sub_nbr
     * @param location the new vlr_location
     * @return true
     */
    public boolean run(Transaction tx, String number, long location) {
        final Scan subscriber = SubscriberNumber.scan(tx, number).forUpdate();
        SubscriberNumber.first(tx, subscriber, number).update().set(SubscriberTable.VLR_LOCATION, location);
        return true;
    }
}
