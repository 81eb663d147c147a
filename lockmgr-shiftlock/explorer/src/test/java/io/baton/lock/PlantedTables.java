package io.baton.lock;

import io.baton.explore.lock.CrowdScenario;

/** Tables whose protocol has a planted mistake. */
public final class PlantedTables {

    private PlantedTables() {
    }

    /**
     * Makes tables with the paper's mistake.
     *
     * @return tables whose writers keep a stale epoch
     */
    public static CrowdScenario.Tables staleEpoch() {
        return of(PlantedMistakes.StaleEpoch::new);
    }

    static CrowdScenario.Tables of(ShiftLockTable.ProtocolFactory planted) {
        return (fabric, locks, options, keepAfter, threads) -> {
            if (!options.caching() && options.localTurns() == 0) {
                return new ShiftLockTable(fabric, locks, options, threads, planted);
            }
            final LockCache cache = new LockCache(locks, keepAfter,
                options.caching() ? Integer.MAX_VALUE : 0, options.localTurns());
            return new ShiftLockTable(fabric, locks, options, threads,
                planted instanceof PlantedMistakes.Cooperative cooperative ? cooperative.with(cache) : planted, null,
                cache);
        };
    }
}
