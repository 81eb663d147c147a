package io.baton.lab.server.access;

import java.io.IOException;

/** Something whose procedures are called, with its data. Closing it ends it, and whatever process it was. */
public interface Served extends AutoCloseable {

    /** {@return the processor time that it has taken, in nanoseconds} */
    long processorNanos();

    /**
     * Checks that the data are consistent. No call is under way.
     *
     * @param effect what the calls so far have changed, by their sources
     * @return the conditions that do not hold, in words; nothing if all do
     * @throws IOException if they cannot be read
     */
    String violations(long effect) throws IOException;

    @Override
    void close();
}
