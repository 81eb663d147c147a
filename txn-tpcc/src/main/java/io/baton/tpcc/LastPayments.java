package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.tpcc.schema.Scale;
import io.baton.workload.Workload;

/** Looks for the largest number of a payment in tables that an earlier run has left. */
final class LastPayments {

    private final Engine engine;
    private final int warehouses;
    private final Procedure<Long> lastPayment;

    LastPayments(Engine engine, int warehouses) {
        this.engine = engine;
        this.warehouses = warehouses;
        this.lastPayment = engine.register(new LastPayment(), Long.class).within(Workload.AUDIT_LIMIT);
    }

    long find() {
        long last = 0;
        for (long warehouse = 1; warehouse <= warehouses; warehouse++) {
            for (long district = 1; district <= Scale.DISTRICTS; district++) {
                last = Math.max(last, engine.call(lastPayment, warehouse, district));
            }
        }
        return last;
    }
}
