package io.baton.tatp;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.Row;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;

/** GET_NEW_DESTINATION: looks where calls to a subscriber are to be forwarded to. */
@ReadOnly
public final class GetNewDestination {

    /** Makes the procedure. */
    public GetNewDestination() {
    }

    /**
     * Declares the locks: all are known.
     *
     * @param plan where to declare
     * @param subscriber the subscriber
     * @param facility sf_type
     * @param start start_time, in hours
     * @param end end_time, in hours
     */
    public void plan(LockPlan plan, long subscriber, long facility, long start, long end) {
        plan.read(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, facility));
        plan.read(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, facility, 0));
    }

    /**
     * Looks. The range of start times is read place by place, since a day has no more than three.
     *
     * @param tx the transaction
     * @param subscriber the subscriber
     * @param facility sf_type
     * @param start wanted are forwardings that start at this hour or before
     * @param end and that end after this hour
     * @return the numbers, if the facility is there and active and there are any
     */
    public Destinations run(Transaction tx, long subscriber, long facility, long start, long end) {
        final Row special = tx.find(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, facility));
        if (special == null || special.get(SpecialFacilityTable.ACTIVE) == 0) {
            return Destinations.NONE;
        }
        Destinations found = Destinations.NONE;
        for (int hour = 0; hour <= start; hour += CallForwardingTable.START_STEP) {
            final Row forwarding =
                tx.find(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, facility, hour));
            if (forwarding != null && end < forwarding.get(CallForwardingTable.END)) {
                found = found.and(forwarding);
            }
        }
        return found;
    }
}
