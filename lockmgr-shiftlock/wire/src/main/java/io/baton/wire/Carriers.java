package io.baton.wire;

import io.baton.wire.carrier.Carrier;
import io.baton.wire.carrier.RingCarrier;
import io.baton.wire.carrier.RingFile;
import io.baton.wire.carrier.SocketCarrier;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Makes the two ends of a lane, as its address says. */
final class Carriers {

    private Carriers() {
    }

    /** The server's end of a lane whose client has just connected. */
    static Carrier accepted(SocketChannel channel, WireAddress address, long number, int spins) throws IOException {
        Sockets.prepared(channel);
        if (address.carrier() != CarrierKind.SHM) {
            return new SocketCarrier(channel);
        }
        final Path directory = Sockets.directory(address);
        final RingFile file = RingFile.create(directory, number);
        try {
            Sockets.tell(channel, number);
        } catch (IOException e) {
            RingFile.unlink(directory, number);
            throw e;
        }
        // An end without spins would be taken for a socket's.
        // A client that dies before it has mapped the file leaves its name to the server.
        return new RingCarrier(channel, file, true, Math.max(1, spins), () -> RingFile.unlink(directory, number));
    }

    /** The client's end of a lane. */
    static Carrier connected(WireAddress address, int spins) throws IOException {
        final SocketChannel channel = Sockets.connect(address);
        try {
            if (address.carrier() != CarrierKind.SHM) {
                return new SocketCarrier(Sockets.prepared(channel));
            }
            final Path directory = Sockets.directory(address);
            final long number = Sockets.hear(channel);
            final RingFile file = RingFile.open(directory, number);
            // Both have mapped it: from here on nothing stays behind if one of them dies.
            RingFile.unlink(directory, number);
            return new RingCarrier(Sockets.prepared(channel), file, false, Math.max(1, spins), () -> {});
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }
}
