package io.baton.smallbank;

import io.baton.workload.Findings;
import java.util.List;

/** What {@link CustomerAudit} finds: violations, and how much money there is. */
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
