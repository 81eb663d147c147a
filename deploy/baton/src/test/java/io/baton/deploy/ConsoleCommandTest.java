package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Certificates;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton server --console} with users and TLS. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ConsoleCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private Path users() throws Exception {
        final Path users = folder.resolve("users");
        final CommandRun run = new CommandRun();
        run.piped.add("correct horse");
        assertThat(run.execute("user", "add", "--users", users.toString(), "olga", "Balance", "--operator"))
            .as(run.err()).isZero();
        return users;
    }

    static HttpClient trusting(Path ca) throws Exception {
        final KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(ca)) {
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    @Tag("thorough")
    void otherMachinesMayReachAConsoleWithUsersAndTls() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        final CommandRun run = new CommandRun();
        final List<String> arguments = new ArrayList<>(List.of("server", "--listen", "127.0.0.1:0", "--workload",
            "smallbank", "--set", "accounts=10", "--users", users().toString(), "--tls-cert",
            own.certificate().toString(), "--tls-key", own.key().toString(), "--console", "0.0.0.0:0", "--console-host",
            "db.example.org"));
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute(arguments.toArray(String[]::new)), task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final String told = run.out().lines().filter(line -> line.startsWith("Console at https://")).findFirst()
            .orElseThrow(() -> new AssertionError(run.out() + run.err()));
        final int port = URI.create(told.substring("Console at ".length())).getPort();
        assertThat(told).isEqualTo("Console at https://db.example.org:" + port + "/");
        final String url = "https://127.0.0.1:" + port;
        try (HttpClient browser = trusting(pki.ca)) {
            assertThat(get(browser, url + "/", "").statusCode()).isEqualTo(200);
            assertThat(get(browser, url + "/api/status", "").statusCode()).isEqualTo(401);
            final HttpResponse<String> login = browser.send(HttpRequest.newBuilder(URI.create(url + "/api/login"))
                .headers("Content-Type", "application/json", "Baton-Console", "login", "Origin", url)
                .POST(HttpRequest.BodyPublishers.ofString("{\"user\": \"olga\", \"password\": \"correct horse\"}"))
                .build(), HttpResponse.BodyHandlers.ofString());
            final String cookie = login.headers().firstValue("set-cookie").orElseThrow();
            assertThat(cookie).matches("__Host-baton-console-" + port
                + "=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict; Secure");
            assertThat(get(browser, url + "/api/procedures", cookie.split(";", 2)[0]).body())
                .contains("\"name\":\"Balance\",\"callable\":true");
        }
        assertThat(plain(port)).startsWith("HTTP/1.1 400 ").contains("open it with https://");
        run.interruption.request();
        assertThat(status.join()).isZero();
        assertThat(run.err()).contains(" INFO  console: olga from 127.0.0.1 has logged in\n");
    }

    private static HttpResponse<String> get(HttpClient browser, String url, String cookie) throws Exception {
        return browser.send(HttpRequest.newBuilder(URI.create(url)).header("Cookie", cookie).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    private static String plain(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    @Tag("thorough")
    void withoutTlsOrWithoutUsersOnlyThisMachineReachesIt() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        final List<List<String>> halves = List.of(List.of("--users", users().toString()),
            List.of("--tls-cert", own.certificate().toString(), "--tls-key", own.key().toString()),
            List.of("--insecure-address"));
        for (final List<String> half : halves) {
            final List<String> all = new ArrayList<>(List.of("server", "--listen", "127.0.0.1:0", "--workload",
                "smallbank", "--set", "accounts=10", "--console", "0.0.0.0:0"));
            all.addAll(half);
            final CommandRun run = new CommandRun();
            assertThat(run.execute(all.toArray(String[]::new))).as(half.toString()).isEqualTo(2);
            assertThat(run.err()).contains("without encryption and users only this machine may reach the console")
                .hasLineCount(1);
        }
        final CommandRun lonely = new CommandRun();
        assertThat(lonely.execute("server", "--workload", "smallbank", "--console-host", "x")).isEqualTo(2);
        assertThat(lonely.err()).contains("--console-host is for --console").hasLineCount(1);
    }
}
