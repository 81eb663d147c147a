/**
 * Drives a workload: loads it, checks it, runs clients on it for a while, and measures. Knows none by name.
 *
 * <p>{@link io.baton.deploy.run.Driver} takes an {@link io.baton.deploy.open.OpenWorkload} through its phases and
 * reports to a {@link io.baton.deploy.run.RunListener}; {@link io.baton.deploy.run.RunResult} is the result.
 * {@link io.baton.deploy.run.DataCheck} only checks. Workloads are found and opened by {@code open}, below.
 * <pre>
 *   Driver ── open.Background   loading and checking, which report progress and can be abandoned
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
