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
     * {@return whether the server's processor executes verbs, so that conditions ({@link VerbBatch#stopUnless}) and
     * {@link Call}s go with them; false where an adapter does}
     */
    default boolean executes() {
        return false;
    }

    /**
     * Tells which lock server has an address. Verbs of one server take effect in order, those of different servers do
     * not wait for each other.
     *
     * @param address an address
     * @return the server's number, 0 and up
     */
    default int server(long address) {
        return Address.server(address);
    }

    /**
     * Registers what a lock server does for {@link Call}s, at its own node.
     *
     * @param number what calls name it by, 0 to {@link Call#HANDLERS_MAX} − 1
     * @param handler thread-safe and quick
     * @throws IllegalArgumentException if the number is out of range
     * @throws IllegalStateException if the number is taken
     * @throws UnsupportedOperationException if this fabric is not at the lock server's own node
     */
    default void register(int number, CallHandler handler) {
        throw new UnsupportedOperationException(
            "handler " + number + " is for another node to register: the lock server's own");
    }

    /**
     * Returns what a lock server does for calls, at its own node.
     *
     * @param number what calls name it by
     * @return the handler, or null if none is registered here
     */
    default @Nullable CallHandler handler(int number) {
        return null;
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
