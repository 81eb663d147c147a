package io.baton.wire;

import io.baton.wire.carrier.Carrier;
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
record BestWay(Carrier carrier, WireAddress address) {

    static BestWay to(WireAddress address, LaneSecurity security, int spins, NanoClock clock) throws IOException {
        final WireAddress asked = address.asked();
        final Carrier first = Carriers.connected(asked, security, spins, clock);
        if (!address.best()) {
            return new BestWay(first, asked);
        }
        boolean found = false;
        try {
            final Places places = Places.ask(first, clock);
            final List<WireAddress> others = new ArrayList<>(places.addresses());
            others.sort(Comparator.comparing(WireAddress::carrier));
            for (final WireAddress other : others) {
                final Carrier better = tried(other, places.life(), spins, clock);
                if (better != null) {
                    first.close();
                    found = true;
                    return new BestWay(better, other);
                }
            }
            found = true;
            return new BestWay(first, asked);
        } finally {
            if (!found) {
                first.close();
            }
        }
    }

    /** A lane of this machine to the same life of the same lock server, or null: it may be on another machine. */
    private static @Nullable Carrier tried(WireAddress address, long life, int spins, NanoClock clock) {
        Carrier carrier = null;
        boolean same = false;
        try {
            carrier = Carriers.connected(address, LaneSecurity.loopbackOnly(), spins, clock);
            same = Places.ask(carrier, clock).life() == life;
            return same ? carrier : null;
        } catch (IOException | IllegalArgumentException e) {
            return null; // Whatever it is, it is not reached this way.
        } finally {
            if (carrier != null && !same) {
                carrier.close();
            }
        }
    }
}
