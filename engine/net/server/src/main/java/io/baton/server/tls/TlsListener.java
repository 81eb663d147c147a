package io.baton.server.tls;

/** The connection behind TLS. Called on its event loop. */
public interface TlsListener {

    /**
     * There is no encryption: the connection is closed.
     *
     * @param why the end of a sentence
     */
    void end(String why);
}
