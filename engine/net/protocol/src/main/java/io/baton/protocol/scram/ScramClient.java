package io.baton.protocol.scram;

import io.baton.protocol.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The client's side of one login. For one thread. */
public final class ScramClient {

    private static final Pattern CHALLENGE = Pattern
        .compile("r=(" + Scram.NONCE + "{1,256}),s=(" + Scram.BASE64 + "),i=([0-9]{1,9})");
    private static final Pattern SIGNATURE = Pattern.compile("v=(" + Scram.BASE64 + ")");

    private final byte @Nullable [] binding;
    private final String nonce;
    private final String header;
    private final String bare;
    private byte @Nullable [] expected;

    /**
     * Begins.
     *
     * @param user whose login it is, in any form
     * @param nonce of {@link Scram#nonce}
     * @param binding of the server's certificate, for the mechanism that is bound to it; else null
     * @param couldBind whether there is a certificate, but the server has not offered to be bound to it
     * @throws IllegalArgumentException if it cannot be a user's name
     */
    public ScramClient(String user, String nonce, byte @Nullable [] binding, boolean couldBind) {
        this.binding = binding == null ? null : binding.clone();
        this.nonce = nonce;
        this.header = (binding != null ? Scram.BINDING : couldBind ? "y" : "n") + ",,";
        this.bare =
            "n=" + PreparedText.name(user).replace("=", "=3D").replace(",", "=2C") + ",r=" + nonce;
    }

    /** {@return the name of the mechanism} */
    public String mechanism() {
        return binding == null ? Scram.PLAIN : Scram.BOUND;
    }

    /** {@return the first message} */
    public String first() {
        return header + bare;
    }

    /**
     * Answers the server's challenge.
     *
     * @param challenge the server's first message
     * @param password in any form; stays the caller's
     * @return the last message, with the proof
     * @throws MalformedFrameException if the message is no challenge of this login
     */
    public String last(String challenge, char[] password) {
        final Matcher parts = Scram.parse(CHALLENGE, challenge);
        final int iterations = Integer.parseInt(parts.group(3));
        if (!parts.group(1).startsWith(nonce) || parts.group(1).length() == nonce.length()) {
            throw new MalformedFrameException("the challenge of another login");
        }
        if (iterations < ScramKeys.ITERATIONS_LEAST || iterations > ScramKeys.ITERATIONS_MOST) {
            throw new MalformedFrameException("a challenge of " + iterations + " iterations; "
                + ScramKeys.ITERATIONS_LEAST + " to " + ScramKeys.ITERATIONS_MOST + " are allowed");
        }
        final String withoutProof = "c=" + Scram.base64(bound(header, binding)) + ",r=" + parts.group(1);
        final String signed = bare + "," + challenge + "," + withoutProof;
        final char[] prepared = PreparedText.password(password);
        final byte[] salted = Scram.saltedPassword(prepared, Scram.bytes(parts.group(2)), iterations);
        final byte[] clientKey = Scram.clientKey(salted);
        try {
            expected = Scram.hmac(Scram.serverKey(salted), signed);
            return withoutProof + ",p="
                + Scram.base64(Scram.xor(clientKey, Scram.hmac(Scram.hash(clientKey), signed)));
        } finally {
            Arrays.fill(prepared, '\0');
            Arrays.fill(salted, (byte) 0);
            Arrays.fill(clientKey, (byte) 0);
        }
    }

    /**
     * Checks what the server has sent last.
     *
     * @param signature the server's last message
     * @return whether the server knows the keys of the password
     * @throws MalformedFrameException if the message is none of SCRAM, or comes before its time
     */
    public boolean isProof(String signature) {
        final byte[] wanted = expected;
        if (wanted == null) {
            throw new MalformedFrameException("a proof before the challenge");
        }
        return MessageDigest.isEqual(wanted, Scram.bytes(Scram.parse(SIGNATURE, signature).group(1)));
    }

    /** What the client says of the binding, and the binding itself. */
    static byte[] bound(String header, byte @Nullable [] binding) {
        final byte[] said = header.getBytes(StandardCharsets.UTF_8);
        if (binding == null) {
            return said;
        }
        final byte[] both = Arrays.copyOf(said, said.length + binding.length);
        System.arraycopy(binding, 0, both, said.length, binding.length);
        return both;
    }
}
