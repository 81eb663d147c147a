package io.baton.sim;

import java.util.EnumMap;

/** How often what went wrong, and a note of it in the trace. */
final class FaultCounters {

    private final Scheduler scheduler;
    private final EnumMap<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);

    FaultCounters(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Counts what shows in the trace anyway, or happens without a planted fault too. */
    void count(FaultKind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** Counts a fault that befalls a route or a node, and notes it in the trace. */
    void befalls(FaultKind kind, long whom, long nanos) {
        count(kind);
        scheduler.note(Trace.FAULT, kind.name().hashCode(), whom, 0, nanos);
    }

    long get(FaultKind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
