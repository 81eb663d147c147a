package io.baton.deploy.run;

/**
 * What happened in about a second of a run.
 *
 * @param elapsedSeconds since the clients began, warm-up included
 * @param measuring false during the warm-up
 * @param committedPerSecond transactions committed per second
 * @param headline the workload's headline figure
 * @param rolledBack how many gave up as the workload wants it
 * @param restarts how often one had to start over
 * @param failed how many failed
 * @param outOfMemory how many were refused for want of memory
 * @param p99Nanos the 99th percentile of latency, to about 6 %
 * @param memoryBytes what rows and indexes took at its end
 * @param checkpoint whether a checkpoint was written in it or in a part of it
 */
public record LiveSecond(double elapsedSeconds, boolean measuring, double committedPerSecond, double headline,
        long rolledBack, long restarts, long failed, long outOfMemory, long p99Nanos, long memoryBytes,
        boolean checkpoint) {
}
