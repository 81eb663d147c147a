package io.baton.deploy.run;

import io.baton.deploy.open.Checkpointing;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.TransactionEnd;
import java.util.List;

/**
 * What all clients have done so far, read while they are at work.
 *
 * @param nanos when
 * @param committed by type
 * @param rolledBack all types
 * @param restarts all types
 * @param failed all types
 * @param outOfMemory all types
 * @param latencies counts of {@link LiveHistogram}
 * @param longestNanos the longest latency
 * @param memoryBytes what rows and indexes take
 * @param checkpoints how many were taken, and whether one is being written
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and never leaves this package.
record LiveReading(long nanos, long[] committed, long rolledBack, long restarts, long failed, long outOfMemory,
        long[] latencies, long longestNanos, long memoryBytes, Checkpointing checkpoints) {

    static LiveReading of(long nanos, int types, List<ClientLoop> clients, long memoryBytes,
            Checkpointing checkpoints) {
        final long[] committed = new long[types];
        final long[] latencies = new long[LiveHistogram.LENGTH];
        long longestNanos = 0;
        long rolledBack = 0;
        long restarts = 0;
        long failed = 0;
        long outOfMemory = 0;
        for (final ClientLoop client : clients) {
            final TransactionCounters live = client.measurements.live;
            for (int type = 0; type < types; type++) {
                committed[type] += live.getOpaque(type, TransactionEnd.COMMITTED);
                rolledBack += live.getOpaque(type, TransactionEnd.ROLLED_BACK);
                failed += live.getOpaque(type, TransactionEnd.FAILED);
                outOfMemory += live.getOpaque(type, TransactionEnd.OUT_OF_MEMORY);
                restarts += live.restartsOpaque(type);
            }
            client.measurements.liveLatency.addToOpaque(latencies);
            longestNanos = Math.max(longestNanos, client.measurements.liveLatency.longestOpaque());
        }
        return new LiveReading(nanos, committed, rolledBack, restarts, failed, outOfMemory, latencies, longestNanos,
            memoryBytes, checkpoints);
    }

    /** What happened since an earlier reading. */
    LiveSecond since(LiveReading before, Window window, HeadlineMetric headline) {
        final double seconds = (nanos - before.nanos) / 1e9;
        final long[] done = committed.clone();
        long sum = 0;
        for (int type = 0; type < done.length; type++) {
            done[type] -= before.committed[type];
            sum += done[type];
        }
        return new LiveSecond(
            (nanos - window.beginNanos) / 1e9,
            before.nanos - window.fromNanos >= 0,
            seconds > 0 ? sum / seconds : 0,
            headline.of(done, seconds),
            rolledBack - before.rolledBack,
            restarts - before.restarts,
            failed - before.failed,
            outOfMemory - before.outOfMemory,
            LiveHistogram.percentile(99, before.latencies, latencies, longestNanos),
            memoryBytes,
            before.checkpoints.underWay() || checkpoints.underWay()
                || checkpoints.taken() > before.checkpoints.taken());
    }
}
