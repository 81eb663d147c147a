package io.baton.smallbank;

import io.baton.workload.Findings;
import java.util.List;

/** The findings of {@link CustomerAudit}: violations, and the sum of all money. */
final class CustomerFindings {

    final Findings<Condition> violations = new Findings<>(List.of(Condition.values()));
    long cents;

    void violated(Condition condition, String detail) {
        violations.violated(condition, detail);
    }

    /** Adds what was found elsewhere, later. */
    void add(CustomerFindings others) {
        violations.addAll(others.violations);
        cents += others.cents;
    }
}
