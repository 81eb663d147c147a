package io.baton.lab.bench.remote;

import io.baton.wire.CarrierKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured together.
 *
 * @param carrier how frames move
 * @param busyThread whether another thread wants a processor all the time
 * @param verbsPerFrame how many verbs travel together
 * @param clients how many clients share the lane
 * @param chain whether the verbs are those of a lock client that gets as many free locks at once
 */
record FabricCase(CarrierKind carrier, boolean busyThread, int verbsPerFrame, int clients, boolean chain) {

    private static final int[] VERBS = {1, 4, 20};
    private static final int CROWD = 4;
    private static final int CHAIN = 20;

    /** {@return whether this is one verb of one client, which chains are compared with} */
    boolean isOneVerb() {
        return verbsPerFrame == 1 && clients == 1;
    }

    /** {@return everything that {@code baton bench fabric} measures} */
    static List<FabricCase> all() {
        final List<FabricCase> cases = new ArrayList<>();
        for (final boolean busy : new boolean[] {false, true}) {
            for (final CarrierKind carrier : CarrierKind.values()) {
                for (final int verbs : VERBS) {
                    cases.add(new FabricCase(carrier, busy, verbs, 1, false));
                }
                cases.add(new FabricCase(carrier, busy, CHAIN, 1, true));
                cases.add(new FabricCase(carrier, busy, 1, CROWD, false));
            }
        }
        return cases;
    }
}
