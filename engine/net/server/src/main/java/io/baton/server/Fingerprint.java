package io.baton.server;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Tells calls with one key apart: a digest of procedure and arguments. */
final class Fingerprint {

    private Fingerprint() {
    }

    /** Of a procedure, and of the bytes that are left of a CALL, which stay unread. */
    static byte[] of(String procedure, ByteBuf arguments) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(procedure.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(arguments.nioBuffer());
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
