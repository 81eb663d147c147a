package io.baton.lock;

/** A lock server's table of locks, whatever their protocol. Thread-safe. */
public interface LockTable extends AutoCloseable {

    /** {@return the number of locks, 1 or more} */
    int slots();

    /** {@return the slot of the lock of a name, any 64 bits; different names may share a lock} */
    default int slot(long name) {
        return LockNames.slot(name, slots());
    }

    /**
     * Opens a client.
     *
     * @return a client with a route of its own
     * @throws IllegalStateException if the table is closed or serves no more clients
     */
    LockClient client();

    /**
     * Counts the locks that are held or waited for, to find a leak: meaningful only while no client is at work. A place
     * in a queue that a client has left, as its time was over or its wait was cancelled, is given up a moment after its
     * turn comes: look again before you call it a leak.
     *
     * @return how many entries are not free
     */
    long busySlots();

    /** Closes the table. No client may be at work any more. Closing twice does nothing. */
    @Override
    void close();
}
