package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.command.ExitStatus;
import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.testing.Certificates;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton node} and {@code baton bench fabric}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class WireCommandsTest {

    private final CommandRun run = new CommandRun();

    @Test
    void aNodeServesLocksUntilItIsStopped(@TempDir Path folder) throws Exception {
        final String listen = "unix:" + folder.resolve("socket") + ",shm:" + folder.resolve("shm") + ",tcp:127.0.0.1:0";
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute("node", "--listen", listen, "--slots", "100", "--session", "none"),
            task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(run.out()).contains("Serving 100 locks");
        final List<WireAddress> addresses = run.out().lines().filter(line -> line.startsWith("Listening to "))
            .map(line -> WireAddress.parse(line.substring("Listening to ".length()))).toList();
        assertThat(addresses).hasSize(3);
        for (int i = 0; i < addresses.size(); i++) {
            try (WireFabric fabric = WireFabric.connect(List.of(addresses.get(i)), SystemNanoClock.INSTANCE,
                Thread.ofPlatform().daemon().factory());
                Endpoint endpoint = fabric.connect()) {
                assertThat(fabric.memoryBytes()).isEqualTo(1_600);
                assertThat(endpoint.faa(0, 1)).isEqualTo(i);
            }
        }
        run.interruption.request();
        assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(run.err().lines().map(line -> line.substring(25))).containsExactly(
            "INFO  the lock server has started", "INFO  the lock server stops, as it was told to");
    }

    /** Tokens of an earlier life must be smaller, whatever the clock says. */
    @Test
    void aNodesLifeIsNamedByTheTimeUnlessItIsGiven() throws Exception {
        assertThat(incarnation()).isEqualTo(CommandRun.TIME);
        assertThat(incarnation("--incarnation", "7")).isEqualTo(7);
    }

    private static long incarnation(String... more) throws Exception {
        final CommandRun node = new CommandRun();
        final List<String> arguments = new ArrayList<>(List.of("node", "--listen", "tcp:127.0.0.1:0", "--slots", "10"));
        arguments.addAll(List.of(more));
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> node.execute(arguments.toArray(new String[0])), task -> Thread.ofPlatform().daemon().start(task));
        while (!node.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        try (WireFabric fabric = connect(WireAddress.parse(
            node.out().lines().findFirst().orElseThrow().substring("Listening to ".length())))) {
            final LockSession session = join(fabric);
            session.close();
            return session.incarnation();
        } finally {
            node.interruption.request();
            assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        }
    }

    /** Without a word about sessions. */
    @Test
    void aNodeRecoversLocksOfProcessesThatGo() throws Exception {
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute("node", "--listen", "tcp:127.0.0.1:0", "--slots", "10"),
            task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final WireAddress address = WireAddress.parse(run.out().lines().findFirst().orElseThrow()
            .substring("Listening to ".length()));
        final WireFabric first = connect(address);
        assertThat(table(first).client().acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
            .isEqualTo(LockOutcome.GRANTED);
        try (WireFabric second = connect(address)) {
            final LockClient client = table(second).client();
            assertThat(client.tryAcquire(3, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            first.close();
            assertThat(client.acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        }
        run.interruption.request();
        assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(run.err()).contains("has joined\n", "was fenced\n", "lock 3 was reset");
    }

    private static WireFabric connect(WireAddress address) {
        return WireFabric.connect(List.of(address), SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
    }

    private static ShiftLockTable table(WireFabric fabric) {
        return ShiftLockTable.recoverable(fabric, 10, ShiftLockOptions.product(), join(fabric),
            Thread.ofPlatform().daemon().factory());
    }

    private static LockSession join(WireFabric fabric) {
        final ThreadFactory threads = Thread.ofPlatform().daemon().factory();
        final RecoveryOptions options = RecoveryOptions.product()
            .withTimes(TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.SECONDS.toNanos(2));
        return LockSession.join(fabric, LockServer.RECOVERY_ROUTE, options, System.nanoTime(),
            System.nanoTime() + TimeUnit.SECONDS.toNanos(20), threads);
    }

    @Test
    void badInputIsToldInOneSentence(@TempDir Path folder) {
        refused("ftp:x: 'ftp:x' is no address", "--listen", "ftp:x");
        refused("no port", "--listen", "tcp:localhost");
        refused("--slots 0: give", "--listen", "tcp:127.0.0.1:0", "--slots", "0");
        refused("without TLS only this machine may be reached", "--listen", "tcp:0.0.0.0:0");
        refused("cannot listen to unix:", "--listen", "unix:" + folder.resolve("no").resolve("folder"));
        refused("--lease is for locks that are recovered; leave it out, or --session none", "--listen",
            "tcp:127.0.0.1:0", "--session", "none", "--lease", "20ms");
        refused("--incarnation is for locks that are recovered; leave it out, or --session none", "--listen",
            "tcp:127.0.0.1:0", "--session", "none", "--incarnation", "7");
        refused("--session never: give a number with a unit", "--listen", "tcp:127.0.0.1:0", "--session", "never");
        refused("--incarnation 0: give", "--listen", "tcp:127.0.0.1:0", "--session", "1s", "--incarnation", "0");
        refused("--session 20ms: give more than the lease of 100ms", "--listen", "tcp:127.0.0.1:0", "--session",
            "20ms");
        refused("--tls-cert is for TLS, which needs all three", "--listen", "tcp:127.0.0.1:0", "--tls-cert", "x");
        refused("there is no file", "--listen", "tcp:127.0.0.1:0", "--tls-cert", folder.resolve("x").toString(),
            "--tls-key", "x", "--tls-ca", "x");
        refused("--insecure-address is for lanes without TLS", "--listen", "tcp:127.0.0.1:0", "--tls-cert", "x",
            "--tls-key", "x", "--tls-ca", "x", "--insecure-address");
        refused("it is for clients", "--listen", "auto:127.0.0.1:0");
        refused("--listen");
    }

    private static void refused(String why, String... arguments) {
        final CommandRun wrong = new CommandRun();
        final String[] all = new String[arguments.length + 1];
        all[0] = "node";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        assertThat(wrong.execute(all)).as(wrong.err()).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(wrong.err()).contains(why);
        assertThat(wrong.err().strip().lines()).hasSize(1);
    }

    /** The node reads renewed files by itself; who comes by another way than TLS is refused. */
    @Test
    @Tag("thorough")
    void aNodeWithTlsServesWhoShowsACertificate(@TempDir Path folder) throws Exception {
        final Certificates certificates = new Certificates(folder.resolve("pki"));
        final Certificates.Pair old = certificates.expired("node");
        final String[] tls = {"--tls-cert", old.certificate().toString(), "--tls-key", old.key().toString(),
            "--tls-ca", certificates.ca.toString()};
        final List<String> arguments = new ArrayList<>(List.of("node", "--listen",
            "tcp:0.0.0.0:0,shm:" + folder.resolve("shm"), "--slots", "1000"));
        arguments.addAll(List.of(tls));
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute(arguments.toArray(new String[0])), task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final Certificates.Pair renewed = certificates.forThisMachine("node");
        while (!run.err().contains("new lanes use the certificates as they are now") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final String port = run.out().lines().findFirst().orElseThrow().substring("Listening to tcp:0.0.0.0:".length());
        benched("tcp", "tcp:127.0.0.1:" + port, renewed, certificates);
        benched("shm", "auto:127.0.0.1:" + port, renewed, certificates);
        final CommandRun plain = new CommandRun();
        assertThat(plain.execute("bench", "locks", "--servers", "tcp:127.0.0.1:" + port)).isEqualTo(ExitStatus.FAILED);
        assertThat(plain.err()).contains("it wants TLS");
        run.interruption.request();
        assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(run.err()).contains("no TLS: it has sent something else");
    }

    private static void benched(String carrier, String address, Certificates.Pair own, Certificates certificates) {
        final CommandRun bench = new CommandRun();
        assertThat(bench.execute("bench", "locks", "--servers", address, "--duration", "50ms", "--warmup", "10ms",
            "--tls-cert", own.certificate().toString(), "--tls-key", own.key().toString(), "--tls-ca",
            certificates.ca.toString())).as(bench.err()).isZero();
        assertThat(bench.out()).contains(carrier);
    }

    /** Two servers, so that chains go to both; two processes, so that they meet. */
    @Test
    @Tag("thorough")
    void benchLocksMeasuresClientsOfOtherProcesses(@TempDir Path folder) throws IOException {
        try (InProcessFabric first = new InProcessFabric(16_000, WaitPolicy.adaptive(1));
            InProcessFabric second = new InProcessFabric(32_000, WaitPolicy.adaptive(1));
            LockServer one = server(first, "shm:" + folder.resolve("one"));
            LockServer two = server(second, "unix:" + folder.resolve("two"))) {
            final String servers = one.addresses().getFirst() + "," + two.addresses().getFirst();
            for (final String[] how : new String[][] {{"--options", "chains", "--chain", "5"},
                {"--lock-set", "shared"}}) {
                final List<String> arguments = new ArrayList<>(List.of("bench", "locks", "--servers", servers,
                    "--session", "none", "--clients", "4", "--processes", "2", "--duration", "300ms", "--warmup",
                    "10ms", "--json", folder.resolve("locks.json").toString()));
                arguments.addAll(List.of(how));
                assertThat(run.execute(arguments.toArray(new String[0]))).as(run.err()).isZero();
                assertThat(Files.readString(folder.resolve("locks.json"))).contains("\"carrier\": \"shm\"",
                    "\"servers\": 2", "\"processes\": 2", "\"clients\": 4", "\"keptLocks\": ", "\"lockSet\": ",
                    "\"pairsPerSecond\": ", "\"p50Nanos\": ", "\"p99Nanos\": ", "\"p999Nanos\": ")
                    .doesNotContain("\"pairsPerSecond\": 0");
                Files.delete(folder.resolve("locks.json"));
            }
            for (final InProcessFabric memory : List.of(first, second)) {
                try (ShiftLockTable table = new ShiftLockTable(memory, (int) (memory.memoryBytes() / 16),
                    ShiftLockOptions.product(), Thread.ofPlatform().daemon().factory())) {
                    assertThat(table.busySlots()).as("locks that are not free at the end").isZero();
                }
            }
        }
        assertThat(run.out()).contains("pairs/s", "own", "shared");
    }

    /** Two lock servers as they are without a word about sessions, and clients too. */
    @Test
    void benchLocksJoinsTheSessionsOfNodes(@TempDir Path folder) throws Exception {
        final List<Node> nodes = List.of(new Node("shm:" + folder.resolve("one")), new Node("tcp:127.0.0.1:0"));
        final Path json = folder.resolve("locks.json");
        assertThat(run.execute("bench", "locks", "--servers", nodes.get(0).address() + "," + nodes.get(1).address(),
            "--clients", "4", "--processes", "2", "--chain", "3", "--lock-set", "shared", "--options",
            "product,kept,chains,both,single", "--duration", "200ms", "--warmup", "10ms", "--json", json.toString()))
            .as(run.err()).isZero();
        assertThat(run.out()).contains("product", "kept", "chains", "both", "single", "2.00 s");
        assertThat(Files.readString(json)).contains("\"options\": \"both\"", "\"keptLocks\": true",
            "\"keptLocks\": false", "\"sessionMillis\": 2000", "\"servers\": 2")
            .doesNotContain("\"pairsPerSecond\": 0");
        for (final Node node : nodes) {
            node.end();
            assertThat(node.command.err()).contains("has joined").doesNotContain("was reset");
        }
    }

    @Test
    void benchLocksSaysWhatToDoIfThereAreNoSessions(@TempDir Path folder) {
        try (InProcessFabric memory = new InProcessFabric(16_000, WaitPolicy.adaptive(1));
            LockServer server = server(memory, "unix:" + folder.resolve("open"))) {
            assertThat(run.execute("bench", "locks", "--servers", server.addresses().getFirst().toString()))
                .isEqualTo(1);
        }
        assertThat(run.err()).contains("has opened no session within 5 s; one without sessions is measured with "
            + "--session none");
        assertThat(run.err().strip().lines()).hasSize(1);
    }

    /** A node that runs. */
    private static final class Node {

        private final CommandRun command = new CommandRun();
        private final CompletableFuture<Integer> status;

        Node(String listen) {
            status = CompletableFuture.supplyAsync(
                () -> command.execute("node", "--listen", listen, "--slots", "1000"),
                task -> Thread.ofPlatform().daemon().start(task));
            while (!command.out().contains("Ctrl-C") && !status.isDone()) {
                Thread.onSpinWait();
            }
        }

        String address() {
            return command.out().lines().findFirst().orElseThrow().substring("Listening to ".length());
        }

        void end() throws Exception {
            command.interruption.request();
            assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        }
    }

    private static LockServer server(InProcessFabric memory, String address) {
        return LockServer.start(memory, WireAddress.parseAll(address),
            LockServerOptions.of(Thread.ofPlatform().daemon().factory(), new SecureRandom(), line -> {}));
    }

    /** Whose clients have died has no figures: here the lock server lets in only who has a session. */
    @Test
    void benchLocksFailsWhenItsClientsDo(@TempDir Path folder) {
        try (InProcessFabric memory = new InProcessFabric(16_000, WaitPolicy.adaptive(1));
            LockServer server = LockServer.start(memory, WireAddress.parseAll("unix:" + folder.resolve("strict")),
                LockServerOptions.of(Thread.ofPlatform().daemon().factory(), new SecureRandom(), line -> {})
                    .withSessionsOnly())) {
            final int status = run.execute("bench", "locks", "--servers", server.addresses().getFirst().toString(),
                "--session", "none", "--clients", "4", "--processes", "2", "--duration", "300ms", "--warmup", "10ms");
            assertThat(status).as(run.out() + run.err()).isEqualTo(1);
        }
        assertThat(run.out()).doesNotContain("pairs/s");
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.err()).contains("the lock servers could not be measured: a client has failed: client ",
            "begin a new one");
    }

    @Test
    void benchLocksRefusesWhatCannotBeMeasured() {
        refusedByBench("--servers ftp:x: 'ftp:x' is no address", "--servers", "ftp:x");
        refusedByBench("--clients 3: give a multiple", "--servers", "unix:/x", "--clients", "3", "--processes", "2");
        refusedByBench("--lock-set some: give own or shared", "--servers", "unix:/x", "--lock-set", "some");
        refusedByBench("--tls-host x: is for TLS", "--servers", "unix:/x", "--tls-host", "x");
        refusedByBench("--tls-cert is for lock servers that run already; add --servers", "--tls-cert", "nosuchfile");
        refusedByBench("--clients is for lock servers that run already; add --servers", "--clients", "4");
        refusedByBench("--chain 0: give", "--servers", "unix:/x", "--chain", "0");
        refusedByBench("--options kept,all: give some of product, kept, chains, both and single", "--servers",
            "unix:/x",
            "--options", "kept,all");
        refusedByBench("--entry is for locks of this process; leave it out, or --servers", "--servers", "unix:/x",
            "--entry", "plain");
        refusedByBench("--lease is for locks that are recovered", "--servers", "unix:/x", "--session", "none",
            "--lease", "20ms");
    }

    private static void refusedByBench(String why, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("bench", "locks"));
        all.addAll(List.of(arguments));
        final CommandRun wrong = new CommandRun();
        assertThat(wrong.execute(all.toArray(new String[0]))).as(wrong.err()).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(wrong.err()).contains(why);
        assertThat(wrong.err().strip().lines()).hasSize(1);
    }

    @Test
    @Tag("thorough")
    void benchFabricMeasuresEveryCarrier(@TempDir Path folder) throws IOException {
        final Path json = folder.resolve("fabric.json");
        assertThat(run.execute("bench", "fabric", "--duration", "5ms", "--warmup", "0s", "--json", json.toString()))
            .as(run.err()).isZero();
        assertThat(run.out()).contains("carrier", "x bare", "shm", "unix", "tcp");
        assertThat(Files.readString(json)).contains("\"carrier\": \"shm\"", "\"hog\": true", "\"verbsPerFrame\": 20",
            "\"clients\": 4", "\"p50Nanos\": ", "\"p99Nanos\": ", "\"roundTripsPerSecond\": ", "\"bareP50Nanos\": ");
    }
}
