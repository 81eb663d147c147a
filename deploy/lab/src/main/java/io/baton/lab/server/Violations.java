package io.baton.lab.server;

import io.baton.engine.workload.EngineWorkload;
import java.util.stream.Collectors;

/** What a workload's own check finds, in one line. */
final class Violations {

    private Violations() {
    }

    /** Checks; no call is under way. */
    static String of(EngineWorkload work, long effect) {
        work.calledElsewhere(effect);
        return work.check(false).entrySet().stream().filter(entry -> !entry.getValue().holds())
            .map(entry -> entry.getKey() + ": " + entry.getValue().detail()).collect(Collectors.joining("; "));
    }
}
