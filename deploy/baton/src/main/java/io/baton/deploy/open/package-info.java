/**
 * Workloads with an engine, in memory or from a store, and the wish to stop. Here nothing is measured: commands that
 * only look at a store, export it or serve it need this package and not {@code run}, which stands above it.
 *
 * <p>{@link io.baton.deploy.open.Workloads} finds the {@link io.baton.workload.Workload workloads} on the class
 * path, {@link io.baton.deploy.open.OpenWorkload} gives one an engine, which {@link
 * io.baton.deploy.open.WorkloadOpening} waits for if a store is recovered. {@link io.baton.deploy.open.Background} is
 * work that reports progress and is abandoned when an {@link io.baton.deploy.open.Interruption} is requested. {@link
 * io.baton.deploy.open.TableExport} writes all rows of one. Uses only the engine and its storage.
 */
@NullMarked
package io.baton.deploy.open;

import org.jspecify.annotations.NullMarked;
