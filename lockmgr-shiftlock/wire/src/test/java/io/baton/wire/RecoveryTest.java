package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks of processes that die or stall, with sessions over each carrier. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecoveryTest {

    /** So long that nothing here is decided by its end. */
    private static final long LONG_MILLIS = 600_000;
    private static final long SHORT_MILLIS = 1_200;
    private static final long LIMIT_SECONDS = 20;

    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    private RecoveryServerMain server(CarrierKind carrier, long sessionMillis) {
        final String address = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve(carrier + "");
        return new RecoveryServerMain(WireAddress.parseAll(address), sessionMillis, log::add);
    }

    private static String addressOf(RecoveryServerMain server) {
        return server.addresses().getFirst().toString();
    }

    private void awaitLog(String part) throws InterruptedException {
        String line = "";
        while (!line.contains(part)) {
            line = log.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(line).as("a line of the lock server that says " + part).isNotNull();
        }
    }

    private static CompletableFuture<LockOutcome> acquire(LockClient client, int slot) {
        return acquire(client, slot, LockMode.EXCLUSIVE);
    }

    private static CompletableFuture<LockOutcome> acquire(LockClient client, int slot, LockMode mode) {
        return CompletableFuture.supplyAsync(
            () -> client.acquire(slot, mode, LockClient.NO_DEADLINE),
            task -> Thread.ofPlatform().daemon().start(task));
    }

    @ParameterizedTest
    @EnumSource
    void aLaneWithoutASessionGetsNothing(CarrierKind carrier) {
        try (RecoveryServerMain server = server(carrier, LONG_MILLIS);
            WireFabric fabric = WireFabric.connect(List.of(server.addresses().getFirst()), System::nanoTime,
                Thread.ofPlatform().daemon().factory())) {
            final Endpoint early = fabric.connect();
            assertThatThrownBy(() -> early.readWord(0)).isInstanceOf(ConnectionLostException.class);
            final RecoverableProcess joined = new RecoverableProcess(fabric, LONG_MILLIS);
            assertThatThrownBy(() -> early.readWord(0)).as("an endpoint of the time before the session")
                .isInstanceOf(ConnectionLostException.class);
            assertThat(fabric.connect().readWord(0)).isZero();
            joined.session.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailureOfTheRecoveryStopsTheServer(CarrierKind carrier) {
        final String address = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve("failing");
        try (RecoveryServerMain server = new RecoveryServerMain(WireAddress.parseAll(address), LONG_MILLIS, line -> {
            if (line.contains("has joined")) {
                throw new IllegalStateException("no room for the log");
            }
        })) {
            final long begun = System.nanoTime();
            assertThatThrownBy(() -> new RecoverableProcess(addressOf(server), LONG_MILLIS))
                .isInstanceOf(ConnectionLostException.class);
            assertThat(System.nanoTime() - begun).as("until the process knows")
                .isLessThan(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS / 2));
            assertThat(server.failure()).contains("no room for the log");
        }
    }

    @Test
    void aServerThatLetsInEverybodyRecoversNothing() {
        try (InProcessFabric memory = new InProcessFabric(64, WaitPolicy.adaptive(1));
            LockServer server = open(memory)) {
            assertThatThrownBy(() -> server.recoverAt(1)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withSessionsOnly()");
        }
    }

    private LockServer open(InProcessFabric memory) {
        return LockServer.start(memory, WireAddress.parseAll("tcp:127.0.0.1:0"),
            LockServerOptions.of(Thread.ofPlatform().daemon().factory(), new Random(), log::add));
    }

    /** A notice that names nobody, like a verdict, must not hide the session that a lane belongs to. */
    @Test
    void theEndOfALaneTellsTheLastTagThatNamesSomebody() {
        try (InProcessFabric memory = new InProcessFabric(64, WaitPolicy.adaptive(1));
            LockServer server = open(memory)) {
            final WireFabric fabric = WireFabric.connect(
                List.of(server.addresses().getFirst()), System::nanoTime, Thread.ofPlatform().daemon().factory());
            final Endpoint own = server.fabric().connect();
            final Endpoint receiver = fabric.connect();
            assertThat(receiver.readWord(0)).isZero();
            final UnsafeBuffer notice = new UnsafeBuffer(new byte[8]);
            assertThat(own.post(receiver.route(), notice, 0, 8, 5)).isEqualTo(SendStatus.SENT);
            assertThat(own.post(receiver.route(), notice, 0, 8, -1)).isEqualTo(SendStatus.SENT);
            fabric.close();
            own.awaitNotice(SystemNanoClock.INSTANCE.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
            assertThat(own.nextGone()).isEqualTo(5);
            assertThat(own.nextGone()).isZero();
        }
    }

    /** As when one executor has failed, and another takes lanes for it. */
    @Test
    void aLaneForAnExecutorThatHasEndedIsClosed() throws Exception {
        try (InProcessFabric memory = new InProcessFabric(64, WaitPolicy.adaptive(1));
            ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel peer = SocketChannel.open(listener.getLocalAddress())) {
            final Executor executor = new Executor(memory, 1, failure -> log.add(failure.toString()));
            executor.stop();
            executor.run();
            final LockServerOptions options = LockServerOptions.of(Thread::new, new Random(), log::add);
            final Lanes lanes = new Lanes(64, options);
            assertThat(lanes.admitLane()).isTrue();
            final SocketChannel accepted = listener.accept();
            executor.adopt(new ServerLane(executor, Carriers.accepted(accepted,
                WireAddress.parse("tcp:127.0.0.1:" + peer.socket().getPort()), 1, options, Runnable::run), lanes,
                "of the test", 0));
            assertThat(peer.read(ByteBuffer.allocate(1))).as("what the peer reads").isEqualTo(-1);
            assertThat(lanes.open()).isZero();
            assertThat(log).isEmpty();
        }
    }

    /** It held a lock and waited for another. Long before its session is over both are free. */
    @ParameterizedTest
    @EnumSource
    void whatAKilledProcessHeldAndWaitedForIsFreeAtOnce(CarrierKind carrier) throws Exception {
        try (RecoveryServerMain server = server(carrier, LONG_MILLIS);
            RecoverableProcess other = new RecoverableProcess(addressOf(server), LONG_MILLIS)) {
            final LockClient first = other.table.client();
            final LockClient second = other.table.client();
            assertThat(first.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            try (ChildJvm victim = new ChildJvm(
                RecoverableProcess.class, addressOf(server), Long.toString(LONG_MILLIS))) {
                final int generation = Integer.parseInt(victim.await("HOLDS"));
                final CompletableFuture<LockOutcome> waits = acquire(second, 0);
                TimeUnit.MILLISECONDS.sleep(50);
                assertThat(waits).as("while the holder lives").isNotDone();
                victim.kill();
                awaitLog("was fenced");
                assertThat(waits.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.GRANTED);
                assertThat(second.token(0).generation()).isGreaterThan(generation);
            }
            first.release(1);
            final CompletableFuture<LockOutcome> next = acquire(first, 1);
            assertThat(next.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.GRANTED);
            first.releaseAll();
            second.releaseAll();
            assertThat(other.table.busySlots()).isZero();
        }
    }

    /** Its lane stands, its session ends: it comes back to learn that it has lost everything, and may begin anew. */
    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void whoStallsBeyondItsSessionHasLostItsLocks(CarrierKind carrier) throws Exception {
        try (RecoveryServerMain server = server(carrier, SHORT_MILLIS);
            RecoverableProcess other = new RecoverableProcess(addressOf(server), SHORT_MILLIS);
            ChildJvm victim = new ChildJvm(
                RecoverableProcess.class, addressOf(server), Long.toString(SHORT_MILLIS))) {
            final int generation = Integer.parseInt(victim.await("HOLDS"));
            final LockClient client = other.table.client();
            final CompletableFuture<LockOutcome> waits = acquire(client, 0);
            victim.signal("STOP");
            assertThat(waits.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.token(0).generation()).isGreaterThan(generation);
            final Endpoint data = other.fabric.connect();
            assertThat(data.readWord(RecoveryServerMain.DATA)).isEqualTo(1);
            victim.signal("CONT");
            victim.say("go on");
            assertThat(victim.await("REFUSED")).contains("session");
            assertThat(victim.await("NEXT")).isEqualTo("LOST");
            assertThat(victim.await("AGAIN")).isEqualTo("GRANTED");
            assertThat(data.readWord(RecoveryServerMain.DATA)).as("what the late write has left").isEqualTo(1);
            assertThat(client.held(0)).isEqualTo(LockMode.EXCLUSIVE);
            client.release(0);
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void aLockServerThatIsKilledTakesTheSessionsWithIt(CarrierKind carrier) throws Exception {
        final String place = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve("killed");
        try (ChildJvm server = new ChildJvm(RecoveryServerMain.class, place, Long.toString(LONG_MILLIS))) {
            final String address = server.await("LISTENS");
            try (RecoverableProcess process = new RecoverableProcess(address, LONG_MILLIS)) {
                final LockClient holder = process.table.client();
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                final CompletableFuture<LockOutcome> waits = acquire(process.table.client(), 0);
                server.kill();
                assertThat(waits.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.LOST);
                holder.release(0);
                assertThat(holder.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
                assertThat(process.session.isLost()).isTrue();
            }
        }
    }

    /** Waits for readers and for the epoch are no waits for notices: they ask the lock server for a word. */
    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void whoWaitsForAWordOfAServerThatIsKilledHasLost(CarrierKind carrier) throws Exception {
        final String place = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve("killed");
        try (ChildJvm server = new ChildJvm(RecoveryServerMain.class, place, Long.toString(LONG_MILLIS))) {
            final String address = server.await("LISTENS");
            try (RecoverableProcess holder = new RecoverableProcess(address, LONG_MILLIS);
                RecoverableProcess waiter = new RecoverableProcess(address, LONG_MILLIS)) {
                holder.table.client().acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                holder.table.client().acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE);
                final CompletableFuture<LockOutcome> forEpoch = acquire(waiter.table.client(), 0, LockMode.SHARED);
                final CompletableFuture<LockOutcome> forReaders =
                    acquire(waiter.table.client(), 1, LockMode.EXCLUSIVE);
                TimeUnit.MILLISECONDS.sleep(50);
                assertThat(forEpoch).isNotDone();
                assertThat(forReaders).isNotDone();
                server.kill();
                assertThat(forEpoch.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.LOST);
                assertThat(forReaders.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(LockOutcome.LOST);
            }
        }
    }
}
