/**
 * All interleavings of a small scenario: the lock code that runs on real machines, run again and again with every order
 * of its steps.
 */
@NullMarked
package io.baton.sim.explore;

import org.jspecify.annotations.NullMarked;
