package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.baton.bundle.ProcedureBundle;
import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.deploy.command.ExitStatus;
import io.baton.protocol.RecordValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton server} and {@code baton call}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ServerCommandsTest {

    private static final int ACCOUNTS = 100;

    private static String name(int customer) {
        return String.format(Locale.ROOT, "%016d", customer);
    }

    private static CommandRun call(Served server, int status, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("call", "--url", server.address()));
        all.addAll(List.of(arguments));
        final CommandRun run = new CommandRun();
        assertThat(run.execute(all.toArray(String[]::new))).as(run.err()).isEqualTo(status);
        return run;
    }

    @Test
    void aWorkloadIsServedAndCalled() {
        try (Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS)) {
            assertThat(call(server, 0, "SendPayment", "1", "2", "5").out()).isEqualTo("0\n");
            assertThat(call(server, 1, "SendPayment", "1", "2", "99999999999").err())
                .isEqualTo("baton: aborted (45000): The checking account has not so much.\n");
            assertThat(call(server, 2, "SendPayment", "1").err()).contains("so give 3 arguments").hasLineCount(1);
            assertThat(call(server, 2, "SendPayment", "1", "2", "x").err()).contains("cents x: give a whole number")
                .hasLineCount(1);
            assertThat(call(server, 2, "Nobody").err())
                .isEqualTo("baton: not called (42883): there is no procedure Nobody at the server.\n");
            assertThat(call(server, 2, "sendpayment", "1", "2", "5").err()).isEqualTo("baton: not called (42883): "
                + "there is no procedure sendpayment at the server; call SendPayment.\n");
            assertThat(call(server, 2, "--list", "BALANCE").err()).endsWith("; call Balance.\n");
            assertThat(call(server, 0, "--list").out()).contains(
                "SendPayment(from int64 not null, to int64 not null, cents int64 not null) returns int64 not null\n",
                "Balance(name string) returns int64 not null, reads only\n").hasLineCount(7);
        }
    }

    @Test
    void metricsAreShownWhenAskedFor() throws Exception {
        try (Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--metrics",
            "127.0.0.1:0")) {
            call(server, 0, "SendPayment", "1", "2", "5");
            final String url = server.run.out().lines().filter(line -> line.startsWith("Metrics at ")).findFirst()
                .orElseThrow().substring("Metrics at ".length());
            try (InputStream text = URI.create(url).toURL().openStream()) {
                assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("procedure=\"SendPayment\"", "baton_connections_accepted_total 1.0",
                        "baton_locks_acquisitions_total");
            }
        }
        final CommandRun run = new CommandRun();
        assertThat(run.execute("server", "--workload", "smallbank", "--set", "accounts=10", "--listen", "127.0.0.1:0",
            "--metrics", "0.0.0.0:0")).isEqualTo(2);
        assertThat(run.err()).contains("--metrics 0.0.0.0:0: cannot show metrics").hasLineCount(1);
    }

    @Test
    void tracesAreSentWhenAskedFor() throws IOException {
        final List<String> sent = Collections.synchronizedList(new ArrayList<>());
        final HttpServer collector =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            sent.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        final String url = "http://127.0.0.1:" + collector.getAddress().getPort();
        try {
            try (Served server =
                new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--traces", url)) {
                call(server, 0, "SendPayment", "1", "2", "5");
            }
            assertThat(String.join("", sent)).contains("SendPayment", "service.name");
            sent.clear();
            try (Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--traces", url,
                "--trace-ratio", "0")) {
                call(server, 0, "SendPayment", "1", "2", "5");
            }
            assertThat(sent).isEmpty();
        } finally {
            collector.stop(0);
        }
    }

    @Test
    @Tag("thorough")
    void aCollectorThatIsNotThereIsALine() throws IOException, InterruptedException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--traces",
            "http://127.0.0.1:" + port, "--metrics", "127.0.0.1:0");
        final CommandRun run = server.run;
        try {
            call(server, 0, "SendPayment", "1", "2", "5");
            while (!run.err().contains("collector")) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            final String url = run.out().lines().filter(line -> line.startsWith("Metrics at ")).findFirst()
                .orElseThrow().substring("Metrics at ".length());
            try (InputStream text = URI.create(url).toURL().openStream()) {
                assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("baton_traces_dropped_total 1.0");
            }
        } finally {
            server.end();
        }
        final List<String> told = server.events().filter(line -> line.contains(" WARN ")).toList();
        assertThat(told).hasSize(2);
        assertThat(told.getFirst()).contains("WARN  the collector of traces at http://127.0.0.1:" + port
            + "/v1/traces fails");
        assertThat(told.getLast()).endsWith("has not taken them in time");
    }

    @Test
    void aServerThatIsAnnouncedTakesOver() {
        final String[] smallbank = {"--workload", "smallbank", "--set", "accounts=" + ACCOUNTS};
        try (Served second = new Served(smallbank)) {
            final Served first = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--announce",
                second.address());
            try (BatonClient client = BatonClient.connect(ClientOptions.of(first.address()).endpointsMax(1))) {
                assertThat(client.procedureNames()).contains("SendPayment");
                first.end();
                assertThat(client.procedureNames()).contains("SendPayment");
            }
            final String both = first.address() + "," + second.address();
            final CommandRun run = new CommandRun();
            assertThat(run.execute("call", "--url", both, "SendPayment", "1", "2", "5")).as(run.err()).isZero();
        }
    }

    @Test
    @Tag("thorough")
    void workloadsWithLargerResultsAreServedToo() {
        try (Served server = new Served("--workload", "tatp,tpcc", "--set", "subscribers=50", "--set",
            "warehouses=1"); BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            assertThat(call(server, 0, "GetSubscriberData", "7").out()).startsWith("subscriber = 7\nnumber = ");
            assertThat(call(server, 0, "UpdateLocation", "000000000000007", "5").out()).isEqualTo("true\n");
            final int[] lines = {1, 2};
            final RecordValue ordered = (RecordValue) client.procedure("NewOrder", Object.class)
                .call(1, 1, 1, lines, new int[] {1, 1}, lines, 0);
            assertThat(ordered.values().getFirst()).isEqualTo(3_001L);
            assertThat((List<?>) ordered.values().getLast()).hasSize(2);
        }
    }

    @Test
    void aConsoleIsServedToThisMachine() throws IOException, InterruptedException {
        try (Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--console",
            "127.0.0.1:0", "--metrics", "127.0.0.1:0"); HttpClient browser = HttpClient.newHttpClient()) {
            final String url = server.run.out().lines().filter(line -> line.startsWith("Console at ")).findFirst()
                .orElseThrow().substring("Console at ".length());
            call(server, 0, "DepositChecking", name(7), "1234");
            final String procedures = browser.send(HttpRequest.newBuilder(URI.create(url + "api/procedures")).build(),
                HttpResponse.BodyHandlers.ofString()).body();
            assertThat(procedures).contains("\"name\":\"DepositChecking\"", "\"committed\":1,");
        }
        final CommandRun elsewhere = new CommandRun();
        assertThat(elsewhere.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--set",
            "accounts=" + ACCOUNTS, "--console", "0.0.0.0:0")).isEqualTo(2);
        assertThat(elsewhere.err()).contains("only this machine may reach the console").hasLineCount(1);
    }

    @Test
    @Tag("thorough")
    void dataOutliveAServer(@TempDir Path folder) {
        final String[] options =
            {"--workload", "smallbank", "--set", "accounts=" + ACCOUNTS, "--data", folder.resolve("d").toString()};
        final String before;
        try (Served server = new Served(options)) {
            assertThat(call(server, 0, "DepositChecking", name(7), "1234").out()).isEqualTo("1234\n");
            before = call(server, 0, "Balance", name(7)).out();
        }
        try (Served server = new Served(options)) {
            assertThat(call(server, 0, "Balance", name(7)).out()).isEqualTo(before);
        }
    }

    private static Path bundle(Path folder, String className) throws IOException {
        final Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(ProcedureBundle.class.getName()), className + "\n");
        return folder;
    }

    @Test
    void aBundleOfTheUserIsFoundAndServed(@TempDir Path folder) throws IOException {
        try (Served server = new Served("--procedures", bundle(folder, ToyBundle.class.getName()).toString())) {
            final int before = Integer.parseInt(call(server, 0, "Add", "1", "0").out().strip());
            assertThat(call(server, 0, "Add", "1", "-3").out()).isEqualTo((before - 3) + "\n");
        }
        final String[] wrong = {"--procedures", bundle(folder, "io.baton.Absent").toString()};
        refused("a bundle cannot be made", wrong);
        Files.delete(folder.resolve("META-INF/services").resolve(ProcedureBundle.class.getName()));
        refused("no bundle is in it", wrong);
    }

    @Test
    void badInputIsToldInOneSentence() {
        refused("give jars with bundles, or --workload");
        refused("--workload x: give tpcc, tatp, smallbank", "--workload", "x");
        refused("--set x=1: there is no such setting", "--workload", "smallbank", "--set", "x=1");
        refused("--set accounts 0: give a whole number", "--workload", "smallbank", "--set", "accounts=0");
        refused("--procedures no.jar: there is no file no.jar", "--procedures", "no.jar");
        refused("only this machine may reach the server", "--workload", "smallbank", "--set", "accounts=2", "--listen",
            "192.0.2.1:1");
        refused("--announce a:1,b: 'b' is no address", "--workload", "smallbank", "--announce", "a:1,b");
        refused("--listen 7432: give host and port", "--workload", "smallbank", "--listen", "7432");
        final CommandRun nobody = new CommandRun();
        assertThat(nobody.execute("call", "P", "--url", "127.0.0.1:1")).isEqualTo(2);
        assertThat(nobody.err()).contains("not called (08001): cannot connect").hasLineCount(1);
    }

    private static void refused(String why, String... arguments) {
        final CommandRun wrong = new CommandRun();
        final List<String> all = new ArrayList<>(List.of("server"));
        all.addAll(List.of(arguments));
        assertThat(wrong.execute(all.toArray(String[]::new))).as(wrong.err()).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(wrong.err()).contains(why);
        assertThat(wrong.err().strip().lines()).hasSize(1);
    }

    private static long money(BatonClient client) {
        final RemoteProcedure<Long> balance = client.procedure("Balance", Long.class);
        long cents = 0;
        for (int customer = 1; customer <= ACCOUNTS; customer++) {
            cents += balance.call(name(customer));
        }
        return cents;
    }

    @Test
    void noMoneyIsLostBetweenManyConnections() throws Exception {
        try (Served server = new Served("--workload", "smallbank", "--set", "accounts=" + ACCOUNTS);
            BatonClient auditor = BatonClient.connect(ClientOptions.of(server.address()))) {
            final long before = money(auditor);
            final List<BatonClient> clients = new ArrayList<>();
            final List<CompletableFuture<Long>> added = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                clients.add(BatonClient.connect(ClientOptions.of(server.address())));
            }
            final SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 50 * clients.size(); i++) {
                final BatonClient client = clients.get(i % clients.size());
                added.add(draw(client, random).exceptionally(failure -> {
                    assertThat(failure).isInstanceOf(CallAbortedByProcedureException.class);
                    return 0L;
                }));
            }
            final long sum = added.stream().mapToLong(CompletableFuture::join).sum();
            assertThat(money(auditor)).isEqualTo(before + sum);
            clients.parallelStream().forEach(BatonClient::close);
        }
    }

    private static CompletableFuture<Long> draw(BatonClient client, SplittableRandom random) {
        final long from = random.nextInt(1, 11);
        final long to = from % 10 + 1;
        return switch (random.nextInt(4)) {
            case 0 -> client.procedure("SendPayment", Long.class).callAsync(from, to, 500);
            case 1 -> client.procedure("Amalgamate", Long.class).callAsync(from, to);
            case 2 -> client.procedure("TransactSavings", Long.class)
                .callAsync(name((int) from), random.nextLong(-200_00, 200_00));
            default -> client.procedure("WriteCheck", Long.class).callAsync(name((int) from), 50);
        };
    }
}
