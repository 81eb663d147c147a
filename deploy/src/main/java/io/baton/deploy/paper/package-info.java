/**
 * The papers' experiments: what they run on the simulated cluster, and what they print beside the papers' numbers.
 *
 * <p>{@link io.baton.deploy.paper.PaperNumbers} is what the papers state; the loads that the experiments put on the
 * locks are in {@code load} below this package.
 */
@NullMarked
package io.baton.deploy.paper;

import org.jspecify.annotations.NullMarked;
