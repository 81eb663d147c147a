package io.baton.sim;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.park.Parking;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.FaultWitness;
import io.baton.sim.model.MessageFaults;
import io.baton.sim.model.NodeClock;
import io.baton.sim.model.VerbWitness;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * A simulated cluster: lock servers' memory, their adapters, client nodes and their clients, in virtual time. The same
 * seed and the same calls give the same run. Its machines can be made to crash, stand still, fall silent, and lose
 * their connections and their clocks' time; what can happen to messages is decided by {@link MessageFaults}.
 *
 * <p>Threading: one thread, the owner, makes the cluster, adds its clients, {@linkplain #run runs} and closes it.
 * While it runs, only its simulated threads may use it and its fabrics, and they run one at a time: what they share
 * needs no synchronization, but they must not wait for each other outside the fabric and {@link #parking}, as for a
 * lock of the machine that one of them holds while it waits for a verb. Verbs and waits are for simulated threads only;
 * the owner may open endpoints, and reach the registered memory through {@link Fabric#localWords}, for which no time
 * passes then.
 */
public final class Cluster implements AutoCloseable {

    private final Scheduler scheduler = new Scheduler();
    private final Parking parking = new SimParking(scheduler);
    private final ClusterModel model;
    private final FaultCounters faultCounters = new FaultCounters(scheduler);
    private final Wire wire;
    private final List<SimServer> servers;
    private final SplittableRandom random;
    private final Nodes nodes;
    private int threadsMade;
    private long sends;

    /**
     * Makes a cluster at time zero.
     *
     * @param model what things cost
     * @param memoryBytes the lock server's registered memory, all zeros, a multiple of 16, below 16 GiB; the
     *     simulator needs half as much again for itself
     * @param seed decides everything that is random
     * @throws IllegalArgumentException if the memory has no such size
     */
    public Cluster(ClusterModel model, long memoryBytes, long seed) {
        this(model, memoryBytes, seed, MessageFaults.NONE);
    }

    /**
     * Makes a cluster at time zero, of which messages may go astray.
     *
     * @param model what things cost
     * @param memoryBytes as without faults
     * @param seed decides everything that is random in the cluster itself
     * @param faults asked about every message
     * @throws IllegalArgumentException if the memory has no such size
     */
    public Cluster(ClusterModel model, long memoryBytes, long seed, MessageFaults faults) {
        this(model, memoryBytes, seed, faults, 1);
    }

    /**
     * Makes a cluster of several lock servers at time zero. Each has a machine of its own, whose node is {@link
     * ClusterModel#serverNode}.
     *
     * @param model what things cost
     * @param memoryBytes of each server, as above
     * @param seed decides everything that is random in the cluster itself
     * @param faults asked about every message
     * @param servers how many, 1 to {@link ClusterModel#SERVERS_MAX}
     * @throws IllegalArgumentException if the memory has no such size, or there are no so many servers
     */
    public Cluster(ClusterModel model, long memoryBytes, long seed, MessageFaults faults, int servers) {
        if (servers < 1 || servers > ClusterModel.SERVERS_MAX) {
            throw new IllegalArgumentException(
                servers + " lock servers: give 1 to " + ClusterModel.SERVERS_MAX);
        }
        this.model = model;
        this.random = new SplittableRandom(seed);
        this.wire = new Wire(scheduler, model, faults, faultCounters);
        this.nodes = new Nodes(scheduler, model.nodes());
        for (int first = 1; first <= model.nodes(); first += model.nodesPerMachine()) {
            addMachine(first, Math.min(first + model.nodesPerMachine() - 1, model.nodes()));
        }
        final List<SimServer> made = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            addMachine(ClusterModel.serverNode(server), ClusterModel.serverNode(server));
            made.add(new SimServer(scheduler, model, server, nodes, memoryBytes));
        }
        this.servers = List.copyOf(made);
    }

    /** Its nodes share what it has one of. */
    private void addMachine(int firstNode, int lastNode) {
        final Adapter adapter = new Adapter(model, firstNode);
        final Processors processors = new Processors(model, firstNode);
        for (int node = firstNode; node <= lastNode; node++) {
            addNode(node, adapter, processors);
        }
    }

    private void addNode(int node, Adapter adapter, Processors processors) {
        final long error = model.clockErrorNanos();
        final NodeClock clock = new NodeClock(error == 0 ? 0 : random.nextLong(-error, error + 1));
        nodes.add(new SimFabric(this, new SimNode(node, clock, model, processors), adapter));
    }

    /**
     * Returns the lock servers as the clients of one node see them, with their numbers in addresses ({@link
     * io.baton.fabric.Address}). All nodes' fabrics share the servers' memory.
     *
     * @param node 1 to the model's number of nodes, or {@link ClusterModel#serverNode}, which sees itself alone
     * @return the node's fabric; its {@link Fabric#localWords} is there on the server's node only, and closing it does
     *     nothing
     * @throws IllegalArgumentException if there is no such node
     */
    public Fabric fabric(int node) {
        return nodes.fabric(node);
    }

    /**
     * Returns one lock server as the clients of a client node see it, as if it were the only one: addresses have no
     * number of a server.
     *
     * @param node 1 to the model's number of nodes
     * @param server the server's number, 0 and up
     * @return another fabric of the node
     * @throws IllegalArgumentException if there is no such client node, or no such server
     */
    public Fabric fabric(int node, int server) {
        nodes.client(node);
        return nodes.fabric(node).of(server(server).number());
    }

    /** {@return how many lock servers there are} */
    public int servers() {
        return servers.size();
    }

    /** {@return virtual time without any clock error, in nanoseconds since the cluster was made} */
    public NanoClock clock() {
        return scheduler::now;
    }

    /** {@return a new source of randomness for the caller, decided by the seed and the order of calls} */
    public RandomGenerator random() {
        return random.split();
    }

    /**
     * Adds a client that belongs to no node, and outlives them all: a simulated thread that begins at the present
     * virtual time once the cluster runs.
     *
     * @param name for messages
     * @param body what it does; it ends the run with what it throws
     * @throws IllegalStateException if the cluster is closed
     */
    public void client(String name, Runnable body) {
        Objects.requireNonNull(scheduler.add(null, name, false, body).thread()).start();
    }

    /**
     * Adds a client of a node: a simulated thread that begins at the present virtual time once the cluster runs, and
     * lives and dies with its node.
     *
     * @param node the node whose fabric it uses
     * @param name for messages
     * @param body what it does; it ends the run with what it throws
     * @throws IllegalArgumentException if there is no such node
     * @throws IllegalStateException if the cluster is closed, or the node has crashed
     */
    public void client(int node, String name, Runnable body) {
        Objects.requireNonNull(scheduler.add(nodes.alive(node), name, false, body).thread()).start();
    }

    /**
     * Makes simulated threads as {@link #threads()} does, for production code of a node: they live and die with it.
     *
     * @param node the node whose fabric they use
     * @return the factory, which throws {@link IllegalStateException} if the node has crashed
     * @throws IllegalArgumentException if there is no such node
     */
    public ThreadFactory threads(int node) {
        nodes.node(node);
        return body -> Objects.requireNonNull(
            scheduler.add(nodes.alive(node), "thread " + ++threadsMade + " of node " + node, true, body).thread());
    }

    /**
     * Makes simulated threads for production code that wants a thread of its own. A thread made here must be started
     * at once. Such threads do not keep a run from ending: when only they are left, the run is over, and they stand
     * still until the next one.
     *
     * @return the factory
     */
    public ThreadFactory threads() {
        return body -> Objects.requireNonNull(scheduler.add(null, "thread " + ++threadsMade, true, body).thread());
    }

    /**
     * Returns how simulated threads wait for each other outside the fabric: for production code that waits through a
     * {@link Parking}, whichever node it is of. Simulated threads must not be interrupted.
     *
     * @return the same every time; for simulated threads, and the owner while the cluster does not run and nothing is
     *     waited for
     */
    public Parking parking() {
        return parking;
    }

    /**
     * Plans something for a virtual time: a fault, or the end of one. It happens if the cluster runs then, at once and
     * no matter which thread has the turn, so it must not wait; it may use this cluster, ring doorbells, open
     * endpoints, pass the gate, and reach the registered memory in no time. If it throws, the run ends with that.
     *
     * @param nanos when, in exact virtual time; at once if that has passed
     * @param action what happens
     */
    public void at(long nanos, Runnable action) {
        scheduler.at(nanos, action);
    }

    /**
     * Plans something for a step of a node. A step is a verb, or several posted together, a SEND, a wait for a notice,
     * a word or a doorbell, and on the lock server's node an access to the registered memory. The thread that is about
     * to make the step does it first, and does not come back if it lets its own node crash.
     *
     * @param node the node
     * @param step the step's number, from 1, counted from the beginning of the cluster; above {@link #steps}
     * @param action what happens
     * @throws IllegalArgumentException if there is no such node, or it has made that step
     */
    public void atStep(int node, long step, Runnable action) {
        nodes.node(node).atStep(step, action);
    }

    /**
     * Returns how many steps a node has begun.
     *
     * @param node the node
     * @return the count so far
     * @throws IllegalArgumentException if there is no such node
     */
    public long steps(int node) {
        return nodes.node(node).steps();
    }

    /**
     * Reports every one-sided verb when it takes effect, with its server's number in the address.
     *
     * @param witness told from now on, instead of the one before
     */
    public void witness(VerbWitness witness) {
        servers.forEach(server -> server.witness(witness));
    }

    /**
     * Lets virtual time pass for the calling simulated thread: work on its processor.
     *
     * @param nanos how long, 0 or more; 0 does nothing
     * @throws IllegalArgumentException if negative
     */
    public void work(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("work of " + nanos + " ns: give 0 or more");
        }
        if (nanos > 0) {
            scheduler.pass(nanos, WaitKind.WORK);
        }
    }

    /**
     * Runs until all clients have ended. More clients may be added then, and run; time goes on. The calling thread
     * sleeps meanwhile; interrupting it stops the cluster for good.
     *
     * @throws IllegalStateException if a simulated thread threw something, with its name, the virtual time and the
     *     cause; if all clients wait for what will never come, with the name of each thread, what it waits for and
     *     since when; if a simulated thread waits outside virtual time; or if the run was interrupted
     */
    public void run() {
        scheduler.run();
    }

    /** {@return the hash of everything that has happened, in order: the same seed gives the same hash} */
    public long traceHash() {
        return scheduler.hash();
    }

    /** {@return how many verbs of all kinds, SENDs included, have been executed} */
    public long verbs() {
        return servers.stream().mapToLong(SimServer::verbs).sum() + sends;
    }

    /** {@return how often processors on lock servers' nodes have accessed their registered memory during runs} */
    public long localAccesses() {
        return servers.stream().mapToLong(SimServer::localAccesses).sum();
    }

    /**
     * Ends whatever simulated thread is left: an error that is none of its business goes through it. Closing twice
     * does nothing.
     *
     * @throws IllegalStateException if the cluster runs, or if a simulated thread does not let that error pass
     */
    @Override
    public void close() {
        scheduler.close();
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** {@return the model that the cluster was made with} */
    public ClusterModel model() {
        return model;
    }

    Wire wire() {
        return wire;
    }

    FaultCounters faultCounters() {
        return faultCounters;
    }

    Nodes nodes() {
        return nodes;
    }

    SimServer server(int server) {
        if (server < 0 || server >= servers.size()) {
            throw new IllegalArgumentException(
                "lock server " + server + ": give one between 0 and " + (servers.size() - 1));
        }
        return servers.get(server);
    }

    List<SimServer> allServers() {
        return servers;
    }

    void countSend() {
        sends++;
    }

    /** Whether a client is out of reach, not merely gone. */
    boolean isUnreachable(long route) {
        final int node = Route.node(route);
        final int server = ClusterModel.server(node);
        final boolean isServer = server >= 0 && server < servers.size();
        return isServer ? servers.get(server).isDown() : nodes.isSilent(node);
    }

    // Faults of machines. What can happen to messages is decided by MessageFaults.

    /**
     * Lets a client node die: none of its threads ever runs again, its mailboxes are gone, and its endpoints are dead.
     * Verbs that it has posted take effect when they arrive; its notices arrive too. A run does not wait for its
     * clients. If a thread of the node calls this, it does not come back. Does nothing if the node is dead.
     *
     * @param node a client node
     * @throws IllegalArgumentException if there is no such node, or it is the lock server's
     */
    public void crash(int node) {
        final SimNode mortal = nodes.client(node);
        if (!mortal.isCrashed()) {
            faultCounters.countAndTraceNode(FaultKind.CRASH, node, 0);
            nodes.crash(mortal);
        }
    }

    /**
     * Lets a client node's whole machine die, as {@link #crash} does, but so that nobody is refused afterwards: until
     * the node is restarted, messages to it are not acknowledged.
     *
     * @param node a client node
     * @throws IllegalArgumentException if there is no such node, or it is the lock server's
     */
    public void fallSilent(int node) {
        nodes.client(node).silence();
        crash(node);
    }

    /**
     * Tells whether a node has crashed and has not been restarted.
     *
     * @param node a node, also the lock server's
     * @return whether it is dead
     * @throws IllegalArgumentException if there is no such node
     */
    public boolean isCrashed(int node) {
        return nodes().node(node).isCrashed();
    }

    /**
     * Starts a client node that has crashed: its fabric can be used again, by new clients. What belonged to it before
     * stays dead. New endpoints have routes that the node has not had.
     *
     * @param node a client node
     * @throws IllegalArgumentException if there is no such node, or it is the lock server's
     * @throws IllegalStateException if it has not crashed
     */
    public void restart(int node) {
        nodes().restart(nodes.client(node));
    }

    /**
     * Starts a client node as {@link #restart} does, but new endpoints get the routes that the node's first ones had.
     *
     * @param node a client node
     * @throws IllegalArgumentException if there is no such node, or it is the lock server's
     * @throws IllegalStateException if it has not crashed
     */
    public void restartOnOldRoutes(int node) {
        restart(node);
        nodes().node(node).reuseRoutes();
    }

    /**
     * Lets all threads of a node stand still, and then go on as if nothing had been. What they have posted proceeds,
     * and their mailboxes fill. If a thread of the node calls this, it stands still at once.
     *
     * @param node a node, also the lock server's
     * @param nanos how long, 1 or more; pauses that overlap end with the last
     * @throws IllegalArgumentException if there is no such node, or the time is out of range
     */
    public void pause(int node, long nanos) {
        ClusterModel.checkPositive(nanos);
        final SimNode paused = nodes().alive(node);
        faultCounters.countAndTraceNode(FaultKind.PAUSE, node, nanos);
        paused.pauseUntil(scheduler().now() + nanos);
        scheduler().pauseCaller(paused);
    }

    /** Lets the lock server die, or the first of several, as {@link #crashServer(int)} does. */
    public final void crashServer() {
        crashServer(0);
    }

    /**
     * Lets a lock server die: the threads of its node never run again, verbs and SENDs to it are lost, and so are the
     * answers that it has not given. If a thread of its node calls this, it does not come back. Does nothing if the
     * server is dead.
     *
     * @param server its number, 0 and up
     * @throws IllegalArgumentException if there is no such server
     */
    public void crashServer(int server) {
        final SimServer mortal = server(server);
        if (!mortal.isDown()) {
            faultCounters.countAndTraceNode(FaultKind.SERVER_CRASH, mortal.node().id(), 0);
            mortal.die();
            mortal.gate().refuseClients();
            nodes.crash(mortal.node());
        }
    }

    /** Starts the lock server again, or the first of several, as {@link #restartServer(int)} does. */
    public final void restartServer() {
        restartServer(0);
    }

    /**
     * Starts a lock server again, with registered memory of zeros, without threads, and with a gate that refuses all
     * client nodes until they are admitted.
     *
     * @param server its number, 0 and up
     * @throws IllegalArgumentException if there is no such server
     * @throws IllegalStateException if it has not crashed
     */
    public void restartServer(int server) {
        nodes().restart(server(server).node());
        server(server).restart();
    }

    /**
     * Cuts one way between two nodes: a message that would leave meanwhile leaves when the cut is mended if that is
     * within {@link ClusterModel#lossTimeoutNanos}, and is lost otherwise.
     *
     * @param from the node whose messages do not get through; the lock server's for answers too
     * @param to the node that they are for; the lock server's for verbs too
     * @param fromNanos the beginning, in exact virtual time
     * @param toNanos the end, in exact virtual time
     * @throws IllegalArgumentException if there is no such node, or both are the same
     */
    public void partition(int from, int to, long fromNanos, long toNanos) {
        nodes().node(from);
        nodes().node(to);
        if (from == to) {
            throw new IllegalArgumentException("a partition between node " + from + " and itself: give two nodes");
        }
        wire().partition(from, to, fromNanos, toNanos);
    }

    /**
     * Lets a node's clock run too fast or too slow from now on. A wait with a deadline that is already on may then end
     * early, never late.
     *
     * @param node a node, also the lock server's
     * @param drift by which part it is too fast, −0.5 to 0.5; 1e-4 gains 100 microseconds in a second; 0 for none
     * @throws IllegalArgumentException if there is no such node, or the drift is out of range
     */
    public void clockDrift(int node, double drift) {
        if (!(Math.abs(drift) <= NodeClock.DRIFT_MAX)) {
            throw new IllegalArgumentException("a drift of " + drift + ": give −" + NodeClock.DRIFT_MAX + " to "
                + NodeClock.DRIFT_MAX);
        }
        final NodeClock clock = nodes().node(node).clock();
        clock.drift(scheduler().now(), drift);
        if (drift != 0) {
            faultCounters.countAndTraceNode(FaultKind.CLOCK_DRIFT, node, Math.round(1e9 * drift));
        }
        scheduler().clockChanged(clock);
    }

    /**
     * Lets a node's clock jump forward now. Waits whose deadlines it leaps over end.
     *
     * @param node a node, also the lock server's
     * @param nanos by how much, 1 or more
     * @throws IllegalArgumentException if there is no such node, or the time is out of range
     */
    public void clockJump(int node, long nanos) {
        ClusterModel.checkPositive(nanos);
        final NodeClock clock = nodes().node(node).clock();
        clock.jump(scheduler().now(), nanos);
        faultCounters.countAndTraceNode(FaultKind.CLOCK_JUMP, node, nanos);
        scheduler().clockChanged(clock);
    }

    /**
     * Sets how many notices each mailbox of a node has places for; 1024 unless set. What it holds already stays.
     *
     * @param node a node, also the lock server's
     * @param notices how many, 0 or more
     * @throws IllegalArgumentException if there is no such node, or the number is negative
     */
    public void mailboxCapacity(int node, int notices) {
        if (notices < 0) {
            throw new IllegalArgumentException("a mailbox for " + notices + " notices: give 0 or more");
        }
        nodes().node(node).noticesMax(notices);
    }

    /**
     * Reports every fault when it happens.
     *
     * @param witness told from now on, instead of the one before
     */
    public void witness(FaultWitness witness) {
        faultCounters.witness(witness);
    }

    /**
     * Returns how often something went wrong: how many messages or nodes it hit.
     *
     * @param kind what
     * @return the count so far
     */
    public long faults(FaultKind kind) {
        return faultCounters.get(kind);
    }
}
