package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no page of the console sends. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileRequestsTest {

    private static final String DEPOSIT = "{\"procedure\": \"Deposit\", \"arguments\": [\"1\", \"5\"]}";

    private final TestConsole console = new TestConsole();

    @AfterAll
    void close() {
        console.close();
    }

    private String request(String first, String... headers) throws IOException {
        return console.raw(first + "\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n", "");
    }

    private String host() {
        return "Host: 127.0.0.1:" + console.port();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: evil.example", "Host: evil.example:PORT", "Host: 127.0.0.1:1", "Host: 127.0.0.1",
        "X: y", "Host: 127.0.0.1:PORT\r\nHost: evil.example", "Host: localhost.evil.example:PORT"})
    void aNameThatLeadsHereByRebindingIsRefused(String header) throws IOException {
        for (final String path : List.of("/", "/api/status")) {
            assertThat(request("GET " + path + " HTTP/1.1", header.replace("PORT", "" + console.port())))
                .startsWith("HTTP/1.1 421 ").contains("another host").doesNotContain("connections");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST", "[::1]"})
    void namesOfThisMachineLeadHere(String name) throws IOException {
        assertThat(request("GET / HTTP/1.1", "Host: " + name + ":" + console.port())).startsWith("HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../pom.xml", "/..%2f..%2fpom.xml", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/web/",
        "/app.js/", "/app.js%00", "/WebConsole.class", "/./app.js", "/api", "/api/", "/api/nothing", "/index.html/..",
        "*"})
    void noPathLeadsOutOfTheListOfFiles(String path) throws IOException {
        assertThat(request("GET " + path + " HTTP/1.1", host())).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void anotherSiteCannotCall() throws IOException, InterruptedException {
        final String token = console.token();
        final Object before = console.engine.call(console.engine.procedure("Sum"));
        assertThat(status(DEPOSIT, "Content-Type", "text/plain")).isEqualTo(415);
        assertThat(status(DEPOSIT, "Content-Type", "application/x-www-form-urlencoded", "Baton-Console", token))
            .isEqualTo(415);
        assertThat(status(DEPOSIT, "Content-Type", "application/json")).isEqualTo(403);
        assertThat(status(DEPOSIT, "Content-Type", "application/json", "Baton-Console", token + "0")).isEqualTo(403);
        assertThat(status(DEPOSIT, "Content-Type", "application/json", "Baton-Console", token, "Origin",
            "http://evil.example")).isEqualTo(403);
        assertThat(status(DEPOSIT, "Content-Type", "application/json", "Baton-Console", token, "Origin", "null"))
            .isEqualTo(403);
        assertThat(status(DEPOSIT, "Content-Type", "application/json", "Baton-Console", token, "Sec-Fetch-Site",
            "same-site")).isEqualTo(403);
        assertThat(console.engine.call(console.engine.procedure("Sum"))).isEqualTo(before);
        assertThat(status(DEPOSIT, "Content-Type", "application/json; charset=utf-8", "Baton-Console", token, "Origin",
            "http://127.0.0.1:" + console.port(), "Sec-Fetch-Site", "same-origin")).isEqualTo(200);
    }

    private int status(String body, String... headers) throws IOException, InterruptedException {
        return console.post("/api/call", body, headers).statusCode();
    }

    @Test
    void anotherSiteCannotRead() throws IOException, InterruptedException {
        final HttpResponse<String> status = console.get("/api/status", "Origin", "http://evil.example");
        assertThat(status.statusCode()).isEqualTo(403);
        assertThat(console.get("/api/session", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors")
            .statusCode()).isEqualTo(403);
        assertThat(console.get("/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate").statusCode())
            .isEqualTo(200);
        assertThat(console.get("/api/status").headers().map().keySet())
            .noneMatch(name -> name.startsWith("access-control"));
    }

    @Test
    void thePageRunsOnlyItsOwnScriptsAndIsInNoFrame() throws IOException, InterruptedException {
        final HttpResponse<String> page = console.get("/");
        assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
            .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'").doesNotContain("unsafe");
        assertThat(page.headers().firstValue("x-content-type-options")).hasValue("nosniff");
        assertThat(page.body()).doesNotContain("http://", "https://", "style=", "onclick").contains("<main");
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        for (final String method : List.of("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "NONSENSE")) {
            assertThat(request(method + " /api/status HTTP/1.1", host())).as(method).startsWith("HTTP/1.1 405 ")
                .doesNotContain("ccess-control");
        }
        assertThat(request("GET /api/call HTTP/1.1", host())).startsWith("HTTP/1.1 405 ");
        assertThat(request("HEAD / HTTP/1.1", host())).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsKept() throws IOException {
        assertThat(request("GET /" + "x".repeat(5_000) + " HTTP/1.1", host())).startsWith("HTTP/1.1 400 ");
        assertThat(request("GET / HTTP/1.1", host(), "X: " + "x".repeat(20_000))).startsWith("HTTP/1.1 400 ");
        final String head = "POST /api/call HTTP/1.1\r\n" + host() + "\r\n";
        assertThat(console.raw(head + "Content-Length: 2000000000\r\n\r\n", "\r\n\r\n")).startsWith("HTTP/1.1 413 ");
        assertThat(console.raw(head + "Transfer-Encoding: chunked\r\n\r\n"
            + ("1000\r\n" + "x".repeat(4096) + "\r\n").repeat(20), "\r\n\r\n")).startsWith("HTTP/1.1 413 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "\"x\"", "null", "{\"procedure\": 5, \"arguments\": []}",
        "{\"procedure\": \"Sum\"}", "{\"procedure\": \"Sum\", \"arguments\": {}}", "{\"procedure\": null}"})
    void aBodyThatIsNoCallIsRefused(String body) throws IOException, InterruptedException {
        final HttpResponse<String> response = console.post("/api/call", body, "Content-Type", "application/json",
            RequestFilter.TOKEN_HEADER, console.token());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"error\":");
    }

    @Test
    void aDeepBodyEndsInAnAnswer() throws IOException, InterruptedException {
        final String deep =
            "{\"procedure\": \"Sum\", \"arguments\": [" + "[".repeat(20_000) + "]".repeat(20_000) + "]}";
        assertThat(console.post("/api/call", deep, "Content-Type", "application/json", RequestFilter.TOKEN_HEADER,
            console.token()).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0\0\0\0", "GET\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"})
    void garbageIsAnsweredOrClosedAndHarmsNobody(String garbage) throws IOException, InterruptedException {
        assertThat(console.raw(garbage + "\r\n\r\n", "\r\n\r\n")).doesNotContain("200 OK");
        assertThat(console.get("/").statusCode()).isEqualTo(200);
    }

    @Test
    void whoSendsBytesOneByOneIsClosed() throws IOException, InterruptedException {
        try (TestConsole hasty = new TestConsole(options -> options.requestTimeout(Duration.ofMillis(200)))) {
            final long begin = System.nanoTime();
            try (Socket socket = new Socket(hasty.console.address().getAddress(), hasty.port())) {
                final byte[] text = ("GET / HTTP/1.1\r\nX: " + "x".repeat(8_000)).getBytes(StandardCharsets.US_ASCII);
                assertThatThrownBy(() -> {
                    for (final byte next : text) {
                        socket.getOutputStream().write(next);
                        Thread.sleep(5);
                    }
                }).isInstanceOf(IOException.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(190),
                Duration.ofSeconds(10));
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndLaterOnesServed() throws IOException, InterruptedException {
        try (TestConsole small = new TestConsole(options -> options.connectionsMax(3))) {
            final List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                open.add(new Socket(small.console.address().getAddress(), small.port()));
                open.get(i).getOutputStream().write(("GET /icon.svg HTTP/1.1\r\nHost: localhost:" + small.port()
                    + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                assertThat(open.get(i).getInputStream().read()).isEqualTo('H');
            }
            assertThat(small.raw("GET / HTTP/1.1\r\nHost: localhost:" + small.port() + "\r\n\r\n", "")).isEmpty();
            open.getFirst().close();
            while (small.raw("GET / HTTP/1.1\r\nHost: localhost:" + small.port() + "\r\nConnection: close\r\n\r\n", "")
                .isEmpty()) {
                Thread.onSpinWait();
            }
            for (final Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void otherMachinesNeedEncryptionAndUsers() {
        final ConsoleOptions open = new ConsoleOptions(new InetSocketAddress("0.0.0.0", 0));
        assertThatThrownBy(() -> WebConsole.start(console.engine, console.server, open))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("without encryption and users")
            .hasMessageContaining("127.0.0.1");
    }
}
