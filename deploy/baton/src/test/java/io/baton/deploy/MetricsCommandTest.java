package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Certificates;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code baton server --metrics} for other machines: with users and TLS. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MetricsCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private Path users() {
        final Path users = folder.resolve("users");
        add(users, "olga", "--operator");
        add(users, "max", "--all");
        return users;
    }

    private static void add(Path users, String name, String grant) {
        final CommandRun run = new CommandRun();
        run.piped.add("correct: horse");
        assertThat(run.execute("user", "add", "--users", users.toString(), name, grant)).as(run.err()).isZero();
    }

    private static HttpRequest request(String url, String credentials) {
        return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Basic "
            + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8))).build();
    }

    private static HttpResponse<String> get(HttpClient reader, String url, String credentials) throws Exception {
        return reader.send(request(url, credentials), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void operatorsReadFromElsewhere() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        final Path users = users();
        final Served server = new Served("--workload", "smallbank", "--set", "accounts=10", "--users",
            users.toString(), "--tls-cert", own.certificate().toString(), "--tls-key", own.key().toString(),
            "--metrics", "0.0.0.0:0");
        final int port = port(server);
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
            " INFO  metrics: the login of max from 127.0.0.1 is refused: the user has no grant operator\n",
            " INFO  metrics: the login of olga from 127.0.0.1 is refused: the user has no grant operator\n");
        assertThat(server.events().filter(line -> line.endsWith(
            "metrics: a request from 127.0.0.1 is refused: it has no name and password"))).hasSize(2);
    }

    /** Some guess the password of one user; all others read, whether they have read before or not. */
    @Test
    @Tag("thorough")
    void whoGuessesKeepsNobodyElseFromReading() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        final Path users = users();
        add(users, "otto", "--operator");
        add(users, "new", "--operator");
        final Served server = new Served("--workload", "smallbank", "--set", "accounts=10", "--users",
            users.toString(), "--tls-cert", own.certificate().toString(), "--tls-key", own.key().toString(),
            "--metrics", "0.0.0.0:0");
        final int port = port(server);
        final String url = "https://127.0.0.1:" + port + "/metrics";
        try (HttpClient reader = ConsoleCommandTest.trusting(pki.ca)) {
            assertThat(get(reader, url, "olga:correct: horse").statusCode()).isEqualTo(200);
            assertThat(get(reader, url, "otto:correct: horse").statusCode()).isEqualTo(200);
            for (int i = 0; i < 8; i++) {
                assertThat(get(reader, url, "max:wrong").statusCode()).isEqualTo(401);
            }
            // All places that this user has are taken nearly all the time, as each guess waits for two seconds.
            final AtomicBoolean done = new AtomicBoolean();
            final List<Thread> guessers =
                Stream.generate(() -> Thread.ofVirtual().start(() -> guess(reader, url, done)))
                    .limit(4).toList();
            while (get(reader, url, "max:x").statusCode() != 429) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertThat(get(reader, url, "nobody:x").statusCode()).isEqualTo(401);
            assertThat(get(reader, url, "new:correct: horse").statusCode()).isEqualTo(200);
            for (int i = 0; i < 10; i++) {
                assertThat(get(reader, url, "olga:correct: horse").statusCode()).isEqualTo(200);
                assertThat(get(reader, url, "otto:correct: horse").statusCode()).isEqualTo(200);
            }
            done.set(true);
            for (final Thread guesser : guessers) {
                guesser.join();
            }
            final List<Socket> idle = new ArrayList<>();
            while (idle.size() < 32) {
                idle.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            try (Socket further = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(further.getInputStream().read()).isNegative();
            }
            for (final Socket socket : idle) {
                socket.close();
            }
        }
        server.end();
        assertThat(server.run.err()).contains(
            " INFO  metrics: a login from 127.0.0.1 is refused: too many are under way or have failed\n",
            " INFO  metrics: a connection from 127.0.0.1 is refused: too many are open\n");
    }

    private static void guess(HttpClient reader, String url, AtomicBoolean done) {
        while (!done.get()) {
            try {
                assertThat(get(reader, url, "max:wrong").statusCode()).isIn(401, 429);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private static int port(Served server) {
        final String told = server.run.out().lines().filter(line -> line.startsWith("Metrics at ")).findFirst()
            .orElseThrow();
        assertThat(told).startsWith("Metrics at https://0.0.0.0:").endsWith("/metrics");
        return URI.create(told.substring("Metrics at ".length())).getPort();
    }

    private static String unencrypted(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                .write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1ms,1ms | a bucket that ends at PT0.001S after one that ends at PT0.001S: give ends above 0",
        "1s,1ms | give ends above 0, the shortest first", "0ms | give a number with a unit",
        "x | give a number with a unit", "1 | give a number with a unit", "-1ms | give a number with a unit",
        "0.0001us | give a number with a unit", "99999999h | give a number with a unit"})
    void bucketsThatAreNoneAreRefused(String buckets, String why) {
        final CommandRun run = new CommandRun();
        assertThat(run.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--metrics",
            "127.0.0.1:0", "--metrics-buckets", buckets)).isEqualTo(2);
        assertThat(run.err()).contains("--metrics-buckets " + buckets.strip().split(",", -1)[0]).contains(why)
            .hasLineCount(1);
    }

    @Test
    void bucketsAreForMetrics() {
        final CommandRun run = new CommandRun();
        assertThat(run.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--metrics-buckets",
            "1ms")).isEqualTo(2);
        assertThat(run.err()).contains("--metrics-buckets is for --metrics; add it, or leave both out");
    }

    @Test
    void withoutTlsOrWithoutUsersOnlyThisMachineReads() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        final List<List<String>> halves = List.of(List.of("--users", users().toString()),
            List.of("--tls-cert", own.certificate().toString(), "--tls-key", own.key().toString()),
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
