package io.baton.deploy.run;

import io.baton.workload.TransactionEnd;
import java.util.stream.IntStream;

/**
 * What one client has measured. Its thread alone writes; the live parts may be read meanwhile, the others once the
 * thread has ended.
 */
final class ClientMeasurements {

    /** Longer latencies, of about two minutes, are not told from each other, but for the longest one. */
    static final long LATENCY_MAX_NANOS = (1L << 37) - 1;
    private static final int DIGITS = 3;
    /** From so many clients on, histograms are coarser, so that they do not fill the heap. */
    private static final int CLIENTS_MANY = 257;
    private static final int DIGITS_FOR_MANY = 2;

    final TransactionCounters live;
    final TransactionCounters measured;
    final LiveHistogram liveLatency = new LiveHistogram();
    private final LatencyHistogram[] latencies;
    private final boolean timesRolledBack;

    ClientMeasurements(int types, int clients, boolean timesRolledBack) {
        this.timesRolledBack = timesRolledBack;
        live = new TransactionCounters(types);
        measured = new TransactionCounters(types);
        latencies = IntStream.range(0, types)
            .mapToObj(type -> LatencyHistogram.ofOneThread(LATENCY_MAX_NANOS, digits(clients)))
            .toArray(LatencyHistogram[]::new);
    }

    /** Makes an empty histogram that those of clients can be added to. */
    static LatencyHistogram sum(int clients) {
        return LatencyHistogram.sum(LATENCY_MAX_NANOS, digits(clients));
    }

    void record(int type, TransactionEnd end, long nanos, long restarts, boolean inWindow) {
        live.countOpaque(type, end, restarts);
        final boolean timed = end == TransactionEnd.COMMITTED
            || (timesRolledBack && end == TransactionEnd.ROLLED_BACK);
        if (timed) {
            liveLatency.recordOpaque(nanos);
        }
        if (inWindow) {
            measured.countOpaque(type, end, restarts);
            if (timed) {
                latencies[type].record(nanos);
            }
        }
    }

    LatencyHistogram latency(int type) {
        return latencies[type];
    }

    private static int digits(int clients) {
        return clients < CLIENTS_MANY ? DIGITS : DIGITS_FOR_MANY;
    }
}
