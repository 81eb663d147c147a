package io.baton.deploy.wire;

import io.baton.wire.CarrierKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured together.
 *
 * @param carrier how frames move
 * @param hog whether another thread wants a processor all the time
 * @param verbsPerFrame how many verbs travel together
 * @param clients how many clients share the lane
 */
public record FabricCase(CarrierKind carrier, boolean hog, int verbsPerFrame, int clients) {

    private static final int[] VERBS = {1, 4, 20};
    private static final int CROWD = 4;

    /** {@return everything that {@code baton bench fabric} measures} */
    public static List<FabricCase> all() {
        final List<FabricCase> cases = new ArrayList<>();
        for (final boolean hog : new boolean[] {false, true}) {
            for (final CarrierKind carrier : CarrierKind.values()) {
                for (final int verbs : VERBS) {
                    cases.add(new FabricCase(carrier, hog, verbs, 1));
                }
                cases.add(new FabricCase(carrier, hog, 1, CROWD));
            }
        }
        return cases;
    }
}
