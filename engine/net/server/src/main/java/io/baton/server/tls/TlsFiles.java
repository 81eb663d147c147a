package io.baton.server.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which PEM files a server's TLS is made of. They are read when the server starts, and again for new connections when
 * they have changed. Immutable.
 *
 * @param certificate the server's certificate, with those that it is signed by behind it
 * @param key its private key, in PKCS#8 form and not encrypted
 * @param clientCa certificates of those who sign certificates of clients, or null if clients are not asked for one
 * @param clientsRequired whether clients without a certificate are refused; one that is shown is always checked
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa, boolean clientsRequired) {

    /**
     * Encrypts.
     *
     * @param certificate the server's certificate, with those that it is signed by behind it
     * @param key its private key
     * @return files, to which those for certificates of clients can be added
     */
    public static TlsFiles of(Path certificate, Path key) {
        return new TlsFiles(certificate, key, null, false);
    }

    /**
     * Requires a certificate of each client, beside its login.
     *
     * @param ca certificates of those who sign certificates of clients
     * @return these files and that one
     */
    public TlsFiles requireClients(Path ca) {
        return new TlsFiles(certificate, key, ca, true);
    }

    /**
     * Checks certificates of clients that have one.
     *
     * @param ca certificates of those who sign certificates of clients
     * @return these files and that one
     */
    public TlsFiles checkClients(Path ca) {
        return new TlsFiles(certificate, key, ca, false);
    }
}
