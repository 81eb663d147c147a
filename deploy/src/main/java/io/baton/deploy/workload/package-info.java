/**
 * Baton's workloads, fitted to the driver: each class opens an engine with its workload's tables and speaks
 * {@link io.baton.deploy.run.Workload} for it. The only package that knows both sides; a further workload needs one
 * more class here and one more command.
 */
@NullMarked
package io.baton.deploy.workload;

import org.jspecify.annotations.NullMarked;
