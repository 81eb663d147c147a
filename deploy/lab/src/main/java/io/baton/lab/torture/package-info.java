/**
 * Faults on real processes: {@code baton torture locks} runs lock servers and coordinators as processes of their own,
 * kills, stops and disconnects them, and judges every critical section.
 *
 * <p>In the parent: {@link io.baton.lab.torture.TortureLoop} goes over the carriers, {@code CarrierRun} draws a
 * {@code ProcessFault} for each cycle and commits it on its {@code TortureProcesses}. A {@code Relay} between a
 * coordinator and a lock server cuts connections, also within a frame. {@code Judge} reads the witness.
 *
 * <p>In the children: {@code LockServerChild} is a lock server with recovery; {@code CoordinatorChild} has clients that
 * take chains of locks in one order, read the counter of each under its lock, add one where they hold it exclusively,
 * and release. Counters are words behind the locks in the lock server's memory, so that the gate stops a process that
 * has lost its session.
 *
 * <p>Between them: {@code Witness}, a file that all map. Every critical section has a record there, with its session,
 * its token, when it was entered and left, and what it read and wrote. The clock is the machine's, the same in all
 * processes. Lock servers tell their parent when a process joins and when it is fenced ({@code SessionLog}).
 *
 * <p>A section ends when its client leaves it or when its session is fenced, whichever comes first: from then on the
 * gate must refuse all verbs of the process. Sections are judged in the order in which they were entered, a little
 * later, when all their records have arrived.
 */
@NullMarked
package io.baton.lab.torture;

import org.jspecify.annotations.NullMarked;
