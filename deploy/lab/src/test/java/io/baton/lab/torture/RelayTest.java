package io.baton.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.wire.WireAddress;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A relay closes both ends or none. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RelayTest {

    private static final int LANE_BYTES = Long.BYTES;

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
