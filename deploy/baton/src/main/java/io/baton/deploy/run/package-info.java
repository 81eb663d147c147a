/**
 * Drives a workload: loads it, checks it, lets clients loose on it for a while, and measures. Knows none by name.
 *
 * <p>{@link io.baton.deploy.run.Workloads} finds the {@link io.baton.engine.workload.Workload workloads} on the class
 * path, {@link io.baton.deploy.run.OpenWorkload} gives one an engine, which {@link io.baton.deploy.run.Opening} waits
 * for if a store is recovered; {@link io.baton.deploy.run.Driver} takes it
 * through its phases and tells a {@link io.baton.deploy.run.RunListener}
 * what happens; {@link io.baton.deploy.run.RunResult} is what came out.
 * <pre>
 *   Driver ── Background        loading and checking, which report progress and can be abandoned
 *      └───── Clients           threads, warm-up and window, one look a second
 *                └── ClientLoop ── Terminal             the hot path: one transaction after the other
 *                        └── ClientMeasurements         written by one client only, merged at the end
 * </pre>
 * A transaction counts if it <em>ended</em> within the window. Each client decides that from the time it has read
 * anyway, so that nothing is shared on the hot path but the wish to stop.
 */
@NullMarked
package io.baton.deploy.run;

import org.jspecify.annotations.NullMarked;
