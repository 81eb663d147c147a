package io.baton.protocol.scram;

import io.baton.protocol.MalformedFrameException;
import java.security.MessageDigest;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The server's side of one login. For one thread. */
public final class ScramServer {

    private static final Pattern FIRST = Pattern
        .compile("((p=tls-server-end-point|[yn]),,)(n=([^,]{1,1000}),r=(" + Scram.NONCE + "{16,128}))");
    private static final Pattern LAST = Pattern.compile(
        "(c=(" + Scram.BASE64 + "),r=(" + Scram.NONCE + "{1,256})),p=(" + Scram.BASE64 + ")");
    private static final Pattern ESCAPE = Pattern.compile("=(?!2C|3D)");

    private final byte @Nullable [] binding;
    private final String user;
    private final String header;
    private final String bare;
    private final String nonce;
    private @Nullable ScramKeys keys;
    private String challenge = "";

    /**
     * Takes a client's first message.
     *
     * @param mechanism what the client has chosen
     * @param first its first message
     * @param binding of the server's certificate, or null if there is none
     * @param nonce of {@link Scram#nonce}
     * @throws MalformedFrameException if the message is none of this mechanism, or if the client believes that the
     *     server cannot be bound to its certificate: somebody in between has made it believe so
     */
    public ScramServer(String mechanism, String first, byte @Nullable [] binding, String nonce) {
        if (!mechanisms(binding != null).contains(mechanism)) {
            throw new MalformedFrameException("a mechanism that was not offered");
        }
        final Matcher parts = Scram.parse(FIRST, first);
        if (parts.group(2).startsWith("p") != mechanism.equals(Scram.BOUND)) {
            throw new MalformedFrameException("a message of another mechanism than " + mechanism);
        }
        if (parts.group(2).equals("y") && binding != null) {
            throw new MalformedFrameException("a login that somebody in between has weakened");
        }
        if (ESCAPE.matcher(parts.group(4)).find()) {
            throw new MalformedFrameException("a user's name with a wrong escape");
        }
        this.binding = mechanism.equals(Scram.BOUND) ? binding : null;
        this.header = parts.group(1);
        this.bare = parts.group(3);
        this.user = parts.group(4).replace("=2C", ",").replace("=3D", "=");
        this.nonce = parts.group(5) + nonce;
    }

    /**
     * Lists what a server offers.
     *
     * @param bindable whether it has a certificate
     * @return names of mechanisms, the best first
     */
    public static List<String> mechanisms(boolean bindable) {
        return bindable ? List.of(Scram.BOUND, Scram.PLAIN) : List.of(Scram.PLAIN);
    }

    /** {@return whom the client claims to be, as it has said it} */
    public String user() {
        return user;
    }

    /**
     * Challenges the client.
     *
     * @param keysOfUser of the user, or of nobody
     * @return the server's first message
     */
    public String challenge(ScramKeys keysOfUser) {
        keys = keysOfUser;
        challenge =
            "r=" + nonce + ",s=" + Scram.base64(keysOfUser.salt()) + ",i=" + keysOfUser.iterations();
        return challenge;
    }

    /**
     * Checks the client's proof.
     *
     * @param last the client's last message
     * @return the server's last message, or null if the proof is wrong
     * @throws MalformedFrameException if the message is none of SCRAM
     */
    public @Nullable String answer(String last) {
        final ScramKeys known = keys;
        if (known == null) {
            throw new MalformedFrameException("a proof before the challenge");
        }
        final Matcher parts = Scram.parse(LAST, last);
        final byte[] proof = Scram.bytes(parts.group(4));
        final String signed = bare + "," + challenge + "," + parts.group(1);
        final byte[] signature = Scram.hmac(known.storedKey(), signed);
        if (proof.length != signature.length) {
            throw new MalformedFrameException("a proof of " + proof.length + " bytes");
        }
        final byte[] clientKey = Scram.xor(proof, signature);
        // All are looked at, so that nobody can tell by the time which was wrong.
        final boolean keyIsRight = MessageDigest.isEqual(Scram.hash(clientKey), known.storedKey());
        final boolean nonceIsRight = parts.group(3).equals(nonce);
        final boolean bindingIsRight =
            MessageDigest.isEqual(ScramClient.bound(header, binding), Scram.bytes(parts.group(2)));
        final boolean right = keyIsRight && nonceIsRight && bindingIsRight;
        return right ? "v=" + Scram.base64(Scram.hmac(known.serverKey(), signed)) : null;
    }
}
