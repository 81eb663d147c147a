package io.baton.lab.bench;

import io.baton.deploy.open.LogWork;
import io.baton.deploy.run.Latencies;

/**
 * What was measured of one case.
 *
 * @param of the case
 * @param committed how many transactions were committed
 * @param seconds how long was measured
 * @param commit how long they took until they were answered
 * @param log what the log did meanwhile; nothing without a data directory
 */
record DurabilityFigure(DurabilityCase of, long committed, double seconds, Latencies commit, LogWork log) {

    /**
     * Reckons the throughput.
     *
     * @return committed transactions per second, 0 if nothing was measured
     */
    double committedPerSecond() {
        return seconds > 0 ? committed / seconds : 0;
    }

    /**
     * Reckons how often the log was forced.
     *
     * @return forces per second
     */
    double forcesPerSecond() {
        return seconds > 0 ? log.forces() / seconds : 0;
    }
}
