package io.baton.wire;

import io.baton.wire.carrier.Carrier;
import io.baton.wire.carrier.RingCarrier;
import io.baton.wire.carrier.RingFile;
import io.baton.wire.carrier.SocketCarrier;
import io.baton.wire.carrier.TlsStream;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import io.baton.wire.tls.LaneTls;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/** Makes the two ends of a lane, as its address says. */
final class Carriers {

    private Carriers() {
    }

    /**
     * The server's end of a lane whose client has just connected.
     *
     * @param tasks runs the arithmetic of handshakes
     */
    static Carrier accepted(SocketChannel channel, WireAddress address, long number, LockServerOptions options,
            Consumer<Runnable> tasks) throws IOException {
        Sockets.prepared(channel);
        if (address.carrier() != CarrierKind.SHM) {
            final LaneTls tls = address.carrier() == CarrierKind.TCP ? options.security().tls() : null;
            return tls == null ? new SocketCarrier(channel)
                : SocketCarrier.encrypted(new TlsStream(channel, tls.forServer(), tasks));
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
        return new RingCarrier(
            channel, file, true, Math.max(1, options.spins()), () -> RingFile.unlink(directory, number));
    }

    /** The client's end of a lane to an address that names its carrier. */
    static Carrier connected(WireAddress address, LaneSecurity security, int spins, NanoClock clock)
            throws IOException {
        final SocketChannel channel = Sockets.connect(address, security);
        try {
            return switch (address.carrier()) {
                case SHM -> ring(channel, Sockets.directory(address), spins, clock,
                    clock.nanoTime() + WireLimits.HANDSHAKE_NANOS_MAX);
                case UNIX -> new SocketCarrier(Sockets.prepared(channel));
                case TCP -> internet(Sockets.prepared(channel), address, security, clock);
            };
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }

    /**
     * The client's end of a lane to a place of this machine that a lock server has told of. It may have told anything:
     * nothing there is heard or mapped unless a process of that user listens.
     */
    static Carrier found(WireAddress place, UserPrincipal user, int spins, NanoClock clock, long deadline)
            throws IOException {
        final SocketChannel channel = Sockets.connectAtOnce(place);
        try {
            Sockets.checkUser(channel, user);
            return place.carrier() == CarrierKind.SHM
                ? ring(channel, Sockets.directory(place), spins, clock, deadline) : new SocketCarrier(channel);
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }

    private static Carrier ring(SocketChannel channel, Path directory, int spins, NanoClock clock, long deadline)
            throws IOException {
        final long number = Sockets.hear(channel, clock, deadline);
        final RingFile file = RingFile.open(directory, number);
        // Both have mapped it: from here on nothing stays behind if one of them dies.
        RingFile.unlink(directory, number);
        return new RingCarrier(Sockets.prepared(channel), file, false, Math.max(1, spins), () -> {});
    }

    private static Carrier internet(SocketChannel channel, WireAddress address, LaneSecurity security, NanoClock clock)
            throws IOException {
        final LaneTls tls = security.tls();
        if (tls == null) {
            return new SocketCarrier(channel);
        }
        final TlsStream stream =
            new TlsStream(channel, tls.forClient(address.place(), address.port()), Runnable::run);
        stream.handshake(clock, clock.nanoTime() + WireLimits.HANDSHAKE_NANOS_MAX);
        return SocketCarrier.encrypted(stream);
    }
}
