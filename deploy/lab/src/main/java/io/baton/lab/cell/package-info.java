/**
 * One measurement: a lock under a load, on a simulated cluster of its own.
 *
 * <p>A {@link io.baton.lab.cell.Cell} says what to measure: a {@link io.baton.lab.cell.PaperLock}, a
 * {@link io.baton.lab.cell.Load}, how many clients on which {@link io.baton.lab.cell.Testbed} and for how long
 * ({@link io.baton.lab.cell.MeasuringWindow}). {@link io.baton.lab.cell.CellRunner} builds the cluster, runs the
 * clients and hands back a {@link io.baton.lab.cell.CellResult}. Every client's endpoint is a {@code TimedEndpoint},
 * which splits the time of an acquisition into phases (ShiftLock, Table 2). Nothing here depends on the machine's time:
 * the same cell and seed give the same result.
 */
@NullMarked
package io.baton.lab.cell;

import org.jspecify.annotations.NullMarked;
