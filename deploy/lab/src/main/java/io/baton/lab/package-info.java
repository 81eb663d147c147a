/**
 * The papers' experiments on the simulated cluster, with their results beside the papers' numbers.
 *
 * <p>An {@link io.baton.lab.Experiment} (they are in {@code experiment} below this package) says which points to
 * measure. The {@link io.baton.lab.Laboratory} has each measured ({@code cell}), once even if several experiments need
 * it, and puts the results beside {@link io.baton.lab.PaperNumbers}. {@link io.baton.lab.OutcomeReport} prints both,
 * {@link io.baton.lab.Calibration} shows how far the simulated cluster is from the papers' machines. {@code metric}
 * names numbers, {@code load} has the clients' loads, {@code plot} draws. {@code run} is about runs of workloads: their
 * reports and plots.
 */
@NullMarked
package io.baton.lab;

import org.jspecify.annotations.NullMarked;
