package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.IdempotencyKey;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.Welcome;
import io.baton.server.tls.TlsFiles;
import io.baton.server.users.Grants;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins that are right and wrong, and what users may do. */
@Timeout(60)
class LoginTest {

    @TempDir
    private Path folder = Path.of("");

    private TestUsers users;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        users = new TestUsers(folder);
        server = new TestServer(options -> options.users(users.path).handshakeTimeout(Duration.ofSeconds(2)));
    }

    /** What others call something begins no line of the log, shows nothing else, and does not fill it. */
    @Test
    void aNameThatNobodyCanReadIsALineOfTheLog() throws InterruptedException {
        try (BatonClient client = BatonClient.connect(options("bob").name("\u009b31m\u202e"))) {
            assertThat(catchThrowableOfType(CallRefusedException.class,
                () -> client.procedure("x\u009b31m\u202e\n".repeat(5_000), Object.class).call()).reason())
                .isEqualTo(Reason.NOT_GRANTED);
            logged("refused to bob the procedure x\\u009b31m\\u202e\\nx");
            assertThat(server.log.element()).matches(PrintableText::isPrintable).hasSizeLessThan(1_500);
        }
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

    private void logged(String... parts) throws InterruptedException {
        TestServer.await(() -> !server.log.isEmpty());
        assertThat(server.log).hasSize(1).first().asString().startsWith("connection of /127.0.0.1:").contains(parts)
            .doesNotContain("secret");
    }

    @Test
    void whoKnowsThePasswordIsServed() {
        try (BatonClient client = BatonClient.connect(options("ann"))) {
            assertThat(client.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            server.server.breakConnections();
            final IdempotencyKey key = client.newKey();
            long after = 0;
            while (after == 0) {
                try {
                    after = client.procedure("Add", Long.class).keyed(key).call(1, 1);
                } catch (CallOutcomeUnknownException e) {
                    // It was sent over the connection that has ended; the next one logs in again.
                }
            }
            assertThat(after).isEqualTo(Bank.CENTS + 2);
        }
        assertThat(server.log).isEmpty();
    }

    @Test
    void aWrongPasswordAndAnUnknownUserAreToldTheSame() throws InterruptedException {
        final CallException wrong =
            refused(server.options().user("ann", "bob-secret".toCharArray()), Reason.LOGIN_FAILED);
        logged("refused, as the login of ann has failed: wrong password");
        final CallException unknown = refused(options("eve"), Reason.LOGIN_FAILED);
        logged("refused, as the login of eve has failed: no such user");
        assertThat(wrong.sqlState()).isEqualTo("28P01").isEqualTo(unknown.sqlState());
        assertThat(wrong).hasMessage(unknown.getMessage()).hasMessageContaining("(28P01)");
        assertThat(wrong.retryable()).isFalse();
    }

    @Test
    void aLoginThatIsWantedIsNotLeftOut() {
        assertThat(refused(server.options(), Reason.LOGIN_REFUSED)).hasMessageContaining("wants a login");
        try (TestServer open = new TestServer()) {
            assertThat(refused(open.options().user("ann", TestUsers.password("ann")), Reason.LOGIN_REFUSED))
                .hasMessageContaining("has not asked who the client is");
            assertThat(refused(open.options().user("ann", TestUsers.password("ann")), Reason.LOGIN_REFUSED)
                .sqlState()).isEqualTo("28000");
        }
    }

    @Test
    void namesAndPasswordsHaveOneForm() throws IOException {
        users.add("\u00c5nn\u00e9", "Add");
        server.server.refresh();
        try (BatonClient client = BatonClient
            .connect(server.options().user("A\u030anne\u0301", "\u00c5nne\u0301-secret".toCharArray()))) {
            assertThat(client.procedureNames()).containsExactly("Add");
        }
        assertThatThrownBy(() -> server.options().user("a\nb", new char[] {'x'}))
            .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void usersCallWhatWasGranted() throws InterruptedException {
        try (BatonClient ann = BatonClient.connect(options("ann"));
            BatonClient bob = BatonClient.connect(options("bob"))) {
            assertThat(ann.procedureNames()).contains("Add", "Transfer");
            assertThat(bob.procedureNames()).containsExactly("Add");
            assertThat(bob.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            final Map<String, String> grants = Map.of("Transfer", "it with 'baton user grant'", "Nobody",
                "it with 'baton user grant'", "baton.query", "reading all tables with 'baton user grant --tables bob'",
                "baton.statistics", "the work of operators with 'baton user grant --operator bob'");
            for (final String name : grants.keySet()) {
                server.log.clear();
                final CallException refused = catchThrowableOfType(CallRefusedException.class,
                    () -> bob.procedure(name, Long.class).call(1, 2, 3));
                assertThat(refused.reason()).isEqualTo(Reason.NOT_GRANTED);
                assertThat(refused.sqlState()).isEqualTo("42501");
                assertThat(refused).hasMessage(
                    "user bob may not call " + name + "; an operator grants " + grants.get(name));
                logged("refused to bob the procedure " + name + ", for which there is no grant");
            }
        }
    }

    /** A number that was described is no right to call. */
    @Test
    void grantsThatAreTakenCountAtOnce() throws Exception {
        try (BatonClient bob = BatonClient.connect(options("bob"))) {
            assertThat(bob.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            users.add("bob", "Transfer");
            server.server.refresh();
            refusedNow(bob);
            assertThat(bob.procedure("Transfer", Long.class).call(1, 2, 1)).isEqualTo(Bank.CENTS);
            users.add("bob", Grants.ALL);
            server.server.refresh();
            assertThat(bob.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            users.remove("bob");
            server.server.refresh();
            refusedNow(bob);
            assertThat(bob.procedureNames()).isEmpty();
        }
        refused(options("bob"), Reason.LOGIN_FAILED);
    }

    private static void refusedNow(BatonClient client) {
        assertThat(catchThrowableOfType(CallRefusedException.class,
            () -> client.procedure("Add", Long.class).call(1, 1)).reason()).isEqualTo(Reason.NOT_GRANTED);
    }

    @Test
    void aClientMakesSoManyLinesAndNoMore() throws Exception {
        try (BatonClient bob = BatonClient.connect(options("bob"))) {
            for (int i = 0; i < 150; i++) {
                final String name = "No" + i;
                assertThatThrownBy(() -> bob.procedure(name, Long.class).call())
                    .isInstanceOf(CallRefusedException.class);
            }
        }
        assertThat(server.log).hasSize(100);
    }

    @Test
    void aFileThatCannotBeReadLetsNobodyIn() throws Exception {
        final byte[] good = Files.readAllBytes(users.path);
        try (BatonClient ann = BatonClient.connect(options("ann"))) {
            ann.procedure("Add", Long.class).call(1, 1);
            Files.write(users.path, Arrays.copyOf(good, good.length - 10));
            server.server.refresh();
            server.server.refresh();
            assertThat(server.log).hasSize(1).first().asString().contains("nobody can log in",
                users.path + " is damaged");
            refusedNow(ann);
            assertThat(refused(options("ann"), Reason.LOGIN_REFUSED)).hasMessageContaining("cannot read its users");
            logged("the users cannot be read");
            Files.write(users.path, good);
            server.server.refresh();
            ann.procedure("Add", Long.class).call(1, 1);
        }
        BatonClient.connect(options("ann")).close();
        Files.delete(users.path);
        assertThatThrownBy(() -> new TestServer(options -> options.users(users.path)))
            .isInstanceOf(UncheckedIOException.class).hasMessage("there is no file " + users.path);
    }

    /** Of a session that Java remembers the server must still know its certificate. BatonClient has none remembered. */
    @Test
    @Tag("thorough")
    void aLoginIsBoundToTheCertificateWhenASessionIsResumed() throws Exception {
        final TestPki pki = new TestPki(folder.resolve("pki"));
        final TlsFiles files = pki.make("server");
        final SSLContext context = ((JdkSslContext) SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
            .trustManager(pki.ca.toFile()).build()).context();
        final List<Long> created = new ArrayList<>();
        try (TestServer both = new TestServer(options -> options.users(users.path).tls(files))) {
            for (int i = 0; i < 3; i++) {
                final InetSocketAddress address = both.server.address();
                try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(
                    address.getHostString(), address.getPort());
                    RawClient raw = new RawClient(socket)) {
                    raw.write(RawClient.frame(FrameType.HELLO, 1, 0,
                        new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write));
                    final RawClient.Came came = raw.read();
                    assertThat(came.type()).isEqualTo(FrameType.AUTHENTICATION);
                    assertThat(Welcome.readTexts(came.body())).contains("SCRAM-SHA-256-PLUS");
                    created.add(socket.getSession().getCreationTime());
                }
                Thread.sleep(5);
            }
        }
        assertThat(created).as("sessions are resumed").containsOnly(created.getFirst());
    }

    @Test
    void tlsAndALoginTogetherReachOtherMachines() throws Exception {
        final TestPki pki = new TestPki(folder.resolve("pki"));
        final TlsFiles files = pki.make("server");
        try (TestServer both = new TestServer(options -> options.users(users.path).tls(files));
            BatonClient client = BatonClient.connect(
                both.options().tls(pki.trusting()).user("ann", TestUsers.password("ann")))) {
            assertThat(client.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            // It may listen to all addresses.
            BatonServer.start(both.engine, new ServerOptions(new InetSocketAddress("0.0.0.0", 0)).users(users.path)
                .tls(files).log(both.log::add)).close();
            assertThat(both.log).isEmpty();
        }
    }
}
