package io.baton.protocol.scram;

import java.util.Arrays;

/**
 * What a server keeps of a password: enough to check a proof and to prove itself, too little to log in as the user.
 * Immutable.
 */
public final class ScramKeys {

    /** The least iterations that RFC 7677 allows. */
    public static final int ITERATIONS_LEAST = 4_096;
    /** What new passwords get: some 10 ms of a client's processor for a login, and of a thief's for a guess. */
    public static final int ITERATIONS_USUAL = 32_768;
    /** What a client takes from a server, which could keep it busy otherwise. */
    public static final int ITERATIONS_MOST = 1_000_000;
    /** Bytes of a salt. */
    public static final int SALT_BYTES = 16;

    private final byte[] salt;
    private final int iterations;
    private final byte[] storedKey;
    private final byte[] serverKey;

    /**
     * Takes keys that were kept.
     *
     * @param salt 1 byte or more
     * @param iterations from {@link #ITERATIONS_LEAST} to {@link #ITERATIONS_MOST}
     * @param storedKey 32 bytes
     * @param serverKey 32 bytes
     * @throws IllegalArgumentException if they cannot be keys
     */
    public ScramKeys(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
        if (salt.length == 0 || storedKey.length != Scram.KEY_BYTES || serverKey.length != Scram.KEY_BYTES
            || iterations < ITERATIONS_LEAST || iterations > ITERATIONS_MOST) {
            throw new IllegalArgumentException("keys of " + salt.length + ", " + storedKey.length + " and "
                + serverKey.length + " bytes with " + iterations + " iterations are none of SCRAM-SHA-256");
        }
        this.salt = salt.clone();
        this.iterations = iterations;
        this.storedKey = storedKey.clone();
        this.serverKey = serverKey.clone();
    }

    /**
     * Makes the keys of a password.
     *
     * @param password in any form; stays the caller's
     * @param salt drawn for it
     * @param iterations from {@link #ITERATIONS_LEAST} to {@link #ITERATIONS_MOST}
     * @return the keys
     * @throws IllegalArgumentException if it cannot be a password
     */
    public static ScramKeys of(char[] password, byte[] salt, int iterations) {
        final char[] prepared = PreparedText.password(password);
        final byte[] salted = Scram.saltedPassword(prepared, salt, iterations);
        try {
            return new ScramKeys(salt, iterations, Scram.hash(Scram.clientKey(salted)), Scram.serverKey(salted));
        } finally {
            Arrays.fill(prepared, '\0');
            Arrays.fill(salted, (byte) 0);
        }
    }

    /**
     * Makes the keys of somebody who does not exist, always the same for one name: nobody has their password, and who
     * asks cannot tell them from others.
     *
     * @param secret known to the server alone
     * @param name who does not exist
     * @param iterations what others have
     * @return the keys
     */
    public static ScramKeys ofNobody(byte[] secret, String name, int iterations) {
        return new ScramKeys(Arrays.copyOf(Scram.hmac(secret, "salt " + name), SALT_BYTES), iterations,
            Scram.hmac(secret, "stored " + name), Scram.hmac(secret, "server " + name));
    }

    /** {@return what the password was salted with} */
    public byte[] salt() {
        return salt.clone();
    }

    /** {@return how often it was hashed} */
    public int iterations() {
        return iterations;
    }

    /** {@return what a proof is checked with} */
    public byte[] storedKey() {
        return storedKey.clone();
    }

    /** {@return what the server proves itself with} */
    public byte[] serverKey() {
        return serverKey.clone();
    }
}
