/**
 * Baton's workloads, fitted to the driver: each {@code ...Workload} opens an engine with its workload's tables and
 * speaks {@link io.baton.deploy.run.Workload} for it, each {@code ...Client} is a session that makes its transactions;
 * {@code EngineWorkload} and {@code SessionClient} have what is the same for all. The only package that knows both
 * sides.
 */
@NullMarked
package io.baton.deploy.workload;

import org.jspecify.annotations.NullMarked;
