package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.Refusal;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lock server grants, and what it does when more is asked. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitsTest {

    private static final int MEMORY_BYTES = 64 * 1024;

    @TempDir
    private Path folder;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private InProcessFabric memory;
    private InProcessFabric secondMemory;

    @BeforeEach
    void openMemory() {
        memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
        secondMemory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (final AutoCloseable each : opened.reversed()) {
            each.close();
        }
        memory.close();
        secondMemory.close();
    }

    private LockServer server(InProcessFabric of, String address, LockServerOptions options) {
        final LockServer server = LockServer.start(of, WireAddress.parseAll(address), options);
        opened.add(server);
        return server;
    }

    private LockServerOptions options() {
        return LockServerOptions.of(Thread.ofPlatform().factory(), new Random(1), log::add);
    }

    private WireFabric connect(LockServer... servers) {
        final List<WireAddress> addresses = new ArrayList<>();
        for (final LockServer each : servers) {
            addresses.add(each.addresses().getFirst());
        }
        final WireFabric fabric =
            WireFabric.connect(addresses, SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
        opened.add(fabric);
        return fabric;
    }

    private String address(CarrierKind carrier) {
        return carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve("at-" + carrier);
    }

    @ParameterizedTest
    @EnumSource
    void aBatchGoesToSeveralServersAndComesBackInOrder(CarrierKind carrier) {
        final LockServer first = server(memory, address(carrier), options());
        final LockServer second = server(secondMemory, "tcp:127.0.0.1:0", options());
        final WireFabric fabric = connect(first, second);
        try (Endpoint endpoint = fabric.connect()) {
            final VerbBatch batch = new VerbBatch();
            final List<ReadPair> reads = new ArrayList<>();
            for (int i = 0; i < VerbBatch.VERBS_MAX; i++) {
                final int server = i % 2;
                endpoint.writeWord(Address.of(server, 16L * i), 1_000 + i);
                reads.add(new ReadPair().at(Address.of(server, 16L * i)));
                batch.add(reads.get(i));
            }
            endpoint.execute(batch);
            for (int i = 0; i < reads.size(); i++) {
                assertThat(reads.get(i).oldLow()).as("verb %d", i).isEqualTo(1_000 + i);
            }
            assertThatThrownBy(() -> endpoint.readWord(Address.of(2, 0)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("2 lock servers");
            assertThatThrownBy(() -> endpoint.readWord(MEMORY_BYTES)).isInstanceOf(IllegalArgumentException.class);
            assertThat(endpoint.cas(0, 1_000, 7)).isEqualTo(1_000);
            assertThat(endpoint.faa(0, 3)).isEqualTo(7);
            assertThat(endpoint.readWord(0)).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMailboxHasRoomForSoManyNoticesAndNoneIsLost(CarrierKind carrier) {
        final LockServer server = server(memory, address(carrier), options());
        final Endpoint receiver = connect(server).connect();
        try (Endpoint sender = connect(server).connect()) {
            final UnsafeBuffer notice = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
            int sent = 0;
            while (sender.send(receiver.route(), notice, 0, notice.capacity()) == SendStatus.SENT) {
                notice.putInt(0, ++sent);
            }
            assertThat(sent).isEqualTo(WireLimits.MAILBOX_NOTICES_MAX);
            final List<Integer> got = new ArrayList<>();
            while (got.size() < sent) {
                receiver.awaitNotice(SystemNanoClock.INSTANCE.nanoTime() + TimeUnit.SECONDS.toNanos(10));
                receiver.receive((buffer, offset, length) -> got.add(buffer.getInt(offset)));
            }
            assertThat(got).isSorted().hasSize(sent);
            eventually(() -> sender.send(receiver.route(), notice, 0, 1) == SendStatus.SENT);
            assertThat(sender.send(Route.of(60_000, 1), notice, 0, 1)).isEqualTo(SendStatus.NO_SUCH_PEER);
            final long gone = receiver.route();
            receiver.close();
            eventually(() -> sender.send(gone, notice, 0, 1) == SendStatus.NO_SUCH_PEER);
        }
    }

    @Test
    void lanesBeyondTheLimitAreClosedAndOthersGoOn() {
        final LockServer server = server(memory, address(CarrierKind.UNIX), options().withLanesMax(2));
        final Endpoint endpoint = connect(server).connect();
        connect(server);
        assertThatThrownBy(() -> connect(server)).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(server.addresses().getFirst().toString());
        assertThat(log).hasSize(1).first().asString().contains("2 are open");
        assertThat(endpoint.faa(0, 1)).isZero();
    }

    /** In shared memory fewer: each lane has a file of its own. */
    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"UNIX, 1000, 10000", "TCP, 1000, 2000", "SHM, 100, 2000"})
    void manyLanesAndClientsAreServed(CarrierKind carrier, int lanes, int clients) throws IOException {
        final LockServer server = server(memory, address(carrier), options());
        for (int i = 0; i < lanes; i++) {
            send(lane(server), Frames.hello());
        }
        eventually(() -> server.lanes() == lanes);
        final WireFabric fabric = connect(server);
        for (int i = 0; i < clients; i++) {
            assertThat(fabric.connect().faa(0, 1)).isEqualTo(i);
        }
        assertThat(log).isEmpty();
    }

    /** The bound is what both ends and the system hold: sockets of TCP grow to some megabytes. */
    @ParameterizedTest
    @CsvSource({"UNIX, 4000000", "TCP, 24000000", "SHM, 1000000"})
    void whoTakesNoAnswersStandsStillAndKeepsNobody(CarrierKind carrier, long bytesMax) throws IOException {
        final LockServer server = server(memory, address(carrier), options());
        final Endpoint endpoint = connect(server).connect();
        final Carrier greedy = lane(server);
        assertThat(send(greedy, Frames.hello())).isTrue();
        assertThat(send(greedy, Frames.open(3))).isTrue();
        final UnsafeBuffer frame = Frames.everyVerb(3);
        long accepted = 0;
        int refused = 0;
        while (refused < 200 && accepted < 2 * bytesMax) {
            for (int i = 0; i < 64 && send(greedy, frame); i++) {
                accepted += frame.capacity();
                refused = 0;
            }
            refused++;
            assertThat(endpoint.faa(0, 1)).isGreaterThanOrEqualTo(0);
        }
        assertThat(accepted).as("bytes that the lock server and the way to it have taken").isLessThan(bytesMax);
        assertThat(endpoint.readWord(0)).isNotZero();
    }

    /** A lane of which nobody reads. */
    private Carrier lane(LockServer server) throws IOException {
        final Carrier carrier = Carriers.connected(server.addresses().getFirst(), LaneSecurity.loopbackOnly(),
            LockServerOptions.SPINS_DEFAULT, SystemNanoClock.INSTANCE);
        opened.add(carrier::close);
        return carrier;
    }

    /** Sends a frame, unless the lane has no room for it. */
    private static boolean send(Carrier lane, UnsafeBuffer frame) throws IOException {
        final int index = lane.claim(frame.capacity());
        if (index != Carrier.NO_ROOM) {
            lane.out().putBytes(index, frame, 0, frame.capacity());
            lane.commit(index, frame.capacity());
        }
        lane.flush();
        return index != Carrier.NO_ROOM;
    }

    @Test
    void theGateRefusesANodeUntilItIsAdmitted() {
        final LockServer server = server(memory, address(CarrierKind.UNIX), options());
        final WireFabric fabric = connect(server);
        final Endpoint other = connect(server).connect();
        final Endpoint endpoint = fabric.connect();
        assertThat(endpoint.faa(0, 1)).isZero();
        server.gate().refuse(fabric.node());
        assertThatThrownBy(() -> endpoint.faa(0, 1)).isInstanceOf(ConnectionLostException.class)
            .hasMessageContaining("session");
        assertThat(other.faa(0, 1)).isEqualTo(1);
        server.gate().admit(fabric.node());
        assertThatThrownBy(() -> endpoint.faa(0, 1)).isInstanceOf(ConnectionLostException.class);
        assertThat(fabric.connect().faa(0, 1)).isEqualTo(2);
    }

    @Test
    void framesOfAnotherSessionOrConfigurationDoNothing() {
        final MemoryCarrier carrier = new MemoryCarrier();
        final Lanes lanes = new Lanes(MEMORY_BYTES, options());
        final Executor executor = new Executor(memory, 1, failure -> fail(failure));
        assertThat(lanes.admitLane()).isTrue();
        final ServerLane lane = new ServerLane(executor, carrier, lanes, "of the test", 0);
        carrier.send(Frames.hello());
        carrier.send(Frames.open(3));
        final UnsafeBuffer session = Frames.everyVerb(3);
        LaneFrame.under(session, 0, Frames.SESSION + 1, Frames.CONFIGURATION);
        carrier.send(session);
        lane.turn(false);
        assertThat(carrier.lastType).isEqualTo(LaneFrame.REFUSED);
        assertThat(Refusal.of(carrier.lastStatus)).isEqualTo(Refusal.SESSION);
        final UnsafeBuffer configuration = Frames.everyVerb(3);
        LaneFrame.under(configuration, 0, Frames.SESSION, Frames.CONFIGURATION + 1);
        carrier.send(configuration);
        lane.turn(false);
        assertThat(Refusal.of(carrier.lastStatus)).isEqualTo(Refusal.CONFIGURATION);
        try (Endpoint endpoint = memory.connect()) {
            assertThat(endpoint.readWord(32)).isZero();
        }
        executor.stop();
    }

    @Test
    void anotherVersionIsRefused() {
        final MemoryCarrier carrier = new MemoryCarrier();
        final Lanes lanes = new Lanes(MEMORY_BYTES, options());
        final Executor executor = new Executor(memory, 1, failure -> fail(failure));
        assertThat(lanes.admitLane()).isTrue();
        final ServerLane lane = new ServerLane(executor, carrier, lanes, "of the test", 0);
        carrier.send(Frames.hello(WireLimits.VERSION + 1, 0, 0));
        lane.turn(false);
        assertThat(Refusal.of(carrier.lastStatus)).isEqualTo(Refusal.VERSION);
        assertThat(carrier.closed).isTrue();
        assertThat(log).hasSize(1).first().asString().contains("version 3");
        executor.stop();
    }

    @Test
    void addressesAreCheckedInOneSentence() {
        for (final String wrong : List.of("", "tcp", "tcp:", "tcp:host", "tcp:host:port", "tcp:host:70000", "ftp:a:1",
            "unix:", "shm:", "unix:a,,tcp:b:1")) {
            assertThatThrownBy(() -> WireAddress.parseAll(wrong)).as(wrong)
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("give");
        }
        assertThat(WireAddress.parseAll("shm:/a,unix:/b,tcp:c:1")).extracting(WireAddress::toString)
            .containsExactly("shm:/a", "unix:/b", "tcp:c:1");
    }

    @Test
    void aPlaceThatIsTakenIsRefusedWithItsAddress() {
        final LockServer server = server(memory, address(CarrierKind.SHM), options());
        assertThatThrownBy(() -> server(memory, address(CarrierKind.SHM), options()))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("another process listens there");
        assertThat(connect(server).connect().faa(0, 1)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void virtualThreadsConnectAndAskBesidePlatformThreads(CarrierKind carrier) throws InterruptedException {
        final LockServer server = server(memory, address(carrier), options());
        final List<WireFabric> connected = Collections.synchronizedList(new ArrayList<>());
        Thread.ofVirtual().start(() -> connected.add(connect(server))).join();
        final WireFabric fabric = connected.getFirst();
        final List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            final Runnable client = () -> {
                try (Endpoint endpoint = fabric.connect()) {
                    for (int round = 0; round < 200; round++) {
                        endpoint.faa(0, 1);
                    }
                }
            };
            clients.add(i % 2 == 0 ? Thread.ofVirtual().start(client) : Thread.ofPlatform().start(client));
        }
        for (final Thread client : clients) {
            client.join();
        }
        assertThat(fabric.connect().readWord(0)).isEqualTo(8 * 200);
    }

    /** An interrupt is the business of who was interrupted: the lane, which all share, goes on. */
    @ParameterizedTest
    @EnumSource
    void anInterruptedClientKeepsItsInterruptAndItsLane(CarrierKind carrier) throws InterruptedException {
        final LockServer server = server(memory, address(carrier), options());
        final WireFabric fabric = connect(server);
        final List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
        final Thread client = Thread.ofPlatform().start(() -> {
            try (Endpoint endpoint = fabric.connect()) {
                endpoint.awaitNotice(SystemNanoClock.INSTANCE.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300));
                endpoint.faa(0, 1);
                interrupted.add(Thread.currentThread().isInterrupted());
            }
        });
        TimeUnit.MILLISECONDS.sleep(100);
        client.interrupt();
        client.join();
        assertThat(interrupted).containsExactly(true);
        assertThat(fabric.connect().readWord(0)).isEqualTo(1);
    }

    @Test
    void lanesInSharedMemoryLeaveNoFilesBehind() throws IOException {
        final LockServer server = server(memory, address(CarrierKind.SHM), options());
        final Path directory = folder.resolve("at-SHM");
        try (WireFabric fabric = connect(server)) {
            assertThat(fabric.connect().faa(0, 1)).isZero();
            assertThat(names(directory)).containsExactly("bell");
        }
        // One that connects and goes away before it has mapped anything.
        SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("bell"))).close();
        eventually(() -> server.lanes() == 0 && names(directory).equals(List.of("bell")));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
        assertThatThrownBy(() -> server(secondMemory, address(CarrierKind.SHM), options()))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("0700");
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void eventually(BooleanSupplier condition) {
        final long limit = SystemNanoClock.INSTANCE.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(SystemNanoClock.INSTANCE.nanoTime()).as("what shall come about").isLessThan(limit);
            Thread.yield();
        }
    }
}
