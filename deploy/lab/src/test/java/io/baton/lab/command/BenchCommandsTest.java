package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.command.ExitStatus;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lab.bench.BenchCase;
import io.baton.lab.bench.BenchLocksCommand;
import io.baton.lab.bench.BenchPlan;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.testing.Certificates;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code baton bench locks}, in process and at lock servers, and {@code baton bench fabric}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BenchCommandsTest {

    private static final BenchPlan SHORT = new BenchPlan(
        List.of(new BenchCase(10, 1, 0), new BenchCase(1, 4, 0)), 1, Duration.ofMillis(5), Duration.ofMillis(5));

    private final CommandRun run = new CommandRun();

    @Test
    void benchLocksPrintsTheTable(@TempDir Path folder) throws IOException {
        final Path json = folder.resolve("locks.json");
        assertThat(shortRun("--json", json.toString())).as(run.err()).isZero();
        assertThat(run.out()).contains("Measuring 2 cases.", "x RRWL", "ShiftLock", "ReentrantReadWriteLock",
            "StampedLock").doesNotContain("\r", "\033");
        assertThat(Files.readString(json)).startsWith("[").contains("\"acquireNanos\"");
    }

    @Test
    void benchLocksComparesTheEntriesIfAsked() {
        assertThat(shortRun("--entry", "plain")).as(run.err()).isZero();
        assertThat(run.out()).contains("ShiftLock-8").doesNotContain("ShiftLock  ");
        assertThat(run.execute("bench", "locks", "--entry", "wide")).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.err()).contains("--entry wide: give masked, plain or both");
    }

    /** {@code bench locks} with fewer cases. */
    private int shortRun(String... arguments) {
        return new CommandLine(new BenchLocksCommand(run.context, SHORT)).execute(arguments);
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
