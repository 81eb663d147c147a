package io.baton.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a lock server listens: {@code unix:PATH}, {@code tcp:HOST:PORT} or {@code shm:PATH}, where the last names a
 * directory. For clients also {@code auto:HOST:PORT}: the best way to the lock server that listens there.
 *
 * @param carrier how bytes move; of {@code auto:}, how the lock server is asked
 * @param place a path, or a host
 * @param port 0 to 65,535 for TCP, where 0 is any free one; otherwise −1
 * @param best whether the lock server there is asked for a better way to it
 */
public record WireAddress(CarrierKind carrier, String place, int port, boolean best) {

    private static final int PORT_MAX = 65_535;
    private static final String AUTO = "auto";
    private static final String HELP = "give unix:PATH, tcp:HOST:PORT or shm:DIRECTORY";

    /**
     * Reads an address.
     *
     * @param text as above
     * @return the address
     * @throws IllegalArgumentException if it is none; the message is one sentence with the text
     */
    public static WireAddress parse(String text) {
        final int colon = text.indexOf(':');
        final String scheme = colon < 0 ? text : text.substring(0, colon);
        final boolean best = scheme.equals(AUTO);
        final CarrierKind carrier = best ? CarrierKind.TCP : CarrierKind.of(scheme);
        final String rest = text.substring(colon + 1);
        if (carrier == null || colon < 0 || rest.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' is no address; " + HELP);
        }
        if (carrier != CarrierKind.TCP) {
            return new WireAddress(carrier, rest, -1, false);
        }
        final int last = rest.lastIndexOf(':');
        if (last < 1) {
            throw new IllegalArgumentException("'" + text + "' has no host or no port; " + HELP);
        }
        return new WireAddress(carrier, rest.substring(0, last), port(text, rest.substring(last + 1)), best);
    }

    /**
     * Reads addresses with commas between them.
     *
     * @param text one address or more
     * @return the addresses, in order
     * @throws IllegalArgumentException if one of them is none
     */
    public static List<WireAddress> parseAll(String text) {
        final List<WireAddress> addresses = new ArrayList<>();
        for (final String each : text.split(",", -1)) {
            addresses.add(parse(each.strip()));
        }
        return addresses;
    }

    private static int port(String text, String digits) {
        try {
            final int port = Integer.parseInt(digits);
            if (port >= 0 && port <= PORT_MAX) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' has no port; give 0 to " + PORT_MAX, e);
        }
        throw new IllegalArgumentException("'" + text + "' has port " + digits + "; give 0 to " + PORT_MAX);
    }

    WireAddress withPort(int bound) {
        return new WireAddress(carrier, place, bound, best);
    }

    /** {@return what the address begins with} */
    public String scheme() {
        return best ? AUTO : carrier.scheme();
    }

    /** The same for processes that work in other folders. */
    WireAddress absolute() {
        return carrier == CarrierKind.TCP ? this
            : new WireAddress(carrier, Sockets.absolute(place), port, best);
    }

    /** The lock server that is asked for a better way. */
    WireAddress asked() {
        return new WireAddress(carrier, place, port, false);
    }

    @Override
    public String toString() {
        return scheme() + ":" + place + (port < 0 ? "" : ":" + port);
    }
}
