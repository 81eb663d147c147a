package io.baton.protocol.scram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.protocol.MalformedFrameException;
import java.util.Base64;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins by SCRAM-SHA-256, and what breaks them. */
@Timeout(20)
class ScramTest {

    private static final String CLIENT_NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
    private static final byte[] CERTIFICATE = {1, 2, 3};
    private static final char[] PENCIL = "pencil".toCharArray();
    private static final ScramKeys KEYS = ScramKeys.of(PENCIL, SALT, 4_096);

    private static ScramClient client(String user, byte @Nullable [] binding, boolean couldBind) {
        return new ScramClient(user, CLIENT_NONCE, binding, couldBind);
    }

    private static ScramServer server(ScramClient client, byte @Nullable [] binding) {
        return new ScramServer(client.mechanism(), client.first(), binding, SERVER_NONCE);
    }

    /** RFC 7677, section 3. */
    @Test
    void theExampleOfTheStandard() {
        final ScramClient client = client("user", null, false);
        assertThat(client.first()).isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        final ScramServer server = server(client, null);
        final String challenge = server.challenge(KEYS);
        assertThat(challenge).isEqualTo(
            "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        final String last = client.last(challenge, PENCIL);
        assertThat(last).isEqualTo("c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        final String proved = Objects.requireNonNull(server.answer(last));
        assertThat(proved).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
        assertThat(client.isProof(proved)).isTrue();
        assertThat(client.isProof("v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")).isFalse();
        assertThat(server.user()).isEqualTo("user");
    }

    private static boolean passes(ScramClient client, ScramServer server, String password) {
        return server.answer(client.last(server.challenge(KEYS), password.toCharArray())) != null;
    }

    @Test
    void anotherPasswordIsNoProof() {
        for (final String password : new String[] {"Pencil", "pencil ", "p", "\u00e9"}) {
            final ScramClient client = client("user", null, false);
            assertThat(passes(client, server(client, null), password)).as(password).isFalse();
        }
    }

    @Test
    void aLoginIsBoundToTheCertificate() {
        final ScramClient client = client("user", CERTIFICATE, true);
        assertThat(client.mechanism()).isEqualTo("SCRAM-SHA-256-PLUS");
        assertThat(passes(client, server(client, CERTIFICATE), "pencil")).isTrue();
        final ScramClient between = client("user", CERTIFICATE, true);
        assertThat(passes(between, server(between, new byte[] {1, 2, 4}), "pencil")).isFalse();
    }

    /** Somebody in between has taken the better mechanism out of the offer. */
    @Test
    void aWeakenedOfferIsSeen() {
        final ScramClient client = client("user", null, true);
        assertThatThrownBy(() -> server(client, CERTIFICATE)).isInstanceOf(MalformedFrameException.class)
            .hasMessageContaining("weakened");
        final ScramClient fair = client("user", null, true);
        assertThat(passes(fair, server(fair, null), "pencil")).isTrue();
    }

    @Test
    void aProofOfAnotherLoginIsNone() {
        final ScramClient client = client("user", null, false);
        final String last = client.last(server(client, null).challenge(KEYS), PENCIL);
        final ScramServer other = new ScramServer("SCRAM-SHA-256", client.first(), null, "another");
        other.challenge(KEYS);
        assertThat(other.answer(last)).isNull();
    }

    @Test
    void namesMayHaveAnyCharacters() {
        final ScramClient client = client("a=b,c=2C", null, false);
        assertThat(client.first()).startsWith("n,,n=a=3Db=2Cc=3D2C,r=");
        assertThat(server(client, null).user()).isEqualTo("a=b,c=2C");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n,,", "n,,n=,r=rOprNGfwEbeRWgbNEkqO", "n,,n=a,r=short", "n,,n=a=41,r=rOprNGfwEbeRWgbN",
        "n,a=other,n=a,r=rOprNGfwEbeRWgbNEkqO", "p=tls-unique,,n=a,r=rOprNGfwEbeRWgbNEkqO",
        "p=tls-server-end-point,,n=a,r=rOprNGfwEbeRWgbNEkqO", "n,,m=x,n=a,r=rOprNGfwEbeRWgbNEkqO",
        "n,,n=a,r=rOprNGfwEbeRWgbNEkqO,x=y"})
    void firstMessagesThatAreNone(String first) {
        assertThatThrownBy(() -> new ScramServer("SCRAM-SHA-256", first, null, "n"))
            .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void mechanismsThatWereNotOfferedAreRefused() {
        for (final String mechanism : new String[] {"SCRAM-SHA-1", "SCRAM-SHA-256-PLUS", "PLAIN", ""}) {
            assertThatThrownBy(() -> new ScramServer(mechanism, "n,,n=a,r=rOprNGfwEbeRWgbNEkqO", null, "n"))
                .isInstanceOf(MalformedFrameException.class).hasMessageContaining("not offered");
        }
    }

    /** A server that wants to keep a client busy, or to learn something by another nonce. */
    @ParameterizedTest
    @ValueSource(strings = {"r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4095",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=999999999", "r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096", "r=rOprNGfwEbeRWgbNEkqOx,s=,i=4096",
        "r=rOprNGfwEbeRWgbNEkqOx,s=*,i=4096", "", "e=other-error"})
    void challengesThatAreNone(String challenge) {
        assertThatThrownBy(() -> client("user", null, false).last(challenge, PENCIL))
            .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void messagesBeforeTheirTimeAreRefused() {
        final ScramClient client = client("user", null, false);
        assertThatThrownBy(() -> client.isProof("v=AAAA")).isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> server(client, null).answer("c=biws,r=x,p=AAAA"))
            .isInstanceOf(MalformedFrameException.class);
    }

    /** Neither side is upset by what the other may send, and nothing but the right proof passes. */
    @Test
    void damagedMessagesPassNobody() {
        int refused = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final ScramClient client = client("user", null, false);
            final ScramServer server = server(client, null);
            server.challenge(KEYS);
            final StringBuilder last = new StringBuilder("c=biws,r=" + CLIENT_NONCE + SERVER_NONCE
                + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
            last.setCharAt(random.nextInt(last.length() - 2), (char) random.nextInt(32, 127));
            if (last.indexOf("p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=") >= 0
                && last.indexOf("c=biws,r=" + CLIENT_NONCE + SERVER_NONCE) >= 0) {
                continue;
            }
            try {
                assertThat(server.answer(last.toString())).as("seed " + seed + ": " + last).isNull();
                refused++;
            } catch (MalformedFrameException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_900);
    }

    @Test
    void textsHaveOneForm() {
        assertThat(PreparedText.name("\u212bnn\u00adie")).isEqualTo("\u00c5nnie");
        assertThat(PreparedText.password("I\u00adX \u2168".toCharArray())).isEqualTo("IX IX".toCharArray());
        assertThat(PreparedText.password("a\u00a0b".toCharArray())).isEqualTo("a b".toCharArray());
        for (final String wrong : new String[] {"", "a\u0007b", "a\nb", "\ud800", "\u202eabc", "\ue000", "\u00ad"}) {
            assertThatThrownBy(() -> PreparedText.name(wrong)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> PreparedText.password(wrong.toCharArray()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageNotContaining("abc");
        }
        assertThatThrownBy(() -> PreparedText.name("a b")).hasMessageContaining("no spaces");
        assertThatThrownBy(() -> PreparedText.name("x".repeat(129))).hasMessageContaining("at most 128");
        assertThatThrownBy(() -> PreparedText.password(new char[1_025])).hasMessageContaining("at most 1024");
    }

    @Test
    void nobodyHasKeysThatAreAlwaysTheSame() {
        final byte[] secret = {1, 2, 3};
        final ScramKeys nobody = ScramKeys.ofNobody(secret, "eve", 4_096);
        assertThat(nobody.salt()).isEqualTo(ScramKeys.ofNobody(secret, "eve", 4_096).salt()).hasSize(16)
            .isNotEqualTo(ScramKeys.ofNobody(secret, "eva", 4_096).salt())
            .isNotEqualTo(ScramKeys.ofNobody(new byte[] {1}, "eve", 4_096).salt());
        assertThatThrownBy(() -> new ScramKeys(SALT, 4_095, new byte[32], new byte[32]))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ScramKeys(SALT, 4_096, new byte[31], new byte[32]))
            .isInstanceOf(IllegalArgumentException.class);
    }
}
