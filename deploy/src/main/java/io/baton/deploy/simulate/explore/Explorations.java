package io.baton.deploy.simulate.explore;

import io.baton.lock.PlantedBug;
import io.baton.lock.ShiftLockOptions;
import io.baton.sim.explore.Bounds;
import io.baton.sim.explore.Exploration;
import io.baton.sim.explore.Explorer;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** What is explored. */
public final class Explorations {

    private Explorations() {
    }

    static Exploration explore(LockScenario scenario, Bounds bounds, BooleanSupplier stop, LongConsumer progress) {
        return Explorer.explore(scenario, bounds, stop, progress);
    }

    static LockScenario scenario(int threshold, Set<PlantedBug> bugs, String... programs) {
        return new LockScenario(List.of(programs), ShiftLockOptions.product().withThreshold(threshold), bugs);
    }
}
