package io.baton.sim;

import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.FaultWitness;
import io.baton.sim.model.MessageFaults;
import io.baton.sim.model.NodeClock;

/**
 * What can be done to the machines of a {@link Cluster}: they crash, stand still, fall silent, lose their connections
 * and their clocks' time. What can happen to messages is decided by {@link MessageFaults}. Threading: as the cluster.
 */
public abstract sealed class FaultInjection permits Cluster {

    FaultInjection() {
    }

    abstract Scheduler scheduler();

    abstract Nodes nodes();

    abstract SimServer server(int server);

    abstract Wire wire();

    abstract FaultCounters faultCounters();

    /**
     * Lets a client node die: none of its threads ever runs again, its mailboxes are gone, and its endpoints are dead.
     * Verbs that it has posted take effect when they arrive; its notices arrive too. A run does not wait for its
     * clients. If a thread of the node calls this, it does not come back. Does nothing if the node is dead.
     *
     * @param node a client node
     * @throws IllegalArgumentException if there is no such node, or it is the lock server's
     */
    public void crash(int node) {
        final SimNode mortal = nodes().client(node);
        if (!mortal.isCrashed()) {
            faultCounters().countAndTraceNode(FaultKind.CRASH, node, 0);
            nodes().crash(mortal);
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
        nodes().client(node).silence();
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
        nodes().restart(nodes().client(node));
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
        faultCounters().countAndTraceNode(FaultKind.PAUSE, node, nanos);
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
            faultCounters().countAndTraceNode(FaultKind.SERVER_CRASH, mortal.node().id(), 0);
            mortal.die();
            mortal.gate().refuseClients();
            nodes().crash(mortal.node());
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
            faultCounters().countAndTraceNode(FaultKind.CLOCK_DRIFT, node, Math.round(1e9 * drift));
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
        faultCounters().countAndTraceNode(FaultKind.CLOCK_JUMP, node, nanos);
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
        faultCounters().witness(witness);
    }

    /**
     * Returns how often something went wrong: how many messages or nodes it hit.
     *
     * @param kind what
     * @return the count so far
     */
    public long faults(FaultKind kind) {
        return faultCounters().get(kind);
    }
}
