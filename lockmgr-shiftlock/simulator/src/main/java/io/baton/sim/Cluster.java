package io.baton.sim;

import io.baton.fabric.Fabric;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * A simulated cluster. Not thread-safe: one thread makes it, adds its clients, and {@linkplain #run runs} it.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Cluster implements AutoCloseable {

    /**
     * Makes a cluster at time zero.
     *
     * @param model what things cost
     * @param memoryBytes the lock server's registered memory, all zeros, a multiple of 16
     * @param seed decides everything that is random
     */
    public Cluster(ClusterModel model, long memoryBytes, long seed) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Returns the lock server as the clients of one node see it. All nodes' fabrics share the server's memory.
     *
     * @param node 1 to the model's number of nodes, or {@link ClusterModel#SERVER_NODE}
     * @return the node's fabric; its {@link Fabric#localWords} is there on the server's node only
     */
    public Fabric fabric(int node) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Returns virtual time without any clock error.
     *
     * @return nanoseconds since the cluster was made
     */
    public NanoClock clock() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Returns a source of randomness of its own for whoever asks, decided by the seed and the order of asking.
     *
     * @return a new generator
     */
    public RandomGenerator random() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Adds a client: a simulated thread that begins at the present virtual time once the cluster runs.
     *
     * @param name for messages
     * @param body what it does; it ends the run with what it throws
     */
    public void client(String name, Runnable body) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Makes simulated threads for production code that wants a thread of its own. A thread made here must be started
     * at once. Such threads do not keep a run from ending: when only they are left, the run is over.
     *
     * @return the factory
     */
    public ThreadFactory threads() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Lets virtual time pass for the calling simulated thread: work on its processor.
     *
     * @param nanos how long, 0 or more
     */
    public void work(long nanos) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Runs until all clients have ended.
     *
     * @throws IllegalStateException if all clients wait for what will never come; the message names each of them,
     *     what it waits for and since when
     * @throws RuntimeException what a client threw, with the client's name and the virtual time
     */
    public void run() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Returns a hash of everything that has happened, in order: the same seed gives the same hash.
     *
     * @return the hash so far
     */
    public long traceHash() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Returns how many verbs of all kinds have been executed.
     *
     * @return the count so far
     */
    public long verbs() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Ends whatever simulated thread is left. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("not yet");
    }
}
