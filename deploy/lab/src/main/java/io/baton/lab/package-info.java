/**
 * The papers' experiments: what they run on the simulated cluster, and what they print beside the papers' numbers.
 *
 * <p>An {@link io.baton.lab.Experiment} (they are in {@code experiment} below this package) says which points
 * to measure. The {@link io.baton.lab.Laboratory} has each measured ({@code cell}), once even if several
 * experiments need it, and puts the results beside {@link io.baton.lab.PaperNumbers}, what the papers state.
 * {@link io.baton.lab.OutcomeReport} writes that down, {@link io.baton.lab.Calibration} tells how far
 * the simulated cluster is from the papers' machines. {@code metric} has what numbers are called, {@code load} what
 * clients run, {@code plot} draws. {@code run} is about runs of workloads: their reports and plots.
 */
@NullMarked
package io.baton.lab;

import org.jspecify.annotations.NullMarked;
