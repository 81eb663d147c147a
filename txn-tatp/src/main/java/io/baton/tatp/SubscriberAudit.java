package io.baton.tatp;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;

/** Reads some subscribers and all that may belong to them, for the consistency check. */
public final class SubscriberAudit {

    private static final int HOURS = 24;

    /** Makes the procedure. */
    public SubscriberAudit() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param first the first subscriber
     * @param last the last one
     * @return what was found
     */
    public Object run(Transaction tx, long first, long last) {
        final SubscriberFindings findings = new SubscriberFindings();
        for (long subscriber = first; subscriber <= last; subscriber++) {
            auditSubscriber(tx, subscriber, findings);
            auditAccessInfos(tx, subscriber, findings);
            auditFacilities(tx, subscriber, findings);
        }
        return findings;
    }

    private static void auditSubscriber(Transaction tx, long subscriber, SubscriberFindings findings) {
        final Row row = tx.find(SubscriberTable.TABLE, SubscriberTable.key(subscriber));
        if (row == null) {
            findings.violated(Condition.SUBSCRIBERS, "there is no subscriber " + subscriber);
            return;
        }
        findings.subscribers++;
        final String number = SubscriberNumber.of(subscriber);
        if (!row.equal(SubscriberTable.NUMBER, number)) {
            findings.violated(Condition.SUBSCRIBERS,
                "subscriber " + subscriber + " has the number " + row.get(SubscriberTable.NUMBER));
        }
        final Scan scan = SubscriberNumber.scan(tx, number);
        if (!scan.next() || scan.row().get(SubscriberTable.ID) != subscriber || scan.next()) {
            findings.violated(Condition.SUBSCRIBERS,
                "the number " + number + " does not find subscriber " + subscriber + " alone");
        }
    }

    private static void auditAccessInfos(Transaction tx, long subscriber, SubscriberFindings findings) {
        int count = 0;
        for (int type = 1; type <= Population.TYPES; type++) {
            count += tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, type)) ? 1 : 0;
        }
        findings.accessInfos += count;
        if (count == 0) {
            findings.violated(Condition.ACCESS_INFOS, "subscriber " + subscriber + " has no access info");
        }
    }

    private static void auditFacilities(Transaction tx, long subscriber, SubscriberFindings findings) {
        int count = 0;
        for (int type = 1; type <= Population.TYPES; type++) {
            final boolean exists = tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type));
            count += exists ? 1 : 0;
            auditForwardings(tx, subscriber, type, exists, findings);
        }
        findings.facilities += count;
        if (count == 0) {
            findings.violated(Condition.SPECIAL_FACILITIES, "subscriber " + subscriber + " has no special facility");
        }
    }

    private static void auditForwardings(
            Transaction tx, long subscriber, int type, boolean facilityExists, SubscriberFindings findings) {
        for (int start = 0; start <= CallForwardingTable.LAST_START; start += CallForwardingTable.START_STEP) {
            final Row row = tx.find(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, type, start));
            if (row != null) {
                findings.forwardings++;
                final long end = row.get(CallForwardingTable.END);
                final String place = "subscriber " + subscriber + ", facility " + type + ", start " + start;
                if (!facilityExists) {
                    findings.violated(Condition.CALL_FORWARDINGS, place + ": there is no such facility");
                }
                if (end < 1 || end > HOURS) {
                    findings.violated(Condition.CALL_FORWARDINGS, place + ": the end is " + end);
                }
            }
        }
    }
}
