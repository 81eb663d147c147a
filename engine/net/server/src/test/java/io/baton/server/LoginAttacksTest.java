package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.Welcome;
import io.baton.protocol.scram.ScramClient;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins that stop, are repeated, guessed or garbled; servers that are others than they say. */
@Timeout(60)
class LoginAttacksTest {

    private static final String NONCE = "0123456789abcdefghijkl";

    @TempDir
    private Path folder = Path.of("");

    private TestUsers users;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        users = new TestUsers(folder);
        server = new TestServer(options -> options.users(users.path).handshakeTimeout(Duration.ofSeconds(2)));
    }

    @AfterEach
    void stop() throws InterruptedException {
        TestServer.await(() -> server.server.connections() == 0);
        server.close();
    }

    private ClientOptions options(String name) {
        return server.options().user(name, TestUsers.password(name));
    }

    private CallException refused(ClientOptions options, Reason reason) {
        server.log.clear();
        final CallException refused =
            catchThrowableOfType(CallRefusedException.class, () -> BatonClient.connect(options).close());
        assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(reason);
        return refused;
    }

    @Test
    void whoDoesNotExistIsChallengedLikeOthers() throws IOException {
        final List<String> challenges = new ArrayList<>();
        for (final String name : new String[] {"eve", "eve", "eva"}) {
            try (RawClient raw = new RawClient(server.server.address())) {
                begin(raw);
                challenges.add(challenge(raw, new ScramClient(name, NONCE, null, false)));
            }
        }
        final List<String> salts = challenges.stream().map(text -> text.replaceAll(".*,s=", "")).toList();
        assertThat(salts.get(0)).isEqualTo(salts.get(1)).isNotEqualTo(salts.get(2)).endsWith(",i=32768");
        assertThat(challenges.get(0)).startsWith("r=" + NONCE).isNotEqualTo(challenges.get(1));
    }

    private static RawClient begin(RawClient raw) throws IOException {
        raw.write(RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write));
        assertThat(raw.read().type()).isEqualTo(FrameType.AUTHENTICATION);
        return raw;
    }

    private static byte[] authenticate(ScramClient scram) {
        return RawClient.frame(FrameType.AUTHENTICATE, 2, 0, body -> {
            TextCodec.write(body, scram.mechanism());
            TextCodec.write(body, scram.first());
        });
    }

    private static String challenge(RawClient raw, ScramClient scram) throws IOException {
        final RawClient.Came came = raw.write(authenticate(scram)).read();
        assertThat(came.type()).isEqualTo(FrameType.CHALLENGE);
        assertThat(came.request()).isEqualTo(2);
        return TextCodec.read(came.body());
    }

    private static byte[] proof(String last) {
        return RawClient.frame(FrameType.PROOF, 3, 0, body -> TextCodec.write(body, last));
    }

    @Test
    void messagesOfAnotherLoginAreNoProof() throws IOException {
        final byte[] replayed;
        try (RawClient raw = new RawClient(server.server.address())) {
            final ScramClient scram = new ScramClient("ann", NONCE, null, false);
            replayed = proof(scram.last(challenge(begin(raw), scram), TestUsers.password("ann")));
            assertThat(raw.write(replayed).read().type()).isEqualTo(FrameType.PROVED);
            final RawClient.Came welcome = raw.read();
            assertThat(welcome.type()).isEqualTo(FrameType.WELCOME);
            assertThat(welcome.request()).isEqualTo(1);
        }
        try (RawClient raw = new RawClient(server.server.address())) {
            challenge(begin(raw), new ScramClient("ann", NONCE, null, false));
            final RawClient.Came came = raw.write(replayed).read();
            assertThat(came.type()).isEqualTo(FrameType.REFUSED);
            assertThat(TextCodec.readState(came.body())).isEqualTo("28P01");
            assertThat(raw.isClosed()).isTrue();
        }
    }

    @Test
    void nothingIsServedBeforeTheLogin() throws Exception {
        final ScramClient scram = new ScramClient("ann", NONCE, null, false);
        closedFor("a frame of type LIST before AUTHENTICATE",
            RawClient.frame(FrameType.LIST, 2, 0, body -> TextCodec.write(body, "")));
        closedFor("a frame of type CALL before AUTHENTICATE", RawClient.call(2, 1, null, 1, 1));
        closedFor("a frame of type HELLO before AUTHENTICATE",
            RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write));
        closedFor("a frame of type AUTHENTICATE before PROOF", authenticate(scram), authenticate(scram));
        closedFor("a frame of type PROOF before AUTHENTICATE", proof("c=biws,r=x,p=AAAA"));
        closedFor("a message that is not one of SCRAM", authenticate(scram), proof("x"));
        closedFor("a frame of type GOODBYE before AUTHENTICATE",
            RawClient.frame(FrameType.GOODBYE, 0, 0, body -> TextCodec.write(body, "")));
        closedFor("a mechanism that was not offered", RawClient.frame(FrameType.AUTHENTICATE, 2, 0, body -> {
            TextCodec.write(body, "PLAIN");
            TextCodec.write(body, "x");
        }));
        closedFor("a frame of 5000 bytes",
            RawClient.frame(FrameType.AUTHENTICATE, 2, 0, body -> body.writeZero(4_988)));
        try (RawClient raw = new RawClient(server.server.address())) {
            raw.write(RawClient.frame(FrameType.HELLO, 1, 0, new Hello(1, 1 << 20, "raw")::write));
            final RawClient.Came came = raw.read();
            assertThat(came.type()).isEqualTo(FrameType.REFUSED);
            assertThat(TextCodec.readState(came.body())).isEqualTo("0A000");
        }
    }

    private void closedFor(String why, byte[]... written) throws IOException {
        server.log.clear();
        try (RawClient raw = new RawClient(server.server.address())) {
            begin(raw);
            for (final byte[] bytes : written) {
                raw.write(bytes);
            }
            assertThat(raw.isClosed()).isTrue();
        }
        assertThat(server.log).hasSize(1).first().asString().contains(why);
    }

    /** Frames of logins with some bytes of others: nobody gets in by them, and nobody else is hurt. */
    @Test
    void garbageIsNoLogin() throws Exception {
        final ScramClient scram = new ScramClient("bob", NONCE, null, false);
        final List<byte[]> frames = List.of(authenticate(scram), proof("c=biws,r=" + NONCE + ",p=AAAA"),
            RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write),
            RawClient.frame(FrameType.LIST, 2, 0, body -> TextCodec.write(body, "")), RawClient.call(2, 1, null, 1, 1));
        for (int seed = 0; seed < 300; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            try (RawClient raw = new RawClient(server.server.address())) {
                raw.write(frames.get(2));
                for (int i = 0; i < 4; i++) {
                    final byte[] bytes = frames.get(random.nextInt(frames.size())).clone();
                    if (random.nextBoolean()) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    raw.write(bytes);
                }
                raw.socket.shutdownOutput();
                while (true) {
                    assertThat(raw.read().type()).as("seed " + seed).isIn(FrameType.AUTHENTICATION,
                        FrameType.CHALLENGE, FrameType.REFUSED);
                }
            } catch (EOFException | SocketException e) {
                // The server has closed the connection.
            }
        }
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        BatonClient.connect(options("ann")).close();
    }

    @Test
    void aServerThatDoesNotKnowTheKeysIsNotCalled() throws Exception {
        for (final String last : new String[] {"v=" + "A".repeat(43) + "=", "", "v=", "e=other"}) {
            try (ServerSocket fake = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                final Thread server = Thread.ofVirtual().start(() -> impersonate(fake, last));
                final CallException refused = refused(ClientOptions.of((InetSocketAddress) fake.getLocalSocketAddress())
                    .user("ann", TestUsers.password("ann")),
                    last.startsWith("v=A") ? Reason.LOGIN_REFUSED : Reason.NO_CONNECTION);
                assertThat(refused.getMessage()).containsAnyOf("another one than is meant", "has sent a message");
                server.join();
            }
        }
    }

    /** Knows no keys, and answers all the same. */
    private static void impersonate(ServerSocket fake, String last) {
        try (Socket socket = fake.accept(); OutputStream out = socket.getOutputStream()) {
            final InputStream in = socket.getInputStream();
            in.readNBytes(in.read() + 3);
            out.write(RawClient.frame(FrameType.AUTHENTICATION, 1, 0,
                body -> Welcome.writeTexts(body, List.of("SCRAM-SHA-256"))));
            final String said = new String(in.readNBytes(in.read() + 3), StandardCharsets.ISO_8859_1);
            final String challenge = said.replaceAll("(?s).*,r=", "r=") + "x,s=AAAA,i=4096";
            out.write(RawClient.frame(FrameType.CHALLENGE, 2, 0, body -> TextCodec.write(body, challenge)));
            in.readNBytes(in.read() + 3);
            out.write(RawClient.frame(FrameType.PROVED, 3, 0, body -> TextCodec.write(body, last)));
            out.write(RawClient.frame(FrameType.WELCOME, 1, 0,
                new Welcome(2, 0, 1 << 20, 256, 300_000, 7, 8, List.of())::write));
            in.readAllBytes();
        } catch (IOException e) {
            // The client has gone, as it should.
        }
    }

    @Test
    void loginsThatStopAreNotWaitedForForever() throws Exception {
        try (TestServer strict = new TestServer(
            options -> options.users(users.path).loginsMax(2).handshakeTimeout(Duration.ofMillis(300)));
            RawClient first = new RawClient(strict.server.address());
            RawClient second = new RawClient(strict.server.address())) {
            begin(first);
            begin(second);
            challenge(second, new ScramClient("ann", NONCE, null, false));
            try (RawClient third = new RawClient(strict.server.address())) {
                final RawClient.Came came = third.read();
                assertThat(came.type()).isEqualTo(FrameType.REFUSED);
                assertThat(TextCodec.readState(came.body())).isEqualTo("53300");
            }
            assertThat(first.isClosed()).isTrue();
            assertThat(second.isClosed()).isTrue();
            assertThat(strict.log).hasSize(3).anyMatch(line -> line.contains("2 logins are under way"))
                .anyMatch(line -> line.contains("it has not said HELLO and logged in within 300 ms"));
            TestServer.await(() -> strict.server.connections() == 0);
            BatonClient.connect(strict.options().user("ann", TestUsers.password("ann"))).close();
        }
    }

    /** Begins a login with a wrong password, whose answer nobody awaits. */
    private RawClient guess(String name) throws IOException {
        final RawClient raw = new RawClient(server.server.address());
        final ScramClient scram = new ScramClient(name, NONCE, null, false);
        return raw.write(proof(scram.last(challenge(begin(raw), scram), "guess".toCharArray())));
    }

    /** The fault that was reported: many users are behind the address of those who have wrong passwords. */
    @Test
    @Tag("thorough")
    void wrongPasswordsOfSomeUsersShutOutNobodyElse() throws Exception {
        final List<RawClient> waiting = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            final RawClient guessing = guess("ann" + i % 7);
            if (guessing.socket.getInputStream().available() == 0) {
                waiting.add(guessing);
            } else {
                guessing.close();
            }
        }
        long leastNanos = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            final long begin = System.nanoTime();
            BatonClient.connect(options("bob")).close();
            leastNanos = Math.min(leastNanos, System.nanoTime() - begin);
        }
        assertThat(Duration.ofNanos(leastNanos)).as("the wait is a second, for whom there is one")
            .isLessThan(Duration.ofSeconds(1));
        for (final RawClient guessing : waiting) {
            guessing.close();
        }
    }

    /** The sixth guess waits; the right password does not help meanwhile, and is right afterwards. */
    @Test
    void whoGuessesWaits() throws Exception {
        for (int i = 0; i < 5; i++) {
            refused(server.options().user("ann", "guess".toCharArray()), Reason.LOGIN_FAILED);
        }
        final long begin = System.nanoTime();
        try (RawClient raw = new RawClient(server.server.address())) {
            final ScramClient scram = new ScramClient("ann", NONCE, null, false);
            final String last = scram.last(challenge(begin(raw), scram), TestUsers.password("ann"));
            server.log.clear();
            raw.write(proof(last));
            Thread.sleep(50);
            raw.write(proof(last));
            assertThat(raw.isClosed()).isTrue();
            assertThat(server.log).hasSize(1).first().asString().contains("more before its login was answered");
        }
        BatonClient.connect(options("ann")).close();
        assertThat(System.nanoTime() - begin).isGreaterThan(Duration.ofMillis(400).toNanos());
        final long again = System.nanoTime();
        BatonClient.connect(options("ann")).close();
        assertThat(System.nanoTime() - again).isLessThan(Duration.ofSeconds(10).toNanos());
    }
}
