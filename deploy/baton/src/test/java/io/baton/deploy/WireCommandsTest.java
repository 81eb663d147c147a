package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.command.ExitStatus;
import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton node}. */
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
}
