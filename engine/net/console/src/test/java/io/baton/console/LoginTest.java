package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A console of a server with users, and those who should not get in. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class LoginTest {

    private static final String JSON = "application/json";
    private static final List<String> ASKING = List.of("/api/session", "/api/status", "/api/series", "/api/procedures",
        "/api/nothing");

    @TempDir
    private Path folder = Path.of("");
    private Tellers tellers;
    private TestConsole console;
    private final AtomicLong later = new AtomicLong();

    @BeforeEach
    void open() throws IOException {
        tellers = new Tellers(folder);
        console = new TestConsole(options -> options.users(tellers.path),
            options -> options.clock(() -> System.nanoTime() + later.get()));
    }

    @AfterEach
    void close() {
        console.close();
    }

    private HttpResponse<String> tryLogin(String user, String password) throws IOException, InterruptedException {
        final JsonObject body = new JsonObject();
        body.addProperty("user", user);
        body.addProperty("password", password);
        return console.post("/api/login", body.toString(), "Content-Type", JSON, RequestFilter.TOKEN_HEADER, "login");
    }

    /** Name and value of the cookie. */
    private String login(String user) throws IOException, InterruptedException {
        final HttpResponse<String> answer = tryLogin(user, user + "-secret");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
    }

    private int status(String path, String cookie) throws IOException, InterruptedException {
        return console.get(path, "Cookie", cookie).statusCode();
    }

    private String token(String cookie) throws IOException, InterruptedException {
        return JsonParser.parseString(console.get("/api/session", "Cookie", cookie).body()).getAsJsonObject()
            .get("token").getAsString();
    }

    private JsonObject call(String cookie, String procedure, String arguments) throws IOException,
            InterruptedException {
        return JsonParser.parseString(console.post("/api/call",
            "{\"procedure\": \"" + procedure + "\", \"arguments\": " + arguments + "}", "Content-Type", JSON,
            RequestFilter.TOKEN_HEADER, token(cookie), "Cookie", cookie).body()).getAsJsonObject();
    }

    /** Until the server has read its users again. */
    private void awaitStatus(String cookie, int wanted) throws IOException, InterruptedException {
        while (status("/api/session", cookie) != wanted) {
            Thread.sleep(20);
        }
    }

    @Test
    void onlyFilesAreShownToWhoIsNotLoggedIn() throws IOException, InterruptedException {
        assertThat(console.get("/").body()).contains("login-form");
        assertThat(console.get("/login.js").statusCode()).isEqualTo(200);
        for (final String path : ASKING) {
            final HttpResponse<String> answer = console.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(401);
            assertThat(answer.body()).contains("log in").doesNotContain("token", "Deposit");
            assertThat(answer.headers().firstValue("www-authenticate").orElseThrow()).doesNotContain("Basic");
        }
        for (final String path : List.of("/api/call", "/api/logout")) {
            assertThat(console.post(path, "{}", "Content-Type", JSON, RequestFilter.TOKEN_HEADER, "x").statusCode())
                .as(path)
                .isEqualTo(401);
        }
    }

    @Test
    void anOperatorLogsInAndOut() throws IOException, InterruptedException {
        final HttpResponse<String> answer = tryLogin("olga", "olga-secret");
        assertThat(answer.headers().firstValue("set-cookie").orElseThrow())
            .matches("baton-console-\\d+=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict");
        final String cookie = answer.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
        assertThat(status("/api/status", cookie)).isEqualTo(200);
        assertThat(console.get("/api/session", "Cookie", cookie).body()).contains("\"user\":\"olga\"");
        assertThat(
            console.post("/api/logout", "{}", "Content-Type", JSON, RequestFilter.TOKEN_HEADER, "stranger", "Cookie",
                cookie).statusCode())
            .as("another site's page cannot log out").isEqualTo(403);
        final HttpResponse<String> gone =
            console.post("/api/logout", "{}", "Content-Type", JSON, RequestFilter.TOKEN_HEADER,
                token(cookie), "Cookie", cookie);
        assertThat(gone.headers().firstValue("set-cookie").orElseThrow()).contains("=; Max-Age=0;");
        assertThat(status("/api/status", cookie)).as("a stolen cookie after the logout").isEqualTo(401);
        assertThat(console.log).containsExactly("console: olga from 127.0.0.1 has logged in",
            "console: olga has logged out");
    }

    @Test
    void wrongPasswordsAndThoseWhoDoNotOperateAreRefused() throws IOException, InterruptedException {
        final HttpResponse<String> wrong = tryLogin("olga", "max-secret");
        final HttpResponse<String> nobody = tryLogin("nobody", "olga-secret");
        assertThat(List.of(wrong.statusCode(), nobody.statusCode())).containsOnly(403);
        assertThat(wrong.body()).isEqualTo(nobody.body()).contains("no such user, or the password is wrong");
        final HttpResponse<String> granted = tryLogin("max", "max-secret");
        assertThat(granted.statusCode()).isEqualTo(403);
        assertThat(granted.body()).contains("max may not operate the server");
        assertThat(List.of(wrong, nobody, granted))
            .allMatch(answer -> answer.headers().firstValue("set-cookie").isEmpty());
        assertThat(console.log).containsExactly("console: the login of olga from 127.0.0.1 has failed",
            "console: the login of nobody from 127.0.0.1 has failed",
            "console: the login of max from 127.0.0.1 is refused: the user has no grant operator");
    }

    @Test
    void whoGuessesWaits() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++) {
            assertThat(tryLogin("olga", "guess " + i).statusCode()).isEqualTo(403);
        }
        final long begin = System.nanoTime();
        assertThat(tryLogin("olga", "olga-secret").statusCode()).as("also with the right one").isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void callsFromTheFormHaveTheGrantsOfTheirUser() throws IOException, InterruptedException {
        final String cookie = login("olga");
        assertThat(call(cookie, "Deposit", "[\"1\", \"5\"]").get("outcome").getAsString()).isEqualTo("COMMITTED");
        for (final String ungranted : List.of("Sum", "baton.query", "baton.tables", "Absent")) {
            final JsonObject refused = call(cookie, ungranted, "[]");
            assertThat(refused.get("sqlState").getAsString()).as(ungranted).isEqualTo("42501");
        }
        assertThat(console.log).anyMatch(line -> line.contains("refused to olga the procedure Sum"));
        assertThat(console.get("/api/procedures", "Cookie", cookie).body())
            .contains("\"name\":\"Sum\",\"callable\":false,\"why\":\"you have no grant for it\"");
        assertThat(console.post("/api/call", "{\"procedure\": \"Deposit\", \"arguments\": [\"1\", \"5\"]}",
            "Content-Type", JSON, RequestFilter.TOKEN_HEADER, token(login("olga")), "Cookie", cookie).statusCode())
            .as("the token of another session").isEqualTo(403);
    }

    @Test
    void callsThatExplainNeedTheGrantForWhatTheyExplain() throws IOException, InterruptedException {
        final String oleg = login("oleg");
        final String query = "[\"baton.query\", [\"SELECT * FROM branch WHERE id = 1\", \"1\", []]]";
        for (final String explained : List.of("[\"Sum\", []]", "[\"Deposit\", [\"1\", \"5\"]]", query,
            "[\"baton.tables\", []]", "[\"Absent\", []]", "[null, []]")) {
            for (final String builtIn : List.of("baton.explain", "baton.analyze")) {
                final JsonObject refused = call(oleg, builtIn, explained);
                assertThat(refused.toString()).as(explained).contains("\"REFUSED\"", "\"42501\"");
            }
        }
        assertThat(console.log).anyMatch(line -> line.contains("refused to oleg the procedure baton.query"));
        assertThat(call(login("olga"), "baton.explain", "[\"Deposit\", [\"1\", \"5\"]]").toString())
            .as("granted").doesNotContain("42501");
    }

    @Test
    void sessionsEndWhenTheyAreNotUsedAndAfterALongTime() throws IOException, InterruptedException {
        final String idle = login("olga");
        later.addAndGet(Duration.ofMinutes(16).toNanos());
        assertThat(status("/api/status", idle)).isEqualTo(401);
        final String busy = login("olga");
        for (int minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
            later.addAndGet(Duration.ofMinutes(10).toNanos());
            assertThat(status("/api/session", busy)).as("after %d minutes", minutes).isEqualTo(200);
        }
        later.addAndGet(Duration.ofMinutes(11).toNanos());
        assertThat(status("/api/session", busy)).isEqualTo(401);
        assertThat(console.log).contains(
            "console: the session of olga has ended: it was not used for 15 minutes",
            "console: the session of olga has ended: it has lasted for 720 minutes");
    }

    @Test
    void aUserHasFewSessions() throws IOException, InterruptedException {
        final List<String> cookies = new ArrayList<>();
        for (int i = 0; i < ConsoleSessions.OF_USER_MAX; i++) {
            cookies.add(login("olga"));
        }
        assertThat(status("/api/session", cookies.getFirst())).isEqualTo(200);
        final String further = login("olga");
        assertThat(status("/api/session", cookies.get(1))).as("the one that was used longest ago").isEqualTo(401);
        assertThat(status("/api/session", cookies.getFirst())).isEqualTo(200);
        assertThat(status("/api/session", further)).isEqualTo(200);
    }

    @Test
    @Tag("thorough")
    void whoIsRemovedDegradedOrHasAnotherPasswordIsLoggedOut() throws IOException, InterruptedException {
        final String removed = login("olga");
        tellers.remove("olga");
        awaitStatus(removed, 401);
        tellers.put("olga", "olga-secret", true, "Deposit");
        while (tryLogin("olga", "olga-secret").statusCode() != 200) {
            Thread.sleep(50);
        }
        final String degraded = login("olga");
        tellers.put("olga", "olga-secret", false, "Deposit");
        awaitStatus(degraded, 401);
        tellers.put("olga", "olga-secret", true, "Deposit");
        while (tryLogin("olga", "olga-secret").statusCode() != 200) {
            Thread.sleep(50);
        }
        final String old = login("olga");
        tellers.put("olga", "another-secret", true, "Deposit");
        awaitStatus(old, 401);
    }

    @Test
    @Tag("thorough")
    void anotherSiteCannotLogAnybodyIn() throws IOException, InterruptedException {
        final String body = "{\"user\": \"olga\", \"password\": \"olga-secret\"}";
        assertThat(console.post("/api/login", body, "Content-Type", JSON).statusCode()).isEqualTo(403);
        assertThat(console.post("/api/login", body, "Content-Type", "text/plain", RequestFilter.TOKEN_HEADER, "login")
            .statusCode()).isEqualTo(415);
        assertThat(console.post("/api/login", body, "Content-Type", JSON, RequestFilter.TOKEN_HEADER, "login", "Origin",
            "http://evil.example").statusCode()).isEqualTo(403);
        assertThat(console.get("/api/login").statusCode()).isEqualTo(405);
        assertThat(console.log).isEmpty();
    }

    @Test
    void garbageIsNoCookieAndNoLogin() throws IOException, InterruptedException {
        final String cookie = login("olga");
        final String name = cookie.substring(0, cookie.indexOf('='));
        for (final String garbage : List.of("", "=", ";;;", name, name + "=", name + "=" + "0".repeat(64),
            name + "=\"" + "x".repeat(10_000) + "\"", cookie + "0", cookie.toUpperCase(Locale.ROOT),
            "x=\u00ff")) {
            final String answer = console.raw("GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:" + console.port()
                + "\r\nCookie: " + garbage + "\r\nConnection: close\r\n\r\n", "");
            assertThat(answer).as(garbage).startsWith("HTTP/1.1 401 ");
        }
        assertThat(status("/api/status", "other=1; " + name + "=stale; " + cookie)).isEqualTo(200);
        for (final String body : List.of("", "[]", "{", "null", "{\"user\": \"olga\"}",
            "{\"user\": 5, \"password\": []}", "{\"user\": {}, \"password\": null}")) {
            assertThat(console.post("/api/login", body, "Content-Type", JSON, RequestFilter.TOKEN_HEADER, "login")
                .statusCode())
                .as(body).isEqualTo(400);
        }
        assertThat(tryLogin("o".repeat(50_000), "p").statusCode()).isEqualTo(403);
        assertThat(tryLogin("\u0000\ud800", "p".repeat(50_000)).statusCode()).isEqualTo(403);
        assertThat(tryLogin("olga", "p".repeat(100_000)).statusCode()).isEqualTo(413);
        assertThat(console.log.stream().filter(line -> line.chars().anyMatch(Character::isISOControl))).isEmpty();
    }

    @Test
    @Tag("thorough")
    void manyWhoGuessAtOnceAreToldToComeLater() throws IOException, InterruptedException {
        for (int i = 0; i < 6; i++) {
            tryLogin("olga", "guess");
        }
        final List<Thread> guesses = new ArrayList<>();
        final List<Integer> answers = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 12; i++) {
            guesses.add(Thread.ofVirtual().start(() -> {
                try {
                    answers.add(tryLogin("olga", "guess").statusCode());
                } catch (IOException | InterruptedException e) {
                    answers.add(0);
                }
            }));
        }
        for (final Thread guess : guesses) {
            guess.join();
        }
        assertThat(answers).hasSize(12).containsOnly(403, 429).contains(429);
        assertThat(status("/", "x=y")).isEqualTo(200);
    }
}
