/**
 * The papers' figures and tables, each a class that says what to measure and how to draw it.
 *
 * <p>{@link io.baton.lab.experiment.Experiments} lists them all. A new experiment is a class that implements
 * {@link io.baton.lab.Experiment} and a line in that list. What several of them need is in {@code Mix} (the
 * microbenchmark's workloads) and {@code Diagrams} (bars and lines out of measurements).
 */
@NullMarked
package io.baton.lab.experiment;

import org.jspecify.annotations.NullMarked;
