package io.baton.lab.run;

import java.util.List;

/**
 * What a run's report says second by second. Immutable.
 *
 * @param workload the workload's name
 * @param budgetBytes the bound on what rows and indexes may take
 * @param seconds in the order of time, warm-up included; two or more
 */
public record RecordedRun(String workload, double budgetBytes, List<Second> seconds) {

    /** Whether the report has throughputs second by second; those of older versions have none. */
    boolean hasThroughput() {
        return seconds.stream().allMatch(second -> Double.isFinite(second.committedPerSecond()));
    }

    /**
     * About a second of a run.
     *
     * @param elapsedSeconds when it ended, since the clients began; later than the second before
     * @param memoryBytes what rows and indexes took at its end
     * @param outOfMemory transactions that were refused for want of memory in it
     * @param committedPerSecond transactions committed per second in it; not a number if the report does not say
     */
    record Second(double elapsedSeconds, double memoryBytes, double outOfMemory, double committedPerSecond) {
    }
}
