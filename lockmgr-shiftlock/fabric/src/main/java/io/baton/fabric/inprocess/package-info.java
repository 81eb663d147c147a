/**
 * The fabric of one process: {@link io.baton.fabric.inprocess.InProcessFabric} keeps the registered memory off-heap in
 * this JVM. Java has no 16-byte compare-and-swap, so an entry's atomics run under a guard, and the guard lives in the
 * cache line that it guards
 * ({@link io.baton.fabric.inprocess.GuardedMemory}):
 * <pre>
 *   one 64-byte line:   | entry 3n (16) | entry 3n+1 (16) | entry 3n+2 (16) | guard (4) | unused (12) |
 * </pre>
 * An uncontended atomic therefore touches one line and costs one locked instruction. A waiter for a word's value
 * spins briefly, then yields, then registers in {@link io.baton.fabric.inprocess.WordWatches} and parks; a bit in the
 * guard tells the next writer of the line that it is watched.
 */
@NullMarked
package io.baton.fabric.inprocess;

import org.jspecify.annotations.NullMarked;
