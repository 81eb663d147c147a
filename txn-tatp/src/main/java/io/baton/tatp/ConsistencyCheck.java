package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import java.util.SequencedMap;

/**
 * Checks the data: every row that belongs to a subscriber is looked for, so a table that has more rows than were found
 * has some that belong to nobody. Read in many transactions, so no terminal may be at work.
 */
final class ConsistencyCheck {

    private static final int SUBSCRIBERS_AT_ONCE = 100;

    private final Engine engine;
    private final int subscribers;
    private final Procedure<Object> audit;

    ConsistencyCheck(Engine engine, int subscribers) {
        this.engine = engine;
        this.subscribers = subscribers;
        this.audit = engine.register(new SubscriberAudit(), Object.class);
    }

    /** Checks against the number of call forwardings that there ought to be. */
    SequencedMap<String, ConditionResult> run(long forwardingsExpected) {
        final Findings all = new Findings();
        for (long first = 1; first <= subscribers; first += SUBSCRIBERS_AT_ONCE) {
            final long last = Math.min(subscribers, first + SUBSCRIBERS_AT_ONCE - 1);
            all.add((Findings) engine.call(audit, first, last));
        }
        all.same(Condition.SUBSCRIBERS, "rows of subscriber", engine.rows(SubscriberTable.TABLE),
            "those in range", all.subscribers);
        all.same(Condition.ACCESS_INFOS, "rows of access_info", engine.rows(AccessInfoTable.TABLE),
            "those of subscribers", all.accessInfos);
        all.same(Condition.SPECIAL_FACILITIES, "rows of special_facility", engine.rows(SpecialFacilityTable.TABLE),
            "those of subscribers", all.facilities);
        all.same(Condition.CALL_FORWARDINGS, "rows of call_forwarding", engine.rows(CallForwardingTable.TABLE),
            "those of subscribers", all.forwardings);
        all.same(Condition.CALL_FORWARDING_BALANCE, "call forwardings", all.forwardings,
            "those loaded and inserted, less those deleted,", forwardingsExpected);
        return all.results();
    }
}
