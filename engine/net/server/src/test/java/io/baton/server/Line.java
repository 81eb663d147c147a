package io.baton.server;

import java.io.IOException;

/** A connection to a server, of who writes what he likes. One thread. */
interface Line extends AutoCloseable {

    /** Writes bytes, which need not be whole frames. */
    Line write(byte[] bytes) throws IOException;

    /**
     * Reads the next frame.
     *
     * @throws java.net.SocketTimeoutException if none has come in time
     * @throws java.io.EOFException if the server has ended the connection
     */
    RawClient.Came read(int timeoutMillis) throws IOException;

    @Override
    void close() throws IOException;
}
