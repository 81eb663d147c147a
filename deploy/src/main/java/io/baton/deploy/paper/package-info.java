/**
 * The papers' experiments: what they run on the simulated cluster, and what they print beside the papers' numbers.
 *
 * <p>An {@link io.baton.deploy.paper.Experiment} (they are in {@code experiment} below this package) says which points
 * to measure. The {@link io.baton.deploy.paper.Laboratory} has each measured ({@code cell}), once even if several
 * experiments need it, and puts the results beside {@link io.baton.deploy.paper.PaperNumbers}, what the papers state.
 * {@link io.baton.deploy.paper.OutcomeReport} writes that down, {@link io.baton.deploy.paper.Calibration} tells how far
 * the simulated cluster is from the papers' machines. {@code load} has what clients run, {@code plot} draws.
 */
@NullMarked
package io.baton.deploy.paper;

import org.jspecify.annotations.NullMarked;
