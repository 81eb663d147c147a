package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.TableSchema;
import io.baton.workload.ConditionResult;
import io.baton.workload.Workload;
import java.util.List;
import java.util.SequencedMap;

/** Checks the data. Read in many transactions, so no terminal may be at work. */
final class ConsistencyCheck {

    private static final int CUSTOMERS_AT_ONCE = 500;

    private final Engine engine;
    private final int customers;
    private final Procedure<Object> audit;

    ConsistencyCheck(Engine engine, int customers) {
        this.engine = engine;
        this.customers = customers;
        this.audit = engine.register(new CustomerAudit(), Object.class).within(Workload.AUDIT_LIMIT);
    }

    /** Checks against the money that there ought to be. */
    SequencedMap<String, ConditionResult> run(long initialCents, long addedCents) {
        final CustomerFindings all = audit();
        for (final TableSchema table : List.of(AccountTable.TABLE, SavingsTable.TABLE, CheckingTable.TABLE)) {
            if (engine.rows(table) != customers) {
                all.violated(Condition.ACCOUNTS,
                    table.name() + " has " + engine.rows(table) + " rows for " + customers + " customers");
            }
        }
        if (all.cents != initialCents + addedCents) {
            all.violated(Condition.MONEY, "there are " + all.cents + " cents, but there were " + initialCents
                + " at first and transactions added " + addedCents + ", which makes " + (initialCents + addedCents));
        }
        return all.violations.results();
    }

    /** Counts all money. */
    long cents() {
        return audit().cents;
    }

    private CustomerFindings audit() {
        final CustomerFindings all = new CustomerFindings();
        for (long first = 1; first <= customers; first += CUSTOMERS_AT_ONCE) {
            final long last = Math.min(customers, first + CUSTOMERS_AT_ONCE - 1);
            all.add((CustomerFindings) engine.call(audit, first, last));
        }
        return all;
    }
}
