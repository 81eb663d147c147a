/**
 * One measurement: a lock under a load, on a simulated cluster of its own.
 *
 * <p>A {@link io.baton.deploy.paper.cell.Cell} says what to measure: a {@link io.baton.deploy.paper.cell.PaperLock}, a
 * {@link io.baton.deploy.paper.cell.Load}, how many clients on which {@link io.baton.deploy.paper.cell.Testbed} and for
 * how long ({@link io.baton.deploy.paper.cell.Window}). {@link io.baton.deploy.paper.cell.CellRunner} builds the
 * cluster, runs the clients and hands back a {@link io.baton.deploy.paper.cell.CellResult}. Every client's endpoint is
 * a {@code TimedEndpoint}, which tells where the time of an acquisition went (ShiftLock, Table 2). Nothing here depends
 * on the machine's time: the same cell and seed give the same result.
 */
@NullMarked
package io.baton.deploy.paper.cell;

import org.jspecify.annotations.NullMarked;
