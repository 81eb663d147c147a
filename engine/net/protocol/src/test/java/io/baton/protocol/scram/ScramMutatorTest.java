package io.baton.protocol.scram;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.protocol.MalformedFrameException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged texts of a login are refused as such, or prove nothing: no other exception, and nobody comes in. */
class ScramMutatorTest {

    private static final char[] PASSWORD = "pencil".toCharArray();
    private static final byte[] SALT = {1, 2, 3, 4};
    private static final ScramKeys KEYS = ScramKeys.of(PASSWORD, SALT, ScramKeys.ITERATIONS_LEAST);
    private static final byte[] CERTIFICATE = {5, 6, 7};
    private static final String CLIENT_NONCE = "0123456789abcdefghij";
    private static final String SERVER_NONCE = "klmnopqrstuvwxyz";
    private static final List<String> PARTS = List.of(",", "=", "n,,", "y,,", "p=tls-server-end-point,,", "n=", "r=",
        "c=", "p=", "s=", "i=", "v=", "a=", "m=", "AAAA", "biws", "=2C", "=3D", "=", "+", "/", "\u0000", "\u00e9",
        "\ud800");
    private static final Pattern ITERATIONS = Pattern.compile("i=([0-9]+)$");

    private long malformed;
    private long refused;
    private long proved;

    private static String damaged(String text, SplittableRandom random) {
        final StringBuilder bad = new StringBuilder(text);
        for (int damage = random.nextInt(3); damage > 0; damage--) {
            final int at = random.nextInt(bad.length() + 1);
            switch (random.nextInt(5)) {
                case 0 -> bad.insert(at, PARTS.get(random.nextInt(PARTS.size())));
                case 1 -> bad.delete(at, Math.min(bad.length(), at + 1 + random.nextInt(3)));
                case 2 -> bad.setLength(at);
                case 3 -> bad.insert(at, bad.substring(0, at));
                default -> bad.insert(at, (char) random.nextInt(128));
            }
        }
        return bad.toString();
    }

    /** A client that knows the password logs in; what it says is damaged on the way. */
    private void server(SplittableRandom random, String proof, byte[] certificate) {
        final ScramClient client = new ScramClient("ann", CLIENT_NONCE, certificate, false);
        final String first = damaged(client.first(), random);
        try {
            final ScramServer server = new ScramServer(client.mechanism(), first, certificate, SERVER_NONCE);
            server.challenge(KEYS);
            final String last = damaged(proof, random);
            if (server.answer(last) == null) {
                refused++;
            } else {
                proved++;
                assertThat(first).isEqualTo(client.first());
                // Bits that base64 does not use may differ.
                assertThat(Scram.bytes(last.substring(last.lastIndexOf("p=") + 2)))
                    .isEqualTo(Scram.bytes(proof.substring(proof.lastIndexOf("p=") + 2)));
            }
        } catch (MalformedFrameException e) {
            assertThat(e.getMessage()).isNotBlank();
            malformed++;
        }
    }

    private void servers(int seeds, int inputsOfSeed) {
        final ScramClient client = new ScramClient("ann", CLIENT_NONCE, CERTIFICATE, false);
        final ScramServer server = new ScramServer(client.mechanism(), client.first(), CERTIFICATE, SERVER_NONCE);
        final String proof = client.last(server.challenge(KEYS), PASSWORD);
        for (int seed = 0; seed < seeds; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            try {
                for (int input = 0; input < inputsOfSeed; input++) {
                    server(random, proof, CERTIFICATE);
                }
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        final long all = (long) seeds * inputsOfSeed;
        assertThat(malformed).isGreaterThan(all / 4);
        assertThat(refused).isGreaterThan(all / 100);
        assertThat(proved).isGreaterThan(all / 100);
    }

    /** A server challenges a client; no damaged signature is one. */
    private void clients(int inputs) {
        for (int seed = 0; seed < inputs; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final ScramClient client = new ScramClient("ann", CLIENT_NONCE, null, false);
            final ScramServer server = new ScramServer(client.mechanism(), client.first(), null, SERVER_NONCE);
            final String right = server.challenge(KEYS);
            final String challenge = damaged(right, random);
            final Matcher iterations = ITERATIONS.matcher(challenge);
            if (iterations.find() && iterations.group(1).length() > 4 && iterations.group(1).length() < 7) {
                // It would be taken, as up to a million are, and take a second.
                continue;
            }
            try {
                final String signature = server.answer(client.last(challenge, PASSWORD));
                if (signature == null) {
                    assertThat(challenge).isNotEqualTo(right);
                    refused++;
                } else {
                    final String bad = damaged(signature, random);
                    assertThat(!client.isProof(bad) || Scram.base64(Scram.bytes(bad.substring(2)))
                        .equals(signature.substring(2))).isTrue();
                    proved++;
                }
            } catch (MalformedFrameException e) {
                assertThat(e.getMessage()).isNotBlank();
                malformed++;
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + ": " + challenge, e);
            }
        }
        assertThat(malformed).isGreaterThan(inputs / 4);
        assertThat(proved).isGreaterThan(inputs / 10);
    }

    @Test
    @Timeout(30)
    void damagedTextsLetNobodyIn() {
        servers(50, 500);
    }

    @Test
    @Timeout(30)
    void damagedChallengesProveNothing() {
        clients(150);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void manyDamagedTextsLetNobodyIn() {
        servers(10_000, 1_000);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void manyDamagedChallengesProveNothing() {
        clients(40_000);
    }
}
