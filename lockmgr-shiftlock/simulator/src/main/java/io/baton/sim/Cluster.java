package io.baton.sim;

import io.baton.fabric.Fabric;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A simulated cluster: a lock server's memory, its adapter, client nodes and their clients, in virtual time. The same
 * seed and the same calls give the same run.
 *
 * <p>Threading: one thread, the owner, makes the cluster, adds its clients, {@linkplain #run runs} and closes it.
 * While it runs, only its simulated threads may use it and its fabrics, and they run one at a time: what they share
 * needs no synchronization, but they must not wait for each other outside the fabric, as for a lock that one of them
 * holds while it waits for a verb. Verbs and waits are for simulated threads only; the owner may open endpoints, and
 * reach the registered memory through {@link Fabric#localWords}, for which no time passes then.
 */
public final class Cluster implements AutoCloseable {

    private final Scheduler scheduler = new Scheduler();
    private final ClusterModel model;
    private final MessageFaults faults;
    private final LockServer server;
    private final SplittableRandom random;
    private final Int2ObjectHashMap<SimFabric> fabrics = new Int2ObjectHashMap<>();
    private final Long2ObjectHashMap<SimMailbox> mailboxes = new Long2ObjectHashMap<>();
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

    Cluster(ClusterModel model, long memoryBytes, long seed, MessageFaults faults) {
        this.model = model;
        this.faults = faults;
        this.server = new LockServer(scheduler, model, memoryBytes);
        this.random = new SplittableRandom(seed);
        for (int node = 1; node <= model.nodes(); node++) {
            addNode(node);
        }
        addNode(ClusterModel.SERVER_NODE);
    }

    private void addNode(int node) {
        final long error = model.clockErrorNanos();
        fabrics.put(node, new SimFabric(this, node, error == 0 ? 0 : random.nextLong(-error, error + 1)));
    }

    /**
     * Returns the lock server as the clients of one node see it. All nodes' fabrics share the server's memory.
     *
     * @param node 1 to the model's number of nodes, or {@link ClusterModel#SERVER_NODE}
     * @return the node's fabric; its {@link Fabric#localWords} is there on the server's node only, and closing it does
     *     nothing
     * @throws IllegalArgumentException if there is no such node
     */
    public Fabric fabric(int node) {
        final SimFabric fabric = fabrics.get(node);
        if (fabric == null) {
            throw new IllegalArgumentException("node " + node + ": give one between 1 and " + model.nodes()
                + ", or " + ClusterModel.SERVER_NODE + " for the lock server's");
        }
        return fabric;
    }

    /**
     * Returns virtual time without any clock error.
     *
     * @return nanoseconds since the cluster was made
     */
    public NanoClock clock() {
        return scheduler::now;
    }

    /**
     * Returns a source of randomness of its own for whoever asks, decided by the seed and the order of asking.
     *
     * @return a new generator
     */
    public RandomGenerator random() {
        return random.split();
    }

    /**
     * Adds a client: a simulated thread that begins at the present virtual time once the cluster runs.
     *
     * @param name for messages
     * @param body what it does; it ends the run with what it throws
     * @throws IllegalStateException if the cluster is closed
     */
    public void client(String name, Runnable body) {
        Objects.requireNonNull(scheduler.add(name, false, body).thread()).start();
    }

    /**
     * Makes simulated threads for production code that wants a thread of its own. A thread made here must be started
     * at once. Such threads do not keep a run from ending: when only they are left, the run is over, and they stand
     * still until the next one.
     *
     * @return the factory
     */
    public ThreadFactory threads() {
        return body -> Objects.requireNonNull(scheduler.add("thread " + ++threadsMade, true, body).thread());
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

    /**
     * Returns a hash of everything that has happened, in order: the same seed gives the same hash.
     *
     * @return the hash so far
     */
    public long traceHash() {
        return scheduler.hash();
    }

    /**
     * Returns how many verbs of all kinds, SENDs included, have been executed.
     *
     * @return the count so far
     */
    public long verbs() {
        return server.verbs() + sends;
    }

    /**
     * Returns how often processors on the lock server's node have accessed its registered memory during runs.
     *
     * @return the count so far
     */
    public long localAccesses() {
        return server.localAccesses();
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

    ClusterModel model() {
        return model;
    }

    MessageFaults faults() {
        return faults;
    }

    LockServer server() {
        return server;
    }

    void countSend() {
        sends++;
    }

    void connected(SimEndpoint endpoint) {
        mailboxes.put(endpoint.route(), endpoint.mailbox());
    }

    void disconnected(SimEndpoint endpoint) {
        mailboxes.remove(endpoint.route());
    }

    @Nullable SimMailbox mailbox(long route) {
        return mailboxes.get(route);
    }
}
