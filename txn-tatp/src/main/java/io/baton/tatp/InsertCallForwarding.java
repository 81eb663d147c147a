package io.baton.tatp;

import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;

/** INSERT_CALL_FORWARDING: adds a call forwarding for the subscriber with a number. */
public final class InsertCallForwarding {

    /** With this message it gives up if there is such a forwarding already: a unique constraint violation. */
    public static final String DUPLICATE = "There is a call forwarding for this time already";
    /** With this message it gives up if the subscriber has no such facility: a foreign key violation. */
    public static final String NO_FACILITY = "The subscriber has no such special facility";

    /** Makes the procedure. */
    public InsertCallForwarding() {
    }

    /**
     * Adds. Which rows to lock is only known once the number is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param number sub_nbr
     * @param facility sf_type, which the subscriber may not have
     * @param start start_time: 0, 8 or 16
     * @param end end_time, 1 to 24
     * @param destination numberx
     * @return true
     */
    public boolean run(Transaction tx, String number, long facility, long start, long end, String destination) {
        final long subscriber =
            SubscriberNumber.first(tx, SubscriberNumber.scan(tx, number), number).row().get(SubscriberTable.ID);
        boolean facilityExists = false;
        for (int type = 1; type <= Population.TYPES; type++) {
            // The specification reads all of the subscriber's facilities, whichever it is going to use.
            final Row special = tx.find(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type));
            facilityExists |= special != null && special.get(SpecialFacilityTable.TYPE) == facility;
        }
        if (!facilityExists) {
            throw tx.abort(NO_FACILITY);
        }
        final long key = CallForwardingTable.key(subscriber, facility, start);
        // Asked for change at once: a lock that is first shared may not become exclusive without a new start.
        if (tx.findForUpdate(CallForwardingTable.TABLE, key) != null) {
            throw tx.abort(DUPLICATE);
        }
        tx.insert(CallForwardingTable.TABLE, key)
            .set(CallForwardingTable.END, end).set(CallForwardingTable.NUMBER, destination);
        return true;
    }
}
