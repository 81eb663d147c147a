/**
 * Shared by the tests of all workloads: {@link io.baton.testing.workload.WorkloadContract} tests the promises of every
 * workload, {@link io.baton.testing.workload.Loaded} is a loaded engine that a test can change as it likes, and
 * {@link io.baton.testing.workload.MixRun} lets terminals work on it and counts.
 *
 * <p>A jar of its own, used with the scope {@code test}, because it needs the engine, which {@code io.baton.testing}
 * lies below. It is no test jar of the engine: a build that skips tests makes none, and then the dependencies of the
 * workloads could not be resolved.
 */
@NullMarked
package io.baton.testing.workload;

import org.jspecify.annotations.NullMarked;
