package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.FaultWitness;
import io.baton.sim.model.Trace;
import java.util.EnumMap;

/** How often what went wrong, and a note of it in the trace. */
final class FaultCounters {

    private final Scheduler scheduler;
    private FaultWitness witness = (kind, node, route) -> {};
    private final EnumMap<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);

    FaultCounters(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void witness(FaultWitness newWitness) {
        witness = newWitness;
    }

    /** Counts what shows in the trace anyway, or happens without a planted fault too. */
    void count(FaultKind kind, long route) {
        count(kind, Route.node(route), route);
    }

    /** Counts a fault of a route, and notes it in the trace. */
    void countAndTrace(FaultKind kind, long route, long nanos) {
        count(kind, Route.node(route), route);
        scheduler.note(Trace.FAULT, kind.name().hashCode(), route, 0, nanos);
    }

    /** Counts a fault of a whole node, and notes it in the trace. */
    void countAndTraceNode(FaultKind kind, int node, long nanos) {
        count(kind, node, Route.NONE);
        scheduler.note(Trace.FAULT, kind.name().hashCode(), node, 0, nanos);
    }

    private void count(FaultKind kind, int node, long route) {
        counts.merge(kind, 1L, Long::sum);
        witness.onFault(kind, node, route);
    }

    long get(FaultKind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
