package io.baton.lab.server;

import io.baton.engine.workload.CallSource;
import io.baton.engine.workload.Workload;
import io.baton.engine.workload.WorkloadConfig;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whose procedures are called.
 *
 * @param name of the workload, or {@link #EMPTY}
 * @param workload null for the empty procedure alone
 * @param config the workload's settings
 * @param accounts of SmallBank, for those who load it by themselves
 */
record Subject(String name, @Nullable Workload workload, WorkloadConfig config, int accounts) {

    /** A procedure without arguments that does nothing. */
    static final String EMPTY = "empty";
    static final String SMALLBANK = "smallbank";

    boolean isEmpty() {
        return name.equals(EMPTY);
    }

    /** Makes sources of calls, by number; for data that were just loaded. */
    IntFunction<CallSource> sources() {
        final Workload whose = workload;
        if (whose == null) {
            return number -> new EmptyCalls();
        }
        return whose.callSources(config)
            .orElseThrow(
                () -> new IllegalStateException("the workload " + name + " has no calls for callers elsewhere"));
    }
}
