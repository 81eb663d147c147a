package io.baton.history;

import io.baton.engine.history.UnwritableHistoryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Where the bytes of a history go: a file, or in tests something that is full one day. One thread at a time. */
public interface HistoryOutput extends AutoCloseable {

    /** Opens an output. */
    @FunctionalInterface
    interface Opener {

        /**
         * Opens the output of a new history.
         *
         * @param path where it is to be
         * @return the output, empty
         * @throws UnwritableHistoryException if there is something already, or it cannot be written
         */
        HistoryOutput open(Path path);
    }

    /**
     * Takes the next bytes, all of them.
     *
     * @param bytes from position to limit
     * @throws IOException if they cannot be written; then nothing more is appended
     */
    void append(ByteBuffer bytes) throws IOException;

    /**
     * Writes what is still in memory; nothing more is appended.
     *
     * @throws IOException if it cannot be written
     */
    void finish() throws IOException;

    /**
     * Closes the output, and leaves out what is still in memory.
     *
     * @throws IOException if that fails
     */
    @Override
    void close() throws IOException;
}
