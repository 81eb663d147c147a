package io.baton.protocol.scram;

import io.baton.protocol.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.InvalidKeySpecException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The functions of RFC 5802, section 2.2 and 3, with SHA-256, and what the names of mechanisms are. */
public final class Scram {

    /** The mechanism for connections without TLS. */
    public static final String PLAIN = "SCRAM-SHA-256";
    /** The mechanism that is bound to the server's certificate. */
    public static final String BOUND = "SCRAM-SHA-256-PLUS";

    /** Bytes of a key and of a proof. */
    static final int KEY_BYTES = 32;
    static final String BINDING = "p=tls-server-end-point";
    /** Characters of a nonce. */
    static final String NONCE = "[\\x21-\\x2b\\x2d-\\x7e]";
    static final String BASE64 = "[A-Za-z0-9+/]{1,2000}={0,2}";

    private static final int NONCE_BYTES = 18;
    private static final String HMAC = "HmacSHA256";

    private Scram() {
    }

    /**
     * Draws a nonce.
     *
     * @param random must not be foreseen
     * @return 24 characters
     */
    public static String nonce(RandomGenerator random) {
        final byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return base64(bytes);
    }

    /** SaltedPassword := Hi(Normalize(password), salt, i). */
    static byte[] saltedPassword(char[] password, byte[] salt, int iterations) {
        final PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, KEY_BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        } catch (InvalidKeySpecException e) {
            throw new IllegalArgumentException("a password that cannot be a key", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no PBKDF2 with SHA-256", e);
        } finally {
            spec.clearPassword();
        }
    }

    static byte[] clientKey(byte[] saltedPassword) {
        return hmac(saltedPassword, "Client Key");
    }

    static byte[] serverKey(byte[] saltedPassword) {
        return hmac(saltedPassword, "Server Key");
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            final Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HMAC with SHA-256", e);
        }
    }

    static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    static byte[] xor(byte[] left, byte[] right) {
        final byte[] both = left.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] ^= right[i];
        }
        return both;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    /** Takes a message apart. */
    static Matcher parse(Pattern message, String text) {
        final Matcher matcher = message.matcher(text);
        if (!matcher.matches()) {
            throw malformed();
        }
        return matcher;
    }

    private static MalformedFrameException malformed() {
        return new MalformedFrameException("a message that is not one of SCRAM");
    }
}
