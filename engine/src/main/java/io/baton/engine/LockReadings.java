package io.baton.engine;

import io.baton.fabric.VerbCounters;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockCounters;

/** Turns a lock client's live counters into a reading. */
final class LockReadings {

    private LockReadings() {
    }

    static LockStatistics of(LockCounters counters) {
        final VerbCounters verbs = counters.verbs();
        return new LockStatistics(
            counters.acquisitions(),
            counters.waits(),
            counters.busy(),
            counters.handovers(),
            counters.modeChanges(),
            counters.upgrades(),
            counters.ghosts(),
            verbs.get(VerbKind.EXT_CAS),
            verbs.get(VerbKind.EXT_FAA),
            verbs.get(VerbKind.READ),
            verbs.get(VerbKind.WRITE),
            verbs.get(VerbKind.SEND));
    }
}
