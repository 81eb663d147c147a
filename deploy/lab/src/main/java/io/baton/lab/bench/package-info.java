/**
 * {@code baton bench locks} and {@code durability}. The first measures ShiftLock in process beside the read-write locks
 * of the JDK, in one run, so that the ratios mean something.
 *
 * <p>{@code LockBenchmark} goes through {@link io.baton.lab.bench.BenchCase}s: for each it makes one {@code
 * LockArray} per contender, warms all up, and then lets them take turns for several rounds, of which the median counts;
 * one more round times every acquire. {@code PairLoop} is the loop that all run. Each contender has a copy of that
 * class of its own, so that the JIT compiler sees one kind of lock in each copy and no contender pays for the others'
 * presence. {@code BenchReport} shows the {@code BenchFigure}s. Lock servers of other processes are measured by
 * {@code remote}.
 */
@NullMarked
package io.baton.lab.bench;

import org.jspecify.annotations.NullMarked;
