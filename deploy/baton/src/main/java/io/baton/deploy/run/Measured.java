package io.baton.deploy.run;

import io.baton.deploy.open.LogWork;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.engine.observe.StackText;
import io.baton.lock.LockStatistics;
import io.baton.workload.TransactionEnd;
import io.baton.workload.TransactionKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Brings together what the clients have measured, once they have ended. */
final class Measured {

    private static final int FAILURES_MAX = 5;

    /**
     * What the driver itself has measured.
     *
     * @param seconds how long was measured
     * @param locks what was done to locks meanwhile
     * @param log what the log did meanwhile
     * @param residentBytes memory at the end
     * @param processors who had the processors meanwhile
     * @param everySecond what happened second by second, warm-up included
     */
    record Span(double seconds, LockStatistics locks, LogWork log, OptionalLong residentBytes,
            ProcessorShare processors, List<LiveSecond> everySecond) {

        /** Of a run whose clients were never at work. */
        static final Span NONE =
            new Span(0, LockStatistics.NONE, LogWork.NONE, OptionalLong.empty(), ProcessorShare.NONE,
                List.of());
    }

    private final List<ClientLoop> loops;
    private final Span span;
    private final boolean quiet;
    private final List<TransactionResult> transactions = new ArrayList<>();
    private final long[] committed;
    private final LatencyHistogram latencyOfAll;
    private final Set<String> failures = new LinkedHashSet<>();
    private boolean historyLost;

    /**
     * Reads what the clients have measured.
     *
     * @param quiet whether all clients have ended; if not, the figures may miss a little
     */
    Measured(List<? extends TransactionKind> types, List<ClientLoop> loops, Span span, boolean quiet) {
        this.loops = loops;
        this.span = span;
        this.quiet = quiet;
        this.committed = new long[types.size()];
        this.latencyOfAll = ClientMeasurements.sum(loops.size());
        for (int type = 0; type < types.size(); type++) {
            final TransactionResult result = merge(type, types.get(type).label());
            transactions.add(result);
            committed[type] = result.committed();
        }
        if (!quiet) {
            failures.add("a client did not end its last transaction after the end of the run");
        }
        loops.forEach(this::collectFailures);
    }

    /** Whether all clients have ended. */
    boolean quiet() {
        return quiet;
    }

    /** Whether the run ended because its history could not be written; then the engine takes no more calls. */
    boolean historyLost() {
        return historyLost;
    }

    Span span() {
        return span;
    }

    List<TransactionResult> transactions() {
        return transactions;
    }

    long[] committed() {
        return committed;
    }

    /** The first few different things that went wrong. */
    List<String> failures() {
        return failures.stream().limit(FAILURES_MAX).toList();
    }

    /** All types together. */
    TransactionResult all() {
        long sumCommitted = 0;
        long rolledBack = 0;
        long restarts = 0;
        long failed = 0;
        long outOfMemory = 0;
        for (final TransactionResult result : transactions) {
            sumCommitted += result.committed();
            rolledBack += result.rolledBack();
            restarts += result.restarts();
            failed += result.failed();
            outOfMemory += result.outOfMemory();
        }
        return new TransactionResult(
            "all", sumCommitted, rolledBack, restarts, failed, outOfMemory, Latencies.of(latencyOfAll));
    }

    private TransactionResult merge(int type, String label) {
        final LatencyHistogram latency = ClientMeasurements.sum(loops.size());
        long sumCommitted = 0;
        long rolledBack = 0;
        long restarts = 0;
        long failed = 0;
        long outOfMemory = 0;
        for (final ClientLoop loop : loops) {
            final TransactionCounters counters = loop.measurements.measured;
            sumCommitted += counters.getOpaque(type, TransactionEnd.COMMITTED);
            rolledBack += counters.getOpaque(type, TransactionEnd.ROLLED_BACK);
            failed += counters.getOpaque(type, TransactionEnd.FAILED);
            outOfMemory += counters.getOpaque(type, TransactionEnd.OUT_OF_MEMORY);
            restarts += counters.restartsOpaque(type);
            latency.add(loop.measurements.latency(type));
        }
        latencyOfAll.add(latency);
        return new TransactionResult(
            label, sumCommitted, rolledBack, restarts, failed, outOfMemory, Latencies.of(latency));
    }

    private void collectFailures(ClientLoop loop) {
        final Throwable death = loop.death();
        if (death instanceof UnwritableHistoryException) {
            // A sentence for people, and every client's is the same.
            failures.add(String.valueOf(death.getMessage()));
            historyLost = true;
        } else if (death instanceof EngineStoppedException) {
            // As well: the disk has failed, for example.
            failures.add(String.valueOf(death.getMessage()));
        } else if (death != null) {
            failures.add("client " + loop.number() + " stopped: " + StackText.of(death));
        }
        failures.addAll(loop.failures);
    }
}
