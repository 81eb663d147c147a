package io.baton.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a lock server listens: {@code unix:PATH}, {@code tcp:HOST:PORT} or {@code shm:PATH}, where the last names a
 * directory.
 *
 * @param carrier how bytes move
 * @param place a path, or a host
 * @param port 0 to 65,535 for TCP, where 0 is any free one; otherwise −1
 */
public record WireAddress(CarrierKind carrier, String place, int port) {

    private static final int PORT_MAX = 65_535;
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
        final CarrierKind carrier = CarrierKind.of(colon < 0 ? text : text.substring(0, colon));
        final String rest = text.substring(colon + 1);
        if (carrier == null || colon < 0 || rest.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' is no address; " + HELP);
        }
        if (carrier != CarrierKind.TCP) {
            return new WireAddress(carrier, rest, -1);
        }
        final int last = rest.lastIndexOf(':');
        if (last < 1) {
            throw new IllegalArgumentException("'" + text + "' has no host or no port; " + HELP);
        }
        return new WireAddress(carrier, rest.substring(0, last), port(text, rest.substring(last + 1)));
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
        return new WireAddress(carrier, place, bound);
    }

    @Override
    public String toString() {
        return carrier.scheme() + ":" + place + (port < 0 ? "" : ":" + port);
    }
}
