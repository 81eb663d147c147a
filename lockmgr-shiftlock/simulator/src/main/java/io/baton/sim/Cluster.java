package io.baton.sim;

import io.baton.fabric.Fabric;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A simulated cluster. Not thread-safe: one thread makes it, adds its clients, and {@linkplain #run runs} it.
 */
public final class Cluster implements AutoCloseable {

    private final Scheduler scheduler = new Scheduler();
    private final ClusterModel model;
    private final LockServer server;
    private final SplittableRandom random;
    private final Map<Integer, SimFabric> fabrics = new HashMap<>();
    private final Long2ObjectHashMap<SimEndpoint> endpoints = new Long2ObjectHashMap<>();
    private int threadsMade;

    /**
     * Makes a cluster at time zero.
     *
     * @param model what things cost
     * @param memoryBytes the lock server's registered memory, all zeros, a multiple of 16
     * @param seed decides everything that is random
     */
    public Cluster(ClusterModel model, long memoryBytes, long seed) {
        this.model = model;
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
     * @return the node's fabric; its {@link Fabric#localWords} is there on the server's node only
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
     */
    public void client(String name, Runnable body) {
        scheduler.add(name, false, body, true);
    }

    /**
     * Makes simulated threads for production code that wants a thread of its own. A thread made here must be started
     * at once. Such threads do not keep a run from ending: when only they are left, the run is over.
     *
     * @return the factory
     */
    public ThreadFactory threads() {
        return body -> {
            final Thread thread = scheduler.add("thread " + ++threadsMade, true, body, false).thread();
            return Objects.requireNonNull(thread);
        };
    }

    /**
     * Lets virtual time pass for the calling simulated thread: work on its processor.
     *
     * @param nanos how long, 0 or more
     */
    public void work(long nanos) {
        if (nanos > 0) {
            scheduler.sleep(nanos, "its own work");
        }
    }

    /**
     * Runs until all clients have ended.
     *
     * @throws IllegalStateException if all clients wait for what will never come; the message names each of them,
     *     what it waits for and since when
     * @throws RuntimeException what a client threw, with the client's name and the virtual time
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
     * Returns how many verbs of all kinds have been executed.
     *
     * @return the count so far
     */
    public long verbs() {
        return server.verbs();
    }

    /** Ends whatever simulated thread is left. */
    @Override
    public void close() {
        scheduler.close();
    }

    /**
     * Returns how often processors on the lock server's node have accessed its registered memory.
     *
     * @return the count so far
     */
    public long localAccesses() {
        return server.localAccesses();
    }

    Scheduler scheduler() {
        return scheduler;
    }

    ClusterModel model() {
        return model;
    }

    LockServer server() {
        return server;
    }

    void connected(SimEndpoint endpoint) {
        endpoints.put(endpoint.route(), endpoint);
    }

    void disconnected(SimEndpoint endpoint) {
        endpoints.remove(endpoint.route());
    }

    @Nullable SimEndpoint endpoint(long route) {
        return endpoints.get(route);
    }
}
