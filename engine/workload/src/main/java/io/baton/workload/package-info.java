/**
 * API: the interface of workloads, that is TPC-C, TATP, SmallBank and any other on the class path.
 *
 * <p>A workload's module names its {@link io.baton.workload.Workload} in
 * {@code META-INF/services/io.baton.workload.Workload}. The command line finds it there with
 * {@link java.util.ServiceLoader} and makes {@code baton run NAME} of it; no line is needed elsewhere. In the order in
 * which a run meets them:
 * <ol>
 * <li>{@link io.baton.workload.Workload}: name, help, {@link io.baton.workload.Setting settings} with their ranges,
 *     types of transactions, {@link io.baton.workload.HeadlineMetric headline}, and tables.
 * <li>{@link io.baton.workload.EngineWorkload}: the workload on one engine, with the values of a
 *     {@link io.baton.workload.WorkloadConfig}. Loads, or goes on with the rows of a store, which
 *     {@link io.baton.workload.StoredRows} judges; opens terminals, checks.
 * <li>{@link io.baton.workload.Terminal}: one client, the hot path. Draws a transaction and executes it;
 *     {@link io.baton.workload.SessionTerminal} is the base of all.
 * <li>{@link io.baton.workload.Findings} and {@link io.baton.workload.ConditionResult}: what a check of the data finds.
 * </ol>
 *
 * <p>A run uses the terminals of one workload, so its calls of the interfaces have one target each.
 */
@NullMarked
package io.baton.workload;

import org.jspecify.annotations.NullMarked;
