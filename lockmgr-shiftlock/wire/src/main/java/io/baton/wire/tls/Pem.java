package io.baton.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes certificates and keys of PEM files. What is wrong with them is said in one sentence, with the file's name. */
final class Pem {

    private static final Pattern KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final Map<String, String> SIGNATURES =
        Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA", "EdDSA", "EdDSA");

    private Pem() {
    }

    /** What puts entries into a new store. */
    interface Entries {
        void putInto(KeyStore store) throws GeneralSecurityException;
    }

    static List<X509Certificate> certificates(String text, String name) throws IOException {
        final List<X509Certificate> all = new ArrayList<>();
        try {
            for (final Certificate each : CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))) {
                all.add((X509Certificate) each);
            }
        } catch (CertificateException e) {
            throw new IOException(name + " holds no certificates that can be read: " + e.getMessage()
                + "; give a PEM file with BEGIN CERTIFICATE", e);
        }
        if (all.isEmpty()) {
            throw new IOException(name + " holds no certificate; give a PEM file with BEGIN CERTIFICATE");
        }
        return all;
    }

    static PrivateKey key(String text, String name) throws IOException {
        final Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new IOException(name + " holds no private key in PKCS#8 form that is not encrypted (BEGIN PRIVATE "
                + "KEY); convert it with 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            final PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
            InvalidKeySpecException last = new InvalidKeySpecException();
            for (final String algorithm : List.of("EC", "RSA", "EdDSA")) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(spec);
                } catch (InvalidKeySpecException e) {
                    last = e; // It is of another kind.
                }
            }
            throw damaged(name, last);
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw damaged(name, e);
        }
    }

    private static IOException damaged(String name, Exception why) {
        return new IOException(
            name + " holds a private key that is damaged or of an unknown kind; give one of EC, RSA or Ed25519", why);
    }

    /** Checks that a key is that of a certificate: files that are renewed one after the other do not fit meanwhile. */
    static void checkPair(X509Certificate certificate, PrivateKey key, String name) throws IOException {
        final String algorithm = SIGNATURES.getOrDefault(key.getAlgorithm(), "EdDSA");
        boolean fits;
        try {
            final Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update((byte) 1);
            final byte[] signature = signer.sign();
            final Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate.getPublicKey());
            verifier.update((byte) 1);
            fits = verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            fits = false;
        }
        if (!fits) {
            throw new IOException(name + " is not the key of the certificate of "
                + certificate.getSubjectX500Principal().getName() + "; give the two that were made together");
        }
    }

    static KeyStore store(Entries entries) throws IOException {
        try {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            entries.putInto(store);
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException("certificates cannot be kept in memory: " + e.getMessage(), e);
        }
    }
}
