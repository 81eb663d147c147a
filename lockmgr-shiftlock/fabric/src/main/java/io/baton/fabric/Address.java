package io.baton.fabric;

/**
 * Addresses of several lock servers.
 * <pre>
 *   63          48 47                                        0
 *  +--------------+-------------------------------------------+
 *  |    server    |            offset in its memory           |
 *  +--------------+-------------------------------------------+
 * </pre>
 */
public final class Address {

    /** Bits of an address that are an offset in one server's memory. */
    public static final int OFFSET_BITS = 48;
    /** The largest number of lock servers. */
    public static final int SERVERS_MAX = 1 << 15;

    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private Address() {
    }

    /**
     * Makes an address.
     *
     * @param server the server's number, 0 to {@link #SERVERS_MAX} − 1
     * @param offset an offset in its memory, in bytes
     * @return the address
     */
    public static long of(int server, long offset) {
        return (long) server << OFFSET_BITS | offset;
    }

    /** {@return the server's number in an address} */
    public static int server(long address) {
        return (int) (address >>> OFFSET_BITS);
    }

    /** {@return the offset in an address, in bytes} */
    public static long offset(long address) {
        return address & OFFSET_MASK;
    }
}
