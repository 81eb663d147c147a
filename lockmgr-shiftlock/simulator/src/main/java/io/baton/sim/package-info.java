/**
 * A cluster in one thread: a lock server's memory and network adapter, client nodes and their clients, in virtual time,
 * driven by one seed. The lock code that runs on real machines runs here unchanged, and the same seed gives the same
 * run, so that the papers' experiments need neither their hardware nor luck to be repeated.
 *
 * <h2>How the parts fit</h2>
 * {@link io.baton.sim.Cluster} gives each node a fabric and runs clients, each on a virtual thread, of which exactly
 * one is at work at a time. {@code Scheduler} holds the clock and the {@code EventQueue}, ordered by time and then by
 * the order of adding. A client that has to wait takes the next events itself, executes those that need no thread, and
 * hands over directly to the thread whose wait an event ends; no thread in the middle, no timer of the machine.
 * {@link io.baton.sim.ClusterModel} says what everything costs. {@code Trace} hashes every event. {@code RunWatch} ends
 * a run that hangs because a thread waits outside virtual time. {@code MessageFaults} is asked about every message: the
 * place for faults, of which there are none yet.
 *
 * <h2>The path of a verb</h2>
 * <pre>
 *  client          its node's adapter            lock server's adapter                   memory
 *    │ postNanos
 *    ├───────────────► queue out
 *    │                 clientSendNanos
 *    │                   ├─── oneWayNanos ──────────► ARRIVES: takes effect, then passes
 *    │                                                inbound pipeline
 *    │ waits                                          serverRead/Atomic8/Atomic16Nanos
 *    │                                                  ├──────────────────────► its entry, one at a time
 *    │                                                  │  waits aside, up to    sameAddressRead/AtomicNanos
 *    │                                                  │  asideNanos            atomicExtra8/16Nanos
 *    │                 queue in ◄────── oneWayNanos ────┴────────────────────────┘
 *    │                 clientReceiveNanos
 *    ◄───────────────────┘ ANSWERED
 *    │ pollNanos
 *    ▼ goes on
 * </pre>
 * Verbs of a batch are posted at once, take each its own place in every queue, and the client goes on with the last
 * answer. A SEND goes from the sender's queue out to the receiver's queue in and into its mailbox; it is
 * targetChangeNanos later if the initiator must connect to another client first, and a receiver that waits acts on it
 * noticeNanos after its delivery. The sender waits for the acknowledgement, as in ShiftLock's
 * artifact, which polls for the completion of every verb. Table 3 of its paper agrees: it gives 0.23 μs for telling
 * the predecessor, as an average over all writers, of whom the simulation says that one in ten has a predecessor.
 *
 * <h2>Limits of the model</h2>
 * <ul>
 * <li>Times are constants. There is no jitter: what is random comes from the workload and the locks alone.
 * <li>Bandwidth, sizes of messages, the switch and its queues, and caches of the adapters (of connections, of
 *     address translations) do not exist. A client's adapter serves one message after the other at a fixed rate.
 * <li>Nothing is lost, and nobody fails.
 * <li>A verb changes memory at its arrival, although its entry may serve it later. Verbs cannot tell, since an entry
 *     serves them in the order of arrival; the server's own processor sees such changes a little early.
 * <li>Processors: every client has one of its own, and only posting, polling and
 *     {@linkplain io.baton.sim.Cluster#work work} take time on it; looking into an empty mailbox takes none.
 * <li>Clients on the lock server's node reach the memory through the adapter's loopback at the cost of a remote verb.
 * </ul>
 */
@NullMarked
package io.baton.sim;

import org.jspecify.annotations.NullMarked;
