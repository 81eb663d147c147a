package io.baton.wire.tls;

import io.baton.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Where a process's certificate is, and whom it trusts. All three are PEM files.
 *
 * @param certificate the process's own, with those that it is signed by behind it
 * @param key its private key in PKCS#8 form, not encrypted
 * @param ca the certificates of the authorities that sign those of peers: nobody else is let in
 */
public record LaneTlsFiles(Path certificate, Path key, Path ca) {

    private static final char[] NO_PASSWORD = {};
    private static final long FILE_BYTES_MAX = 1 << 20;

    /** The texts of the three files, by which one sees that they have changed. */
    record Contents(String certificate, String key, String ca) {
    }

    Contents read() throws IOException {
        return new Contents(read(certificate), read(key), read(ca));
    }

    private static String read(Path file) throws IOException {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IOException(file + " has " + Files.size(file) + " bytes, too many for certificates; give a "
                    + "PEM file");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        }
    }

    /** The certificate and the key, as the JDK takes them; checks that they fit. */
    KeyStore own(Contents contents) throws IOException {
        final List<X509Certificate> chain = Pem.certificates(bytes(contents.certificate), certificate.toString());
        final PrivateKey own = Pem.key(bytes(contents.key), key.toString());
        Pem.checkPair(chain.getFirst(), own, key.toString());
        return store(store -> store.setKeyEntry("own", own, NO_PASSWORD, chain.toArray(new X509Certificate[0])));
    }

    private static byte[] bytes(String contents) {
        return contents.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Puts entries into a new store. */
    private interface Entries {
        void putInto(KeyStore store) throws GeneralSecurityException;
    }

    private static KeyStore store(Entries entries) throws IOException {
        try {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            entries.putInto(store);
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException("certificates cannot be kept in memory: " + e.getMessage(), e);
        }
    }

    /** The authorities, as the JDK takes them. */
    KeyStore authorities(Contents contents) throws IOException {
        final List<X509Certificate> all = Pem.certificates(bytes(contents.ca), ca.toString());
        return store(store -> {
            for (int i = 0; i < all.size(); i++) {
                store.setCertificateEntry("authority-" + i, all.get(i));
            }
        });
    }
}
