/**
 * Measures calls of a server's procedures beside what one would use instead: {@code baton bench server}.
 *
 * <p>An {@code Access} is a way to call procedures; it opens what is {@code Served}, mostly a process of its own
 * ({@code ServerProcess}, {@code ServerChild}), and connects a {@code Line} to it. {@code CaseRun} lets each line's
 * {@code Slot}s make calls, which a workload's {@code CallSource} draws, and then has the data checked.
 */
@NullMarked
package io.baton.lab.server;

import org.jspecify.annotations.NullMarked;
