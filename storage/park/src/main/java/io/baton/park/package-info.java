/**
 * How the threads of a node wait: the seam between the engine and the scheduler of the machine.
 *
 * <p>Everything in storage and in the engine that waits for another thread goes through one
 * {@link io.baton.park.Parking}, which is handed in beside the clock and the thread factories: parking, the conditions
 * of a lock, the end of a thread. {@link io.baton.park.Workers} cuts work into pieces for several threads on top of it.
 * On a machine the seam costs nothing; the simulator has one in virtual time, so that an engine's own threads run
 * there, one at a time, in an order that a seed decides. {@code deploy/house} refuses other ways to wait.
 *
 * <p>{@link io.baton.park.Backoff} is no part of the seam: it is for a latch, which is held for nanoseconds, and never
 * by a thread that waits. Threads that run one at a time never meet one that is held.
 */
@NullMarked
package io.baton.park;

import org.jspecify.annotations.NullMarked;
