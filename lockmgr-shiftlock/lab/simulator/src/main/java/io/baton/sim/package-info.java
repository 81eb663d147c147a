/**
 * A cluster in one thread: lock servers' memory and network adapters, client nodes and their clients, in virtual time,
 * driven by one seed. The lock code that runs on real machines runs here unchanged, and the same seed gives the same
 * run, so that the papers' experiments need neither their hardware nor luck to be repeated.
 *
 * <h2>How the parts fit</h2>
 * {@link io.baton.sim.Cluster} gives each node a fabric and runs clients, each on a virtual thread, of which exactly
 * one is at work at a time. {@code Scheduler} holds the clock and the {@code EventQueue}, ordered by time and then by
 * the order of adding. A client that has to wait takes the next events itself, executes those that need no thread, and
 * hands over directly to the thread whose wait an event ends; no thread in the middle, no timer of the machine.
 * {@link io.baton.sim.model.ClusterModel} has the cost of everything. {@code Trace} hashes every event.
 * {@code RunWatch} ends a run that hangs because a thread waits outside virtual time.
 * {@link io.baton.sim.model.MessageFaults} is asked about every message on the {@code Wire}.
 *
 * <p>Production code that has threads of its own, as a log has, gets them from {@link io.baton.sim.Cluster#threads()},
 * and waits through {@link io.baton.sim.Cluster#parking()}. That it wakes a thread takes no time.
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
 * targetChangeNanos later if the initiator must connect to another client first (the lock server and its clients are
 * connected), and a receiver that waits acts on it noticeNanos after its delivery.
 * The sender waits for the acknowledgement, as in ShiftLock's
 * artifact, which polls for the completion of every verb. Table 3 of its paper agrees: it gives 0.23 μs for telling
 * the predecessor, as an average over all writers, of whom the simulation says that one in ten has a predecessor.
 * Before it posts, a sender makes an address handle (newPeerNanos) unless it has kept the receiver's; the adapter knows
 * nothing of that.
 *
 * <h2>Several lock servers</h2>
 * A cluster has one unless told otherwise. Each has a node, memory, an adapter and a gate of its own, crashes alone,
 * and has its number in addresses. An endpoint has a connection to each; verbs that are posted together leave together,
 * and the client goes on with the last answer. {@link io.baton.sim.Cluster#fabric(int, int)} is a node's view of one
 * server alone, as a session needs it. {@link io.baton.sim.ExecutingFabric} makes servers of them whose processors
 * execute verbs: each stops its part of a batch where a condition says so.
 *
 * <h2>What clients of one node cost each other</h2>
 * They share an adapter: a message that it sends or receives is switchNanos later if its last one was another
 * client's; what is under way goes on meanwhile, and no message overtakes another. And they share {@code Processors}:
 * a thread takes a core when it uses the node first, in turn, and where there are more threads than cores, all that
 * the processor does for the threads of a shared core (postNanos, pollNanos, noticeNanos, newPeerNanos) takes
 * sharedCoreFactor times as long. Clients poll, so they always share. On
 * ShiftLock's testbed that begins with 25 clients a node, 125 in all. A node has two processors, of which one has the
 * adapter: what a client on the other one's cores sends or receives is crossingNanos later. A verb crosses twice, on
 * its way and on its way back; a notice where its sender is far, and where its receiver is. Nodes of one machine
 * (nodesPerMachine) share its adapter and its processors in the same way.
 *
 * <h2>What can go wrong</h2>
 * A node is a process. Its faults are decided by the seed and by the time for which they are planned; without faults,
 * nothing changes and nothing is slower. {@link io.baton.sim.model.FaultKind} has the classes, {@link
 * io.baton.sim.Cluster#faults} counts them.
 * <pre>
 *  messages    new Cluster(model, bytes, seed, Faults): a Fate for every request, answer and notice: late, lost,
 *              acknowledgement lost, twice; cluster.partition(from, to, fromNanos, toNanos), one way
 *  nodes       crash, restart, restartOnOldRoutes, pause; client(node, name, body) and threads(node) make threads that
 *              live and die with their node
 *  servers     crashServer, restartServer; the gate of a server node's fabric refuses and admits client nodes
 *  clocks      clockDrift, clockJump; Fabric.clock() and all deadlines follow
 *  mailboxes   mailboxCapacity
 *  at random   RandomFaults: a seed, a rate for each class, and a horizon after which all is mended
 *  when        at(nanos, action), atStep(node, step, action), or at once from any simulated thread
 * </pre>
 * Connections are reliable: an endpoint's requests keep their order, and so do its answers. If one is lost for good,
 * the connection breaks lossTimeoutNanos after the posting; the verb that waits and all later ones of that endpoint
 * throw {@link io.baton.fabric.ConnectionLostException}, while its SENDs still work. So does a message that is only
 * very late, but it arrives: a verb takes effect although its client has long given it up. A SEND without an
 * acknowledgement ends after the same time with {@link io.baton.fabric.SendStatus#UNKNOWN}.
 *
 * <p>A verb of a node that the gate refuses has no effect and is answered at once, and its client loses the connection.
 * Admitted again, the node needs new endpoints. A server that restarts has admitted none of the client nodes. Verbs
 * that a crashed process had posted take effect when they arrive.
 *
 * <h2>Limits of the model</h2>
 * <ul>
 * <li>Times are constants. There is no jitter: randomness comes from the workload and the locks alone.
 * <li>Bandwidth, sizes of messages, the switch and its queues, and caches of the adapters (of connections, of
 *     address translations) do not exist. A client's adapter serves one message after the other at a fixed rate.
 * <li>Memory does not fail, and messages are never damaged.
 * <li>A partition or a crash of the server hits messages that leave later; those on the wire arrive, unless the
 *     server is down then.
 * <li>A thread that belongs to no node outlives all; it should not use a node's endpoints where that may crash.
 * <li>A verb changes memory at its arrival, although its entry may serve it later. Verbs cannot tell, since an entry
 *     serves them in the order of arrival; the server's own processor sees such changes a little early.
 * <li>Processors: only posting, polling, acting on a notice and {@linkplain io.baton.sim.Cluster#work work} take time
 *     on them; looking into an empty mailbox takes none, and neither does what a client does between two locks.
 *     Work takes as long on a shared core: it stands for waiting. The lock server's threads have a core each, and its
 *     adapter has all connections at hand.
 * <li>Clients on the lock server's node reach the memory through the adapter's loopback at the cost of a remote verb.
 * </ul>
 */
@NullMarked
package io.baton.sim;

import org.jspecify.annotations.NullMarked;
