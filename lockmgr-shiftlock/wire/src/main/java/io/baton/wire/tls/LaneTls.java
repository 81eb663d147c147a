package io.baton.wire.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a process's lanes over TCP: version 1.3 on the JDK's provider, and each side shows a certificate that one
 * of the other's authorities has signed. A lock server's must also be for the host that the client names. Thread-safe.
 */
public final class LaneTls {

    private static final String[] VERSIONS = {"TLSv1.3"};
    private static final char[] NO_PASSWORD = {};

    private final LaneTlsFiles files;
    private final @Nullable String host;
    private volatile Made made;

    /** What was made of the files. */
    private record Made(LaneTlsFiles.Contents contents, KeyManagerFactory keys, TrustManagerFactory trust) {

        /** One for each lane, so that none resumes a session of another: that would show no certificate. */
        SSLContext context() throws GeneralSecurityException {
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        }
    }

    private LaneTls(LaneTlsFiles files, @Nullable String host, Made made) {
        this.files = files;
        this.host = host;
        this.made = made;
    }

    /**
     * Reads the files.
     *
     * @param files which
     * @return the TLS
     * @throws IOException if one cannot be read or they do not fit; it says so in one sentence with the file's name
     */
    public static LaneTls open(LaneTlsFiles files) throws IOException {
        return new LaneTls(files, null, make(files, files.read()));
    }

    /**
     * Expects another name in a lock server's certificate than that of its address.
     *
     * @param name the name
     * @return this TLS with it
     */
    public LaneTls host(String name) {
        return new LaneTls(files, name, made);
    }

    /**
     * Reads the files again. New lanes use what they say now; if they cannot be used, what they said before.
     *
     * @return whether they have changed
     * @throws IOException as {@link #open} does
     */
    public boolean refresh() throws IOException {
        final LaneTlsFiles.Contents contents = files.read();
        if (contents.equals(made.contents)) {
            return false;
        }
        made = make(files, contents);
        return true;
    }

    private static Made make(LaneTlsFiles files, LaneTlsFiles.Contents contents) throws IOException {
        final KeyStore own = files.own(contents);
        final KeyStore authorities = files.authorities(contents);
        try {
            final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(authorities);
            final Made made = new Made(contents, keys, trust);
            made.context();
            return made;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS can be made of " + files.certificate() + ": " + e.getMessage(), e);
        }
    }

    /** {@return what a lock server talks to a new client by} */
    public SSLEngine forServer() {
        final SSLEngine engine = context().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(VERSIONS);
        engine.setNeedClientAuth(true);
        return engine;
    }

    /**
     * Makes what a client talks to a lock server by.
     *
     * @param address the host of its address
     * @param port the port of its address
     * @return the engine
     */
    public SSLEngine forClient(String address, int port) {
        final SSLEngine engine = context().createSSLEngine(host == null ? address : host, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(VERSIONS);
        final SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SSLContext context() {
        try {
            return made.context();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS that could be made before cannot be made any more", e);
        }
    }
}
