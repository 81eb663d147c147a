package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.ClientTls;
import io.baton.protocol.Reason;
import io.baton.server.tls.TlsFiles;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, and why there are none. */
@Timeout(60)
class TlsTest {

    @TempDir
    private Path folder = Path.of("");

    private TestPki pki;

    @BeforeEach
    void makeAuthority() throws Exception {
        pki = new TestPki(folder.resolve("pki"));
    }

    private TestServer server(TlsFiles files) {
        return new TestServer(options -> options.tls(files));
    }

    private static long add(TestServer server, ClientTls tls) {
        try (BatonClient client = BatonClient.connect(server.options().tls(tls))) {
            return client.procedure("Add", Long.class).call(1, 1);
        }
    }

    /** The client is told why, and so is the server's log, in one line. */
    private static void refused(TestServer server, UnaryOperator<ClientOptions> options, String told, String logged)
            throws InterruptedException {
        server.log.clear();
        final CallRefusedException refused = catchThrowableOfType(CallRefusedException.class,
            () -> BatonClient.connect(options.apply(server.options())).close());
        refused(refused, Reason.NOT_ENCRYPTED, told);
        assertLogged(server, logged);
    }

    private static void refused(CallRefusedException refused, Reason reason, String told) {
        assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(reason);
        assertThat(refused.sqlState()).isEqualTo("08001");
        assertThat(refused.retryable()).isEqualTo(reason.retryable());
        assertThat(refused.getMessage()).contains(told).hasLineCount(1);
    }

    private static void assertLogged(TestServer server, String logged) throws InterruptedException {
        TestServer.await(() -> server.server.connections() == 0);
        if (logged.isEmpty()) {
            assertThat(server.log).isEmpty();
        } else {
            assertThat(server.log).hasSize(1).first().asString().startsWith("connection of /127.0.0.1:")
                .contains(logged);
        }
    }

    @Test
    void callsAreMadeOverTls() throws Exception {
        try (TestServer server = server(pki.make("server"));
            BatonClient client = BatonClient.connect(server.options().tls(pki.trusting()))) {
            final List<? extends CompletableFuture<Long>> calls = IntStream.range(0, 1_000)
                .mapToObj(i -> client.procedure("Add", Long.class).callAsync(i % Bank.ACCOUNTS, 1)).toList();
            calls.forEach(CompletableFuture::join);
            assertThat(client.procedure("Wide", String.class).call(500_000)).hasSize(500_000);
            assertThat(client.listProcedure("Accounts", Bank.Account.class).call(5_000)).hasSize(5_000);
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 1_000);
            assertThat(server.log).isEmpty();
        }
    }

    @Test
    @Tag("thorough")
    void keysOfAllUsualKindsAreRead() throws Exception {
        for (final TlsFiles files : List.of(pki.make("rsa", builder -> builder.rsa2048()),
            pki.make("ed", builder -> builder
                .algorithm(io.netty.pkitesting.CertificateBuilder.Algorithm.ed25519)))) {
            try (TestServer server = server(files)) {
                assertThat(add(server, pki.trusting())).isEqualTo(Bank.CENTS + 1);
            }
        }
    }

    @Test
    void aServerThatIsNotTrustedIsNotCalled() throws Exception {
        try (TestServer server = server(pki.make("server"))) {
            final TestPki others = new TestPki(folder.resolve("others"));
            refused(server, options -> options.tls(others.trusting()), "signed by nobody who is trusted",
                "it does not accept the server's certificate");
            refused(server, options -> options.tls(ClientTls.trustingJava()), "signed by nobody who is trusted",
                "it does not accept the server's certificate");
            assertThat(add(server, ClientTls.trusting(pki.ca))).isPositive();
        }
    }

    @Test
    void aCertificateOfYesterdayIsRefused() throws Exception {
        try (TestServer server = server(pki.makeExpired("old"))) {
            assertThat(server.log).hasSize(1).first().asString().contains("clients will refuse", "has expired on");
            refused(server, options -> options.tls(pki.trusting()), "the server's certificate has expired",
                "certificate_expired");
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        try (TestServer server = server(pki.makeForeign("other"))) {
            refused(server, options -> options.tls(pki.trusting()), "for another host than 127.0.0.1",
                "it does not accept the server's certificate");
            assertThat(add(server, pki.trusting().host("db.example.org"))).isPositive();
            assertThat(add(server, pki.trusting().anyHost())).isPositive();
        }
    }

    @Test
    void aClientWithoutTlsIsToldInItsWords() throws Exception {
        try (TestServer server = server(pki.make("server"))) {
            refused(server, options -> options, "(08001): the server speaks TLS only",
                "it has sent something else than TLS");
        }
    }

    @Test
    void aServerWithoutTlsIsNotCalledByAClientThatWantsIt() throws Exception {
        try (TestServer server = new TestServer()) {
            refused(catchThrowableOfType(CallRefusedException.class,
                () -> BatonClient.connect(server.options().tls(pki.trusting())).close()), Reason.NO_CONNECTION,
                "it may not speak TLS");
            assertLogged(server, "it has sent the begin of TLS, which is not spoken here");
        }
    }

    /** One closes the connection, the other one says nothing: no connection, so the next server is tried. */
    @Test
    void aHandshakeThatDoesNotEndIsNoConnection() throws Exception {
        try (TestServer plain = new TestServer(); TestServer server = server(pki.make("server"));
            ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            try (BatonClient client = BatonClient.connect(
                ClientOptions.of(plain.server.address(), server.server.address()).tls(pki.trusting()))) {
                assertThat(client.procedure("Add", Long.class).call(1, 1)).isEqualTo(Bank.CENTS + 1);
            }
            final InetSocketAddress address = (InetSocketAddress) silent.getLocalSocketAddress();
            refused(catchThrowableOfType(CallRefusedException.class, () -> BatonClient.connect(
                ClientOptions.of(address).tls(pki.trusting()).connectTimeout(Duration.ofMillis(100))).close()),
                Reason.NO_CONNECTION, "");
        }
    }

    @Test
    @Tag("thorough")
    void clientsMayHaveToShowACertificate() throws Exception {
        final TlsFiles ofClient = pki.make("client");
        final TestPki others = new TestPki(folder.resolve("others"));
        final TlsFiles ofOther = others.make("client");
        final TlsFiles expired = pki.makeExpired("old-client");
        try (TestServer server = server(pki.make("server").requireClients(pki.ca))) {
            assertThat(add(server, pki.trusting().certificate(ofClient.certificate(), ofClient.key()))).isPositive();
            refused(server, options -> options.tls(pki.trusting()), "requires a certificate of the client",
                "it has shown no certificate");
            refused(server,
                options -> options.tls(pki.trusting().certificate(ofOther.certificate(), ofOther.key())),
                "", "no certificate");
            refused(server,
                options -> options.tls(pki.trusting().certificate(expired.certificate(), expired.key())),
                "does not accept the client's certificate", "its certificate has expired");
        }
        try (TestServer server = server(pki.make("server").checkClients(pki.ca))) {
            assertThat(add(server, pki.trusting())).isPositive();
            assertThat(add(server, pki.trusting().certificate(ofClient.certificate(), ofClient.key()))).isPositive();
            refused(server,
                options -> options.tls(pki.trusting().certificate(expired.certificate(), expired.key())),
                "does not accept the client's certificate", "its certificate has expired");
        }
    }

    @Test
    void renewedFilesAreForNewConnections() throws Exception {
        final TlsFiles files = pki.makeExpired("server");
        try (TestServer server = server(files)) {
            refused(server, options -> options.tls(pki.trusting()), "has expired", "certificate_expired");
            final TlsFiles next = pki.make("next");
            Files.copy(next.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
            server.log.clear();
            server.server.refresh();
            // The key is still that of before: the old pair stays.
            assertThat(server.log).hasSize(1).first().asString()
                .contains("goes on with the certificates that it has", "is not the key of the certificate of");
            server.server.refresh();
            assertThat(server.log).hasSize(1);
            Files.copy(next.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
            server.server.refresh();
            assertThat(add(server, pki.trusting())).isPositive();
        }
    }

    @Test
    void filesThatDoNotFitAreToldInOneSentence() throws Exception {
        final TlsFiles good = pki.make("server");
        final TlsFiles other = pki.make("other");
        final Path none = folder.resolve("none.pem");
        final Path text = Files.writeString(folder.resolve("text.pem"), "no certificate");
        final Path rsa = Files.writeString(folder.resolve("rsa.pem"),
            "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        final Path damaged = Files.writeString(folder.resolve("damaged.pem"),
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        unusable(TlsFiles.of(none, good.key()), "there is no file " + none);
        unusable(TlsFiles.of(text, good.key()), text + " holds no certificate");
        unusable(TlsFiles.of(good.certificate(), text), text + " holds no private key");
        unusable(TlsFiles.of(good.certificate(), rsa), "openssl pkcs8 -topk8 -nocrypt");
        unusable(TlsFiles.of(good.certificate(), damaged), "damaged");
        unusable(TlsFiles.of(good.certificate(), other.key()), "is not the key of the certificate of CN=server");
        unusable(good.requireClients(text), text + " holds no certificate");
        try (TestServer server = server(good)) {
            final CallRefusedException refused = catchThrowableOfType(CallRefusedException.class,
                () -> add(server, ClientTls.trusting(none)));
            assertThat(refused.reason()).isEqualTo(Reason.NOT_ENCRYPTED);
            assertThat(refused.getMessage()).contains("there is no file " + none);
        }
    }

    private void unusable(TlsFiles files, String why) {
        assertThatThrownBy(() -> server(files).close()).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(why);
    }

    @Test
    void handshakesThatStopAreNotWaitedForForever() throws Exception {
        final TlsFiles files = pki.make("server");
        try (TestServer server =
            new TestServer(options -> options.tls(files).handshakeTimeout(Duration.ofMillis(200)));
            Socket silent = new Socket()) {
            silent.connect(server.server.address());
            silent.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0});
            assertThat(silent.getInputStream().readAllBytes().length).isLessThan(100);
            TestServer.await(() -> server.server.connections() == 0);
            assertThat(server.log).hasSize(1);
        }
    }

    @Test
    void clientsThatGoAreNoEvent() throws Exception {
        try (TestServer server = server(pki.make("server"))) {
            for (final int bytes : new int[] {0, 3, 7}) {
                try (Socket gone = new Socket()) {
                    gone.connect(server.server.address());
                    gone.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0}, 0, bytes);
                }
            }
            assertThat(add(server, pki.trusting())).isPositive();
            TestServer.await(() -> server.server.connections() == 0);
            assertThat(server.log).isEmpty();
        }
    }

    @Test
    void onlyThisMachineReachesAServerWithoutTlsAndUsers() throws Exception {
        final TlsFiles files = pki.make("server");
        final InetSocketAddress all = new InetSocketAddress("0.0.0.0", 0);
        try (TestServer server = new TestServer()) {
            for (final ServerOptions options : List.of(new ServerOptions(all), new ServerOptions(all).tls(files),
                new ServerOptions(InetSocketAddress.createUnresolved("no.such.host", 0)))) {
                assertThatThrownBy(() -> BatonServer.start(server.engine, options))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cannot listen to");
            }
            BatonServer.start(server.engine, new ServerOptions(all).allowInsecureAddress().log(server.log::add))
                .close();
            assertThat(server.log).hasSize(1).first().asString()
                .contains("INSECURE", "without encryption and users", "can call every procedure");
        }
    }
}
