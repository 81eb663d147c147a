package io.baton.protocol.scram;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Locale;

/** What binds a login to the certificate of a server: tls-server-end-point of RFC 5929, section 4. */
public final class ChannelBinding {

    private ChannelBinding() {
    }

    /**
     * Hashes a certificate as its signature is hashed, but never with less than SHA-256.
     *
     * @param certificate of the server
     * @return the hash
     */
    public static byte[] of(X509Certificate certificate) {
        final String signature = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
        final String hash = signature.contains("SHA384") ? "SHA-384"
            : signature.contains("SHA512") ? "SHA-512" : "SHA-256";
        try {
            return MessageDigest.getInstance(hash).digest(certificate.getEncoded());
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("cannot hash the server's certificate", e);
        }
    }
}
