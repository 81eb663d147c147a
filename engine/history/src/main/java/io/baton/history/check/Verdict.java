package io.baton.history.check;

import java.util.List;

/**
 * What came out of checking a history.
 *
 * @param transactions how many it has
 * @param committed how many of them count as committed
 * @param operations how many reads and writes they made
 * @param dependencies how many edges of the graph were looked at, those of real time not counted
 * @param suspicious how many of them went back in the order of points
 * @param anomalies what is wrong, the gravest first; empty if the history is strictly serializable
 */
public record Verdict(long transactions, long committed, long operations, long dependencies, long suspicious,
        List<Anomaly> anomalies) {

    /** Copies the list. */
    public Verdict {
        anomalies = List.copyOf(anomalies);
    }

    /**
     * Tells whether nothing is wrong.
     *
     * @return whether the history is strictly serializable
     */
    public boolean serializable() {
        return anomalies.isEmpty();
    }
}
