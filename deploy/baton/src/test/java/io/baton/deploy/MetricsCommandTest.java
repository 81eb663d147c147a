package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton server --metrics} for other machines: with users and TLS. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MetricsCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private Path users() {
        final Path users = folder.resolve("users");
        for (final List<String> user : List.of(List.of("olga", "--operator"), List.of("max", "--all"))) {
            final CommandRun run = new CommandRun();
            run.piped.add("correct: horse");
            final List<String> all = new ArrayList<>(List.of("user", "add", "--users", users.toString()));
            all.addAll(user);
            assertThat(run.execute(all.toArray(String[]::new))).as(run.err()).isZero();
        }
        return users;
    }

    private static HttpResponse<String> get(HttpClient reader, String url, String credentials) throws Exception {
        return reader.send(HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Basic "
            + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8))).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void operatorsReadFromElsewhere() throws Exception {
        final TestCertificates pki = new TestCertificates(folder);
        final Path users = users();
        final Served server = new Served("--workload", "smallbank", "--set", "accounts=10", "--users",
            users.toString(), "--tls-cert", pki.certificate.toString(), "--tls-key", pki.key.toString(), "--metrics",
            "0.0.0.0:0");
        final String told = server.run.out().lines().filter(line -> line.startsWith("Metrics at ")).findFirst()
            .orElseThrow();
        assertThat(told).startsWith("Metrics at https://0.0.0.0:").endsWith("/metrics");
        final int port = URI.create(told.substring("Metrics at ".length())).getPort();
        final String url = "https://127.0.0.1:" + port + "/metrics";
        try (HttpClient reader = ConsoleCommandTest.trusting(pki.ca)) {
            final HttpResponse<String> unknown = reader.send(HttpRequest.newBuilder(URI.create(url)).build(),
                HttpResponse.BodyHandlers.ofString());
            assertThat(unknown.statusCode()).isEqualTo(401);
            assertThat(unknown.headers().firstValue("www-authenticate"))
                .contains("Basic realm=\"baton\", charset=\"UTF-8\"");
            assertThat(unknown.body()).doesNotContain("baton_");
            for (int i = 0; i < 3; i++) {
                final HttpResponse<String> metrics = get(reader, url, "olga:correct: horse");
                assertThat(metrics.statusCode()).isEqualTo(200);
                assertThat(metrics.body()).contains("baton_connections ", "baton_transactions_open 0");
            }
            assertThat(get(reader, url, "olga:wrong").statusCode()).isEqualTo(401);
            assertThat(get(reader, url, "nobody:correct: horse").statusCode()).isEqualTo(401);
            assertThat(get(reader, url, "no colon").statusCode()).isEqualTo(401);
            assertThat(get(reader, url, "max:correct: horse").statusCode()).isEqualTo(403);
            // What was right is not right for ever.
            final CommandRun revoked = new CommandRun();
            assertThat(revoked.execute("user", "revoke", "--users", users.toString(), "olga", "--operator"))
                .as(revoked.err()).isZero();
            while (get(reader, url, "olga:correct: horse").statusCode() != 403) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
        assertThat(unencrypted(port)).doesNotContain("baton_", "200 OK");
        server.end();
        assertThat(server.run.err()).contains(" INFO  metrics: the login of olga from 127.0.0.1 has failed\n",
            " INFO  metrics: the login of nobody from 127.0.0.1 has failed\n",
            " INFO  metrics: user max from 127.0.0.1 may not read them without the grant operator\n");
    }

    private static String unencrypted(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                .write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void withoutTlsOrWithoutUsersOnlyThisMachineReads() throws Exception {
        final TestCertificates pki = new TestCertificates(folder);
        final List<List<String>> halves = List.of(List.of("--users", users().toString()),
            List.of("--tls-cert", pki.certificate.toString(), "--tls-key", pki.key.toString()),
            List.of("--insecure-address"));
        for (final List<String> half : halves) {
            final List<String> all = new ArrayList<>(List.of("server", "--listen", "127.0.0.1:0", "--workload",
                "smallbank", "--set", "accounts=10", "--metrics", "0.0.0.0:0"));
            all.addAll(half);
            final CommandRun run = new CommandRun();
            assertThat(run.execute(all.toArray(String[]::new))).as(half.toString()).isEqualTo(2);
            assertThat(run.err()).contains("without encryption and users only this machine may read them")
                .hasLineCount(1);
        }
    }
}
