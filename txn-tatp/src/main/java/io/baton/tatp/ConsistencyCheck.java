package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.workload.ConditionResult;
import io.baton.workload.Workload;
import java.util.SequencedMap;

/**
 * Checks the data: every row that belongs to a subscriber is looked for, so a table that has more rows than were found
 * has some without an owner. Read in many transactions, so no terminal may be at work.
 */
final class ConsistencyCheck {

    private static final int SUBSCRIBERS_AT_ONCE = 100;

    private final Engine engine;
    private final int subscribers;
    private final Procedure<Object> audit;

    ConsistencyCheck(Engine engine, int subscribers) {
        this.engine = engine;
        this.subscribers = subscribers;
        this.audit = engine.register(new SubscriberAudit(), Object.class).within(Workload.AUDIT_LIMIT);
    }

    /** Checks against the number of call forwardings that there ought to be. */
    SequencedMap<String, ConditionResult> run(long forwardingsExpected) {
        final SubscriberFindings all = new SubscriberFindings();
        for (long first = 1; first <= subscribers; first += SUBSCRIBERS_AT_ONCE) {
            final long last = Math.min(subscribers, first + SUBSCRIBERS_AT_ONCE - 1);
            all.add((SubscriberFindings) engine.call(audit, first, last));
        }
        all.violations.same(Condition.SUBSCRIBERS, "rows of subscriber are",
            engine.rows(SubscriberTable.TABLE), "those in range are", all.subscribers);
        all.violations.same(Condition.ACCESS_INFOS, "rows of access_info are",
            engine.rows(AccessInfoTable.TABLE), "those of subscribers are", all.accessInfos);
        all.violations.same(Condition.SPECIAL_FACILITIES, "rows of special_facility are",
            engine.rows(SpecialFacilityTable.TABLE), "those of subscribers are", all.facilities);
        all.violations.same(Condition.CALL_FORWARDINGS, "rows of call_forwarding are",
            engine.rows(CallForwardingTable.TABLE), "those of subscribers are", all.forwardings);
        all.violations.same(Condition.CALL_FORWARDING_BALANCE, "call forwardings are", all.forwardings,
            "those at first and inserted since, less those deleted, are", forwardingsExpected);
        return all.violations.results();
    }
}
