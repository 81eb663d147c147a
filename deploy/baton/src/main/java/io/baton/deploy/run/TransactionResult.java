package io.baton.deploy.run;

/**
 * What was measured of one type of transaction.
 *
 * @param label the type
 * @param committed how many were committed
 * @param rolledBack how many gave up as the workload wants it
 * @param restarts how often one had to start over
 * @param failed how many failed
 * @param outOfMemory how many the engine refused because rows and indexes had reached their budget of memory
 * @param latency how long those took whose latency counts, restarts included: the committed ones, and the rolled back
 *     ones if {@link io.baton.workload.Workload#timesRolledBack}
 */
public record TransactionResult(
        String label, long committed, long rolledBack, long restarts, long failed, long outOfMemory,
        Latencies latency) {
}
