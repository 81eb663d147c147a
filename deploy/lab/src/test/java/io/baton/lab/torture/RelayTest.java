package io.baton.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.wire.CarrierKind;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A relay leads to its lock server, and closes both ends or none. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RelayTest {

    private static final int LANE_BYTES = Long.BYTES;
    private static final long MEMORY_BYTES = 64;

    @TempDir
    private Path folder;

    private static SocketChannel connect(Path bell) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(bell));
    }

    /** Otherwise the lock server keeps a lane, and the session on it, that nobody uses. */
    @Test
    void aLaneThatCannotBePassedOnIsClosedAtBothEnds() throws IOException {
        final Path server = Files.createDirectory(folder.resolve("server"));
        final Path place = folder.resolve("relay");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(server.resolve("bell")));
            Relay relay = new Relay(WireAddress.parse("shm:" + server), place);
            SocketChannel client = connect(place.resolve("bell"));
            SocketChannel lane = listener.accept()) {
            assertThat(relay.address()).isEqualTo("shm:" + place);
            // There is no place for the name of the lane's file now.
            Files.delete(place.resolve("bell"));
            Files.delete(place);
            lane.write(ByteBuffer.allocate(LANE_BYTES));
            assertThat(lane.read(ByteBuffer.allocate(1))).as("what the lock server reads").isEqualTo(-1);
            assertThat(client.read(ByteBuffer.allocate(1))).as("what the coordinator reads").isEqualTo(-1);
        }
    }

    /** A coordinator that cannot map its lane's file never works, and nothing that is judged tells of it. */
    @ParameterizedTest
    @EnumSource
    void clientsReachTheLockServerAndTheNextOneAtItsPlace(CarrierKind carrier) throws IOException {
        final WireAddress address;
        try (LockServer first = serve(WireAddress.parse(
            carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0" : carrier.scheme() + ":" + folder.resolve("server")))) {
            address = first.addresses().getFirst();
        }
        try (Relay relay = new Relay(address, folder.resolve("relay"))) {
            for (int life = 1; life <= 2; life++) {
                try (LockServer server = serve(address);
                    WireFabric lane = WireFabric.connect(List.of(WireAddress.parse(relay.address())),
                        SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory())) {
                    assertThat(lane.memoryBytes()).as("life " + life).isEqualTo(MEMORY_BYTES);
                    assertThat(server.lanes()).as("life " + life).isOne();
                }
            }
        }
    }

    private static LockServer serve(WireAddress address) {
        return LockServer.start(new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1)), List.of(address),
            LockServerOptions.of(Thread.ofPlatform().daemon().factory(), new SecureRandom(), line -> {}));
    }

    @Test
    void aCutClosesBothEnds() throws IOException {
        final Path server = folder.resolve("server");
        final Path place = folder.resolve("relay");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(server));
            Relay relay = new Relay(WireAddress.parse("unix:" + server), place);
            SocketChannel client = connect(place);
            SocketChannel lane = listener.accept()) {
            client.write(ByteBuffer.allocate(1));
            assertThat(lane.read(ByteBuffer.allocate(1))).as("what is passed on").isEqualTo(1);
            relay.cut();
            assertThat(lane.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }
}
