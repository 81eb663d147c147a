package io.baton.wire;

import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A way to a lock server, and where it leads. An {@code auto:} address asks the server over TCP where else it listens,
 * and takes shared memory if that is the same server, else a Unix socket, else TCP.
 *
 * @param carrier the client's end of the new lane
 * @param address where it leads
 */
record ServerRoute(Carrier carrier, WireAddress address) {

    /** How long a place may take that the lock server has told of. */
    private static final long PLACE_NANOS_MAX = 1_000_000_000;
    /** How long all of them may take. */
    private static final long SEARCH_NANOS_MAX = 2 * PLACE_NANOS_MAX;
    /** The server ends a lane whose process does not say who it is: after a slow search a new one is better. */
    private static final long IDLE_NANOS_MAX = 1_000_000_000;

    static ServerRoute to(WireAddress address, LaneSecurity security, int spins, NanoClock clock) throws IOException {
        final WireAddress asked = address.asked();
        final long begun = clock.nanoTime();
        final Carrier first = Carriers.connected(asked, security, spins, clock);
        if (!address.best()) {
            return new ServerRoute(first, asked);
        }
        boolean kept = false;
        try {
            final ServerAddresses places =
                ServerAddresses.ask(first, clock, clock.nanoTime() + WireLimits.HANDSHAKE_NANOS_MAX);
            final ServerRoute better = better(places, spins, clock);
            if (better != null) {
                return better;
            }
            kept = places.addresses().isEmpty() || clock.nanoTime() - begun < IDLE_NANOS_MAX;
            if (kept) {
                return new ServerRoute(first, asked);
            }
        } finally {
            if (!kept) {
                first.close();
            }
        }
        return new ServerRoute(Carriers.connected(asked, security, spins, clock), asked);
    }

    /** A way of this machine to the same life of the same lock server, or null. */
    private static @Nullable ServerRoute better(ServerAddresses places, int spins, NanoClock clock) {
        final List<WireAddress> others = new ArrayList<>(places.addresses());
        others.sort(Comparator.comparing(WireAddress::carrier));
        final long end = clock.nanoTime() + SEARCH_NANOS_MAX;
        for (final WireAddress other : others) {
            final long now = clock.nanoTime();
            if (now - end >= 0) {
                break;
            }
            final Carrier carrier =
                tried(other, places.life(), spins, clock, now + Math.min(PLACE_NANOS_MAX, end - now));
            if (carrier != null) {
                return new ServerRoute(carrier, other);
            }
        }
        return null;
    }

    /** A lane to the same life of the same lock server, or null: it may be on another machine. */
    private static @Nullable Carrier tried(WireAddress place, long life, int spins, NanoClock clock, long deadline) {
        Carrier carrier = null;
        boolean same = false;
        try {
            carrier = Carriers.found(place, Sockets.ownUser(), spins, clock, deadline);
            same = ServerAddresses.ask(carrier, clock, deadline).life() == life;
            return same ? carrier : null;
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            return null; // Whatever it is, it is not reached this way.
        } finally {
            if (carrier != null && !same) {
                carrier.close();
            }
        }
    }
}
