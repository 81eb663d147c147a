package io.baton.lab.cell;

import io.baton.lab.load.LockTrace;
import io.baton.lab.load.TraceLoad;
import io.baton.lab.metric.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Traces, ready to be run: one for each host, whose clients share it. Client i is on host i modulo the number of
 * hosts, as clients are spread over the machines.
 */
final class TraceRun implements Load.Ready {

    private static final double PERCENT = 100;
    private static final double MICRO = 1e3;

    private final List<LockTrace> traces;
    private final int slots;
    private final Map<String, Double> facts;

    /**
     * Prepares.
     *
     * @param traces one for each host; all on the same locks
     * @param slots how many locks there are
     * @param types the names of the transactions, the first of type 1
     * @param thinkNanos how long a client computes
     */
    TraceRun(List<LockTrace> traces, int slots, List<String> types, long thinkNanos) {
        this.traces = List.copyOf(traces);
        this.slots = slots;
        this.facts = facts(traces, slots, types, thinkNanos);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public Map<String, Double> facts() {
        return facts;
    }

    @Override
    public Load.Stream stream(int client, int clients, RandomGenerator random) {
        final int hosts = traces.size();
        final int host = client % hosts;
        final TraceLoad load =
            new TraceLoad(traces.get(host), client / hosts, (clients - host + hosts - 1) / hosts);
        return locks -> load.next(locks) - 1;
    }

    private static Map<String, Double> facts(
            List<LockTrace> traces, int slots, List<String> types, long thinkNanos) {
        final Map<String, Double> facts = new HashMap<>();
        final long requests = traces.stream().mapToLong(LockTrace::requests).sum();
        final long exclusive = traces.stream().mapToLong(LockTrace::exclusiveRequests).sum();
        final double all = traces.stream().mapToLong(trace -> trace.transactions() + trace.lockless()).sum();
        facts.put(Metric.LOCKS.label(), (double) slots);
        facts.put(Metric.READER_SHARE.label(), PERCENT * (requests - exclusive) / requests);
        facts.put(Metric.WRITER_SHARE.label(), PERCENT * exclusive / requests);
        facts.put(Metric.THINK_TIME.label(), thinkNanos / MICRO);
        for (final LockTrace trace : traces) {
            for (int i = 0; i < trace.transactions(); i++) {
                facts.merge(types.get(trace.type(i) - 1) + " " + Metric.SHARE.label(), PERCENT / all, Double::sum);
            }
        }
        return Map.copyOf(facts);
    }
}
