/**
 * Crashes of real processes: {@code baton crash} starts a JVM that works on a durable store, kills it at a random
 * moment, recovers the store in a third process, and compares it with the acknowledgements of the killed one.
 *
 * <p>In the parent: {@link io.baton.lab.crash.CrashLoop} goes from cycle to cycle by a {@code KillPlan} each, a
 * {@link io.baton.lab.child.ChildProcess} is the parent's end of a child, a {@code Ledger} knows the transactions that
 * must be in the store and judges its contents. In the child: {@code CrashChild} is the main class, {@code Worker} and
 * {@code Judge} are its tasks, a {@code CrashWork} is the workload. {@link io.baton.lab.child.ChildLines} is the pipe
 * between them.
 *
 * <p>A client of SmallBank has customers of its own, and its transactions follow from the seed. So the ledger knows the
 * balances after any number of them: after a crash they must be those of all that were acknowledged, or of one more. A
 * transaction of TPC-C is known by the order, payment or delivery that it has acknowledged.
 *
 * <p>SIGKILL leaves the page cache, so this says nothing of missing forces: images of a disk in memory do, in the tests
 * of the engine.
 */
@NullMarked
package io.baton.lab.crash;

import org.jspecify.annotations.NullMarked;
