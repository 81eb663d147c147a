package io.baton.protocol;

/**
 * Where a server is, as texts name it: {@code db.example.org:7432}, {@code [::1]:7432}.
 *
 * @param host a name or an address
 * @param port 1 to 65,535
 */
public record ServerAddress(String host, int port) {

    private static final int PORT_MAX = 65_535;
    private static final int HOST_MAX = 255;

    /**
     * Reads one.
     *
     * @param text host and port
     * @return where that is
     * @throws IllegalArgumentException if it does not say
     */
    public static ServerAddress parse(String text) {
        final int colon = text.lastIndexOf(':');
        try {
            final int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && colon <= HOST_MAX && port > 0 && port <= PORT_MAX
                && text.chars().noneMatch(c -> c <= ' ' || c == ',')) {
                return new ServerAddress(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(complaint(text), e);
        }
        throw new IllegalArgumentException(complaint(text));
    }

    private static String complaint(String text) {
        return "'" + text + "' is no address; give host and port, for example 127.0.0.1:7432";
    }

    /** {@return host and port with a colon between} */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
