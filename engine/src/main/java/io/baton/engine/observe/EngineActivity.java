package io.baton.engine.observe;

import java.util.List;

/**
 * What an engine's calls were doing at about one moment. They do not stop for it, so parts may be a moment apart.
 *
 * @param calls those that have a place, in no order
 * @param locks those that some call waits for
 */
public record EngineActivity(List<RunningCall> calls, List<BusyLock> locks) {

    /** Keeps copies. */
    public EngineActivity {
        calls = List.copyOf(calls);
        locks = List.copyOf(locks);
    }
}
