/**
 * The metrics of experiments, and their names in tables, CSV and the papers' numbers.
 *
 * <p>A {@link io.baton.lab.metric.Measure} is taken of one lock on one workload: a {@link io.baton.lab.metric.Metric},
 * or the {@link io.baton.lab.metric.PhaseTime} or {@link io.baton.lab.metric.PhaseCount} of a
 * {@link io.baton.lab.metric.LockPhase}. A {@link io.baton.lab.metric.Derived} relates a measure to other locks or is a
 * bound of it. Both are a {@link io.baton.lab.metric.Quantity}, the only place that reads such names from text;
 * {@code docs/paper.md} and {@code paper-numbers.csv} have them.
 */
@NullMarked
package io.baton.lab.metric;

import org.jspecify.annotations.NullMarked;
