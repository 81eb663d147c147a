package io.baton.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes certificates and keys of PEM files. What is wrong with them is said in one sentence, with the file's name. */
public final class Pem {

    private static final Pattern KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z0-9]+ )+KEY-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS");

    private Pem() {
    }

    /**
     * Reads certificates.
     *
     * @param bytes of the file
     * @param name of the file
     * @return one or more, in their order
     * @throws IOException if there is none, or if one is damaged
     */
    public static List<X509Certificate> certificates(byte[] bytes, String name) throws IOException {
        final List<X509Certificate> certificates = new ArrayList<>();
        try {
            for (final var certificate : CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(bytes))) {
                certificates.add((X509Certificate) certificate);
            }
        } catch (CertificateException e) {
            throw new IOException(name + " holds no certificates that can be read: " + e.getMessage()
                + "; give a PEM file with BEGIN CERTIFICATE", e);
        }
        if (certificates.isEmpty()) {
            throw new IOException(name + " holds no certificate; give a PEM file with BEGIN CERTIFICATE");
        }
        return certificates;
    }

    /**
     * Reads a private key.
     *
     * @param bytes of the file
     * @param name of the file
     * @return the key
     * @throws IOException if there is none that can be read
     */
    public static PrivateKey key(byte[] bytes, String name) throws IOException {
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new IOException(name + (OTHER_KEY.matcher(text).find()
                ? " holds a key of another form, or an encrypted one; convert it with 'openssl pkcs8 -topk8 -nocrypt'"
                : " holds no private key; give a PEM file with BEGIN PRIVATE KEY"));
        }
        final PKCS8EncodedKeySpec spec;
        try {
            spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        } catch (IllegalArgumentException e) {
            throw damaged(name, e);
        }
        InvalidKeySpecException why = new InvalidKeySpecException();
        for (final String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                why = e;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java has no " + algorithm, e);
            }
        }
        throw damaged(name, why);
    }

    private static IOException damaged(String name, Exception why) {
        return new IOException(name + " holds a private key that is damaged or of a kind that this Java does not "
            + "know; give one of EC, RSA or Ed25519", why);
    }

    /**
     * Checks that a key is that of a certificate: two files that are renewed one after the other do not fit meanwhile.
     *
     * @param certificate the first of its file
     * @param key the private key
     * @param name of the key's file
     * @throws IOException if it is not
     */
    public static void checkPair(X509Certificate certificate, PrivateKey key, String name) throws IOException {
        final String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default -> "";
        };
        if (algorithm.isEmpty()) {
            return;
        }
        final byte[] probe = "baton".getBytes(StandardCharsets.US_ASCII);
        try {
            final Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(probe);
            final byte[] signature = signer.sign();
            final Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate.getPublicKey());
            verifier.update(probe);
            if (verifier.verify(signature)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(notOf(certificate, name), e);
        }
        throw new IOException(notOf(certificate, name));
    }

    private static String notOf(X509Certificate certificate, String name) {
        return name + " is not the key of the certificate of " + certificate.getSubjectX500Principal().getName()
            + "; give the two that were made together";
    }
}
