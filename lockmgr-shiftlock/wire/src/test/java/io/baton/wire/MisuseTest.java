package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ReadPair;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators and clients do by mistake, or with intent, harms nobody else. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MisuseTest {

    private static final int MEMORY_BYTES = 4 * 1024;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (final AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private LockServer server(String address) {
        final InProcessFabric memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
        opened.add(memory);
        final LockServer server = LockServer.start(memory, WireAddress.parseAll(address),
            LockServerOptions.of(Thread.ofPlatform().factory(), new Random(1), line -> {}));
        opened.add(server);
        return server;
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

    private String address(CarrierKind carrier, String name) {
        return carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0" : carrier.scheme() + ":" + folder.resolve(name);
    }

    private static VerbBatch readOf(int... servers) {
        final VerbBatch batch = new VerbBatch();
        for (final int server : servers) {
            batch.add(new ReadPair().at(Address.of(server, 0)));
        }
        return batch;
    }

    @Test
    void aServerRemovesNothingButASocketThatNobodyListensTo() throws IOException {
        final Path data = Files.writeString(folder.resolve("data.csv"), "1,2");
        assertThatThrownBy(() -> server("unix:" + data)).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining("no socket");
        final Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> server("unix:" + empty)).isInstanceOf(UncheckedIOException.class);
        assertThat(data).hasContent("1,2");
        assertThat(empty).isDirectory();

        server("shm:" + folder.resolve("rings")).close();
        final Path notes = Files.writeString(folder.resolve("rings").resolve("lane-notes.txt"), "mine");
        Files.createDirectories(folder.resolve("rings").resolve("lane-7").resolve("below"));
        final Path left = Files.writeString(folder.resolve("rings").resolve("lane-8"), "of a dead server");
        server("shm:" + folder.resolve("rings"));
        assertThat(notes).hasContent("mine");
        assertThat(left).doesNotExist();

        final Path dead = folder.resolve("dead");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(dead)).close();
        assertThat(dead).exists();
        assertThat(connect(server("unix:" + dead)).connect().faa(0, 1)).isZero();
        assertThatThrownBy(() -> server("unix:" + dead)).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining("another process listens");
    }

    @Test
    void aClientGoesToThisMachineOnly() {
        assertThatThrownBy(() -> WireFabric.connect(WireAddress.parseAll("tcp:192.0.2.1:7400"),
            SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory()))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("loopback");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchThatOneServerRefusesIsNotTakenForDone(CarrierKind carrier) {
        final LockServer first = server(address(carrier, "first"));
        final LockServer second = server(address(carrier, "second"));
        final WireFabric fabric = connect(first, second);
        final Endpoint endpoint = fabric.connect();
        endpoint.writeWord(Address.of(0, 0), 5);
        second.gate().refuse(fabric.node());
        for (int i = 0; i < 200; i++) {
            assertThatThrownBy(() -> endpoint.execute(readOf(0, 1))).isInstanceOf(ConnectionLostException.class);
            assertThat(endpoint.readWord(Address.of(0, 0))).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLostServerLeavesTheOthersUsable(CarrierKind carrier) {
        final LockServer first = server(address(carrier, "first"));
        final LockServer second = server(address(carrier, "second"));
        final WireFabric fabric = connect(first, second);
        final Endpoint endpoint = fabric.connect();
        final Endpoint other = connect(first).connect();
        second.close();
        assertThatThrownBy(() -> {
            while (true) {
                endpoint.readWord(Address.of(1, 0));
            }
        }).isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(() -> endpoint.execute(readOf(0, 1))).isInstanceOf(ConnectionLostException.class);
        assertThat(other.send(endpoint.route(), new UnsafeBuffer(new byte[8]), 0, 8)).isEqualTo(SendStatus.SENT);
        endpoint.awaitNotice(Endpoint.NO_DEADLINE);
        assertThat(endpoint.receive((buffer, offset, length) -> assertThat(length).isEqualTo(8))).isEqualTo(1);
        // Each of them would leave an endpoint open at the first server.
        for (int i = 0; i < WireLimits.ENDPOINTS_MAX + 10; i++) {
            assertThatThrownBy(fabric::connect).isInstanceOf(ConnectionLostException.class);
        }
        assertThat(endpoint.faa(Address.of(0, 8), 1)).isZero();
    }

    @Test
    void whoNeverStopsSendingKeepsNobodyFromTheServer() throws Exception {
        final LockServer server = server(address(CarrierKind.SHM, "rings"));
        final Carrier greedy = Carriers.connected(
            server.addresses().getFirst(), LaneSecurity.loopbackOnly(), 1, SystemNanoClock.INSTANCE);
        final List<Throwable> failures = new ArrayList<>();
        send(greedy, Frames.hello());
        send(greedy, Frames.open(3));
        final Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    send(greedy, Frames.of(LaneFrame.CREDIT, 0, 3, 0));
                }
            } catch (IOException e) {
                failures.add(e);
            }
        });
        final Endpoint endpoint = connect(server).connect();
        for (int i = 0; i < 1_000; i++) {
            assertThat(endpoint.faa(0, 1)).isEqualTo(i);
        }
        server.close();
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(10));
        greedy.close();
        assertThat(failures).isEmpty();
    }

    private static void send(Carrier carrier, UnsafeBuffer frame) throws IOException {
        int index = carrier.claim(frame.capacity());
        while (index == Carrier.NO_ROOM && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
            index = carrier.claim(frame.capacity());
        }
        if (index != Carrier.NO_ROOM) {
            carrier.out().putBytes(index, frame, 0, frame.capacity());
            carrier.commit(index, frame.capacity());
        }
    }
}
