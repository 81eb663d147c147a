/**
 * Measures calls of a server's procedures beside other databases: {@code baton bench server}.
 *
 * <p>{@code CaseRun} lets each line's {@code Slot}s make calls, which a workload's {@code CallSource} draws, and then
 * has the data checked. Servers and lines are in {@code access}; workloads of other databases are in {@code sql}.
 */
@NullMarked
package io.baton.lab.server;

import org.jspecify.annotations.NullMarked;
