package io.baton.tatp;

import io.baton.engine.Transaction;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SubscriberTable;

/** DELETE_CALL_FORWARDING: removes a call forwarding of the subscriber with a number. */
public final class DeleteCallForwarding {

    /** Makes the procedure. */
    public DeleteCallForwarding() {
    }

    /**
     * Removes. Which rows to lock is only known once the number is looked up, so there is no plan.
     *
     * @param tx the transaction
     * @param number sub_nbr
     * @param facility sf_type
     * @param start start_time: 0, 8 or 16
     * @return whether there was such a forwarding
     */
    public boolean run(Transaction tx, String number, long facility, long start) {
        final long subscriber =
            SubscriberNumber.first(tx, SubscriberNumber.scan(tx, number), number).row().get(SubscriberTable.ID);
        final long key = CallForwardingTable.key(subscriber, facility, start);
        if (tx.findForUpdate(CallForwardingTable.TABLE, key) == null) {
            return false;
        }
        tx.delete(CallForwardingTable.TABLE, key);
        return true;
    }
}
