package io.baton.fabric;

import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** One lock server's registered memory and the clients that work on it. Thread-safe. */
public interface Fabric extends AutoCloseable {

    /**
     * Opens an endpoint for one client.
     *
     * @return an endpoint with a route of its own
     * @throws IllegalStateException if the fabric is closed or has no route left
     */
    Endpoint connect();

    /** {@return a new doorbell for a thread that looks after several endpoints} */
    Doorbell doorbell();

    /** {@return the monotonic clock in which this fabric's deadlines are given} */
    NanoClock clock();

    /** {@return the size of the registered memory in bytes, a multiple of 16} */
    long memoryBytes();

    /**
     * {@return whether a verb costs a round trip, so that verbs posted together save time; false only if the calling
     * thread executes them}
     */
    default boolean hasRoundTrips() {
        return true;
    }

    /**
     * {@return whether there are atomics of 16 bytes; without them {@link Endpoint#extCas} and {@link
     * Endpoint#extFaa} throw UnsupportedOperationException}
     */
    default boolean hasWideAtomics() {
        return true;
    }

    /**
     * Returns the processor's own access to the registered memory, which only the lock server's node has.
     *
     * @return the words, or null if this fabric's clients are not on the lock server's node
     */
    default @Nullable LocalWords localWords() {
        return null;
    }

    /**
     * Returns the lock server's gate, which only the lock server's node has.
     *
     * @return the gate, or null if this fabric is another node's, or all clients live and die with this process
     */
    default @Nullable Gate gate() {
        return null;
    }

    /** Closes all endpoints and frees the memory. No endpoint may be in use any more. Closing twice does nothing. */
    @Override
    void close();
}
