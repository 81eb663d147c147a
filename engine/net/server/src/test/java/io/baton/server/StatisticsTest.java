package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.bundle.BundleEngine;
import io.baton.client.BatonClient;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.engine.Engine;
import io.baton.protocol.Answer;
import io.baton.protocol.RecordValue;
import io.baton.server.login.PasswordLogins;
import io.baton.server.statistics.CallMeter;
import io.baton.server.users.Grants;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton.statistics}, and what a console needs of a server: who may have both. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class StatisticsTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder = Path.of("");
    private TestUsers users;
    private Engine engine;
    private BatonServer server;

    @BeforeEach
    void start() throws IOException {
        users = new TestUsers(folder);
        users.add("olga", new Grants(new TreeSet<>(), false, true));
        final CallMeter meter = new CallMeter();
        engine = BundleEngine.open(Engine.builder().observer(meter), List.of(new Bank()));
        server = BatonServer.start(engine,
            new ServerOptions(new InetSocketAddress(HERE, 0)).users(users.path).meter(meter));
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
    }

    private BatonClient connect(String user) {
        return BatonClient.connect(ClientOptions.of(server.address()).user(user, TestUsers.password(user)));
    }

    private static List<String> figures(BatonClient client) {
        return ((List<?>) Objects.requireNonNull(client.procedure("baton.statistics", Object.class).call())).stream()
            .map(row -> ((RecordValue) row).values()).map(row -> String.join("/", String.valueOf(row.get(0)),
                String.valueOf(row.get(1)), String.valueOf(row.get(2)), String.valueOf(row.get(3))))
            .toList();
    }

    @Test
    void operatorsAreToldOfCallsLocksAndMemory() {
        try (BatonClient ann = connect("ann"); BatonClient olga = connect("olga")) {
            ann.procedure("Add", Object.class).call(1, 5);
            ann.procedure("Add", Object.class).call(1, 5);
            assertThat(figures(olga)).contains("procedure/Add/committed/2", "procedure/Add/abortedBySystem/0",
                "server//connections/2", "server//callsCounted/1")
                .anyMatch(figure -> figure.matches("procedure/Add/p99Nanos/\\d+"))
                .anyMatch(figure -> figure.matches("procedure/Add/latencies/\\[\\d+, \\d.*]"))
                .anyMatch(figure -> figure.matches("locks//acquisitions/[1-9]\\d*"))
                .anyMatch(figure -> figure.matches("memory//bytes/[1-9]\\d*"))
                .noneMatch(figure -> figure.startsWith("log/"));
            assertThat(olga.procedureNames()).isEmpty();
        }
    }

    @Test
    void allProceduresAndTablesAreNoOperator() throws IOException {
        users.add("ann", new Grants(new TreeSet<>(List.of(Grants.ALL, "baton.statistics")), true, false));
        server.refresh();
        try (BatonClient ann = connect("ann")) {
            ann.procedure("Add", Object.class).call(1, 5);
            assertThatThrownBy(() -> figures(ann)).isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("may not call baton.statistics");
        }
        assertThat(Grants.EVERYTHING.without(new Grants(new TreeSet<>(), false, true)).operator()).isFalse();
    }

    private PasswordLogins logins() {
        return Objects.requireNonNull(server.security().logins());
    }

    private PasswordLogins.Attempt begin(String user) {
        return Objects.requireNonNull(logins().begin(user, HERE));
    }

    @Test
    void passwordsAreCheckedAgainstTheKeysOfTheFile() throws IOException {
        assertThat(begin("olga").check("ann-secret".toCharArray())).isNull();
        assertThat(begin("nobody").check("olga-secret".toCharArray())).isNull();
        assertThat(begin("o l g a").check("olga-secret".toCharArray())).isNull();
        assertThat(begin("olga").check(new char[0])).isNull();
        assertThat(begin("olga").check("x".repeat(5_000).toCharArray())).isNull();
        users.remove("ann");
        final PasswordLogins.LoggedIn olga = begin("olga").check("olga-secret".toCharArray());
        assertThat(Objects.requireNonNull(olga).access().grants().operator()).isTrue();
        assertThat(olga.isCurrent()).isTrue();
        users.remove("olga");
        server.refresh();
        assertThat(olga.isCurrent()).isFalse();
        assertThat(olga.access().grants()).isEqualTo(Grants.NONE);
    }

    @Test
    void failuresOverTheWireSlowPasswordsDown() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> BatonClient.connect(
                ClientOptions.of(server.address()).user("olga", "wrong".toCharArray())).close())
                .isInstanceOf(CallRefusedException.class);
        }
        final PasswordLogins.Attempt slow = begin("olga");
        assertThat(slow.waitNanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
        slow.abandon();
        for (int i = 0; i < 4; i++) {
            assertThat(begin("olga").waitNanos()).isPositive();
        }
        assertThat(logins().begin("olga", HERE)).as("too many wait").isNull();
    }

    @Test
    void localCallsOfAUserHaveTheUsersGrants() {
        final PasswordLogins.LoggedIn bob = begin("bob").check("bob-secret".toCharArray());
        final LocalCalls calls = server.localCalls(Objects.requireNonNull(bob).access(), line -> {});
        final Object[] sum = {1L, 5L};
        assertThat(calls.call("Add", sum, Duration.ofSeconds(5), 1).join().answer().outcome().name())
            .isEqualTo("COMMITTED");
        for (final String other : List.of("baton.statistics", "baton.tables", "Absent")) {
            assertThat(calls.mayCall(other)).as(other).isFalse();
            assertThat(calls.call(other, new Object[0], Duration.ofSeconds(5), 1).join().answer().reason()
                .sqlState()).as(other).isEqualTo("42501");
        }
        assertThat(server.localCalls().mayCall("baton.statistics")).isTrue();
    }

    private static String analyzed(LocalCalls calls, String procedure, List<Object> arguments, String builtIn) {
        final Answer answer = calls.call(builtIn, new Object[] {procedure, arguments}, Duration.ofSeconds(5), 9).join()
            .answer();
        return answer.outcome() + " " + answer.reason().sqlState();
    }

    @Test
    void localCallsThatExplainNeedTheGrantForWhatTheyExplain() {
        final List<String> log = new ArrayList<>();
        final LocalCalls olga = server.localCalls(
            Objects.requireNonNull(begin("olga").check("olga-secret".toCharArray())).access(), log::add);
        final LocalCalls bob = server.localCalls(
            Objects.requireNonNull(begin("bob").check("bob-secret".toCharArray())).access(), line -> {});
        final List<Object> query = List.of("SELECT * FROM account WHERE id = 1", 1L, List.of());
        for (final String builtIn : List.of("baton.explain", "baton.analyze")) {
            for (final LocalCalls calls : List.of(olga, bob)) {
                assertThat(analyzed(calls, "baton.query", query, builtIn)).isEqualTo("REFUSED 42501");
                assertThat(analyzed(calls, "baton.tables", List.of(), builtIn)).isEqualTo("REFUSED 42501");
                assertThat(analyzed(calls, "Total", List.of(), builtIn)).isEqualTo("REFUSED 42501");
                assertThat(analyzed(calls, "Absent", List.of(), builtIn)).isEqualTo("REFUSED 42501");
            }
            assertThat(analyzed(olga, "Add", List.of(1L, 5L), builtIn)).isEqualTo("REFUSED 42501");
            assertThat(analyzed(bob, "Add", List.of(1L, 5L), builtIn)).startsWith("COMMITTED");
            assertThat(analyzed(server.localCalls(), "baton.query", query, builtIn)).startsWith("COMMITTED");
        }
        // Browsers ask for tables; that is no line of the log.
        assertThat(log).hasSize(8).anyMatch(line -> line.contains("refused to olga the procedure baton.query"));
    }
}
