package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Transaction;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.server.TrafficCounter;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Prometheus reads of an engine and its server. */
@Timeout(30)
class MetricsTest {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("counter");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn VALUE = SCHEMA.int64("value");
    private static final TableSchema COUNTER = SCHEMA.primaryKey(ID.bits(40)).build();

    /** Counts, but not below zero. */
    public static final class Count {
        public long run(Transaction transaction, long id, long by) {
            final Row row = transaction.update(COUNTER, COUNTER.key(id));
            final long value = row.get(VALUE) + by;
            if (value < 0) {
                throw transaction.abort("below zero");
            }
            row.set(VALUE, value);
            return value;
        }
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TrafficCounter traffic = new TrafficCounter();
    private final Engine engine =
        Engine.builder().table(COUNTER, 10).observer(new CallMetrics(registry)).open();
    private final BatonServer server;
    private final PrometheusEndpoint endpoint;

    MetricsTest() {
        engine.register(new Count(), Long.class);
        server = BatonServer.start(engine, new ServerOptions(loopback()).traffic(traffic));
        new EngineMetrics(engine).bindTo(registry);
        new ServerMetrics(server, traffic, engine.catalog().tables()).bindTo(registry);
        endpoint = PrometheusEndpoint.start(registry, loopback());
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    @BeforeEach
    void load() {
        try (Loader loader = engine.loader()) {
            loader.insert(loader.row(COUNTER, COUNTER.key(1)));
        }
    }

    @AfterEach
    void close() {
        endpoint.close();
        server.close();
        engine.close();
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket(endpoint.address().getAddress(), endpoint.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String get(String path) throws IOException {
        return answer("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    @Test
    void callsAreCountedByProcedureAndOutcome() throws IOException {
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            final RemoteProcedure<Long> count = client.procedure("Count", Long.class);
            // Some run on threads, the later ones on the event loop.
            for (int i = 0; i < 100; i++) {
                count.call(1, 1);
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> count.call(1, -1_000)).isInstanceOf(CallAbortedByProcedureException.class);
            }
            engine.call(engine.procedure("Count"), 1L, 1L);
            final String text = get("/metrics");
            assertThat(text).startsWith("HTTP/1.1 200 OK")
                .contains("baton_calls_seconds_count{outcome=\"committed\",procedure=\"Count\",sqlstate=\"00000\"} 101")
                .contains("baton_calls_seconds_count{outcome=\"aborted_by_procedure\",procedure=\"Count\","
                    + "sqlstate=\"45000\"} 3")
                .contains("baton_calls_seconds_bucket{outcome=\"committed\",procedure=\"Count\"")
                .contains("baton_rows{table=\"counter\"} 1")
                .contains("baton_connections 1").contains("baton_connections_accepted_total 1");
            assertThat(value(text, "baton_locks_acquisitions_total")).isGreaterThanOrEqualTo(104);
            assertThat(value(text, "baton_memory_used_bytes")).isPositive();
            assertThat(value(text, "baton_received_bytes_total")).isGreaterThan(103 * 12);
            assertThat(value(text, "baton_sent_bytes_total")).isGreaterThan(103 * 12);
        }
    }

    /** The series says what the client was told. */
    @Test
    void refusedQueriesAreCountedWithTheSqlStateOfTheirClients() throws IOException {
        final Map<String, String> queries = Map.of("42P01", "SELECT * FROM none", "42703",
            "SELECT nothing FROM counter", "42601", "SELECT FROM FROM", "0A000",
            "SELECT value, COUNT(*) FROM counter");
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            final RemoteProcedure<Object> query = client.procedure("baton.query", Object.class);
            queries.forEach((state, sql) -> {
                assertThatThrownBy(() -> query.call(sql, 0L, List.of())).isInstanceOfSatisfying(
                    CallAbortedByProcedureException.class, e -> assertThat(e.sqlState()).as(sql).isEqualTo(state));
                final RemoteTransaction transaction = client.begin();
                assertThatThrownBy(() -> query.in(transaction).call(sql, 0L, List.of()))
                    .isInstanceOf(CallAbortedByProcedureException.class);
                transaction.rollback();
            });
        }
        final String text = get("/metrics");
        assertThat(text).doesNotContain("sqlstate=\"38000\"");
        queries.keySet().forEach(state -> assertThat(text).contains("baton_calls_seconds_count{outcome="
            + "\"aborted_by_procedure\",procedure=\"baton.query\",sqlstate=\"" + state + "\"} 2"));
    }

    /** As JDBC makes them without auto-commit. */
    @Test
    void theCallsOfATransactionOfSeveralAreCountedOneByOne() throws Exception {
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            final RemoteProcedure<Long> count = client.procedure("Count", Long.class);
            final RemoteTransaction transaction = client.begin();
            count.in(transaction).call(1, 1);
            count.in(transaction).call(1, 1);
            String text = get("/metrics");
            assertThat(text).contains("baton_transactions_open 1")
                .contains("baton_calls_seconds_count{outcome=\"returned\",procedure=\"Count\",sqlstate=\"00000\"} 2")
                .doesNotContain("procedure=\"of a transaction of several calls\"");
            final double age = value(text, "baton_transactions_oldest_seconds");
            assertThat(age).isBetween(0.000_001, 30.0);
            transaction.commit();
            final RemoteTransaction failing = client.begin();
            assertThatThrownBy(() -> count.in(failing).call(1, -1_000))
                .isInstanceOf(CallAbortedByProcedureException.class);
            failing.rollback();
            text = get("/metrics");
            while (!text.contains("baton_transactions_open 0")) {
                text = get("/metrics");
            }
            assertThat(text)
                .contains("baton_calls_seconds_count{outcome=\"aborted_by_procedure\",procedure=\"Count\","
                    + "sqlstate=\"45000\"} 1")
                .contains("baton_calls_seconds_count{outcome=\"committed\","
                    + "procedure=\"of a transaction of several calls\",sqlstate=\"00000\"} 1")
                .contains("baton_transactions_oldest_seconds 0.0");
        }
    }

    /** Holds a counter's lock until somebody waits for it and has been seen to. */
    public static final class Hold {
        private final CountDownLatch held;
        private final CountDownLatch end;

        Hold(CountDownLatch held, CountDownLatch end) {
            this.held = held;
            this.end = end;
        }

        public long run(Transaction transaction, long id) throws InterruptedException {
            transaction.update(COUNTER, COUNTER.key(id));
            held.countDown();
            end.await();
            return id;
        }
    }

    @Test
    void theHottestLocksOfATableAreThreeSeries() throws Exception {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        engine.register("Hold", new Hold(held, end), Long.class);
        final String hottest = "baton_locks_hottest_waiters{rank=\"1\",table=\"counter\"}";
        assertThat(value(get("/metrics"), hottest)).isZero();
        final Thread holder = Thread.ofVirtual().start(() -> engine.call(engine.procedure("Hold"), 1L));
        held.await();
        final Thread waiter = Thread.ofVirtual().start(() -> engine.call(engine.procedure("Count"), 1L, 1L));
        try {
            String text = get("/metrics");
            while (value(text, hottest) <= 0) {
                Thread.sleep(20);
                text = get("/metrics");
            }
            assertThat(value(text, hottest)).isBetween(0.01, 1.01);
            assertThat(value(text, "baton_locks_hottest_waiters{rank=\"2\",table=\"counter\"}")).isZero();
            assertThat(text.lines().filter(line -> line.startsWith("baton_locks_hottest_waiters{"))).hasSize(3);
        } finally {
            end.countDown();
            holder.join();
            waiter.join();
        }
    }

    @Test
    void readersOfOpenMetricsGetThat() throws IOException {
        final String open = answer("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Accept: text/plain;q=0.5\r\nAccept: application/openmetrics-text;version=1.0.0\r\n\r\n");
        assertThat(open).startsWith("HTTP/1.1 200 OK").endsWith("\n# EOF\n")
            .contains("content-type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n")
            .contains("vary: accept\r\n").contains("# TYPE baton_connections_accepted counter\n")
            .contains("\nbaton_connections_accepted_total ");
        assertThat(get("/metrics")).contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n")
            .contains("# TYPE baton_connections_accepted_total counter\n").doesNotContain("# EOF");
    }

    private static double value(String text, String name) {
        return text.lines().filter(line -> line.startsWith(name + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1))).findFirst().orElse(-1);
    }

    @Test
    void whatIsNoReadingOfMetricsIsRefused() throws IOException {
        assertThat(get("/")).startsWith("HTTP/1.1 404").contains("metrics are at /metrics");
        assertThat(answer("POST /metrics HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
            .startsWith("HTTP/1.1 405");
        assertThat(answer("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(answer("POST /metrics HTTP/1.1\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n"))
            .startsWith("HTTP/1.1 413");
        assertThat(get("/metrics?now")).startsWith("HTTP/1.1 200");
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndLaterOnesServed() throws Exception {
        final List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < PrometheusEndpoint.CONNECTIONS_MAX; i++) {
                final Socket socket = new Socket(endpoint.address().getAddress(), endpoint.address().getPort());
                open.add(socket);
                socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            try (Socket further = new Socket(endpoint.address().getAddress(), endpoint.address().getPort())) {
                assertThat(further.getInputStream().read()).isNegative();
            }
        } finally {
            for (final Socket socket : open) {
                socket.close();
            }
        }
        boolean served = false;
        while (!served) {
            try {
                served = get("/metrics").startsWith("HTTP/1.1 200");
            } catch (IOException e) {
                // It does not know yet that they are closed.
                Thread.sleep(1);
            }
        }
    }

    @Test
    void aConnectionWithoutRequestsIsClosed() throws IOException {
        try (PrometheusEndpoint hasty = PrometheusEndpoint.start(registry, loopback(), null, Duration.ofMillis(100));
            Socket socket = new Socket(hasty.address().getAddress(), hasty.address().getPort())) {
            assertThat(socket.getInputStream().read()).isNegative();
        }
    }

    @Test
    void onlyThisMachineMayRead() {
        assertThatThrownBy(() -> PrometheusEndpoint.start(registry, new InetSocketAddress("0.0.0.0", 0)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("address of loopback");
    }
}
