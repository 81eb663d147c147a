/**
 * The papers' figures and tables, each a class that defines its measurements and its plot.
 *
 * <p>{@link io.baton.lab.experiment.Experiments} lists them all. A new experiment is a class that implements
 * {@link io.baton.lab.Experiment} and a line in that list. {@code Mix} (the microbenchmark's workloads) and
 * {@code Diagrams} (bars and lines out of measurements) are shared.
 */
@NullMarked
package io.baton.lab.experiment;

import org.jspecify.annotations.NullMarked;
