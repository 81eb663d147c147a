package io.baton.lab;

import io.baton.lab.metric.Quantity;

/**
 * A number of the paper and ours.
 *
 * @param lock the lock
 * @param workload the workload
 * @param metric what was measured
 * @param paper the paper's number; not a number where its text gives none
 * @param ours what was measured here; not a number where nothing was
 */
public record ResultRow(String lock, String workload, Quantity metric, double paper, double ours) {

    /**
     * A row whose paper's number is not filled in.
     *
     * @param lock the lock
     * @param workload the workload
     * @param metric what was measured
     * @param ours what was measured here
     * @return the row
     */
    public static ResultRow of(String lock, String workload, Quantity metric, double ours) {
        return new ResultRow(lock, workload, metric, Double.NaN, ours);
    }

    /** {@return ours over the paper's; not a number if either is missing or the paper's is zero} */
    public double ratio() {
        return paper == 0 ? Double.NaN : ours / paper;
    }

    boolean isOf(String wantedLock, String wantedWorkload, Quantity wantedMetric) {
        return lock.equals(wantedLock) && workload.equals(wantedWorkload) && metric.equals(wantedMetric);
    }
}
