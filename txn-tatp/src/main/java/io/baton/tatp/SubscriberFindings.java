package io.baton.tatp;

import io.baton.workload.Findings;
import java.util.List;

/** The findings of {@link SubscriberAudit}: violations, and the number of rows. */
final class SubscriberFindings {

    final Findings<Condition> violations = new Findings<>(List.of(Condition.values()));
    long subscribers;
    long accessInfos;
    long facilities;
    long forwardings;

    void violated(Condition condition, String detail) {
        violations.violated(condition, detail);
    }

    /** Adds what was found elsewhere, later. */
    void add(SubscriberFindings others) {
        violations.addAll(others.violations);
        subscribers += others.subscribers;
        accessInfos += others.accessInfos;
        facilities += others.facilities;
        forwardings += others.forwardings;
    }
}
