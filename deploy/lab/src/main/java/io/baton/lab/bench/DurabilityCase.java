package io.baton.lab.bench;

import io.baton.engine.Durability;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured at a time. {@link Durability#NONE} stands for an engine without a data directory.
 *
 * @param durability what transactions wait for
 * @param clients how many clients, or asynchronous calls in flight
 * @param scale of the workload
 * @param asynchronous whether two threads make all calls
 */
record DurabilityCase(Durability durability, int clients, int scale, boolean asynchronous) {

    /** The cases of the command line. */
    static final List<DurabilityCase> ALL = all();

    private static List<DurabilityCase> all() {
        final List<DurabilityCase> cases = new ArrayList<>();
        for (final Durability durability : Durability.values()) {
            cases.add(new DurabilityCase(durability, 2, 2, false));
        }
        for (final int warehouses : new int[] {2, 1}) {
            cases.add(new DurabilityCase(Durability.NONE, 64, warehouses, false));
            cases.add(new DurabilityCase(Durability.GROUP, 64, warehouses, false));
        }
        cases.add(new DurabilityCase(Durability.NONE, 256, 2, true));
        cases.add(new DurabilityCase(Durability.GROUP, 256, 2, true));
        return List.copyOf(cases);
    }

    /** Tells whether another one differs in its durability alone. */
    boolean isBeside(DurabilityCase other) {
        return clients == other.clients && scale == other.scale && asynchronous == other.asynchronous;
    }
}
