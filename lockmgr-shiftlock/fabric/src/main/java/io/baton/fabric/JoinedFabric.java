package io.baton.fabric;

/**
 * Several lock servers as if they were one: their memories lie one behind the other, so that a table spans them and the
 * order of its slots is that of (server, slot). Calls name their server as they do without this.
 */
public final class JoinedFabric extends ForwardingFabric {

    private final int servers;
    private final long bytesEach;

    /**
     * Joins lock servers. Every process that uses them must do so in the same way.
     *
     * @param fabric reaches the servers, at addresses made by {@link Address}
     * @param servers how many there are, 1 or more
     * @param bytesEach how much of each server's memory is used, a multiple of 16
     * @throws IllegalArgumentException if a number is out of range
     */
    public JoinedFabric(Fabric fabric, int servers, long bytesEach) {
        super(fabric);
        if (servers < 1 || servers > Address.SERVERS_MAX || bytesEach < 16 || bytesEach % 16 != 0) {
            throw new IllegalArgumentException(servers + " servers with " + bytesEach
                + " bytes each: give 1 to " + Address.SERVERS_MAX + ", and a multiple of 16");
        }
        this.servers = servers;
        this.bytesEach = bytesEach;
    }

    @Override
    public Endpoint connect() {
        return new JoinedEndpoint(super.connect(), this);
    }

    @Override
    public long memoryBytes() {
        return servers * bytesEach;
    }

    @Override
    public int server(long address) {
        return (int) (address / bytesEach);
    }

    /** Where an address is at its server. */
    long apart(long address) {
        final long server = address / bytesEach;
        if (address < 0 || server >= servers) {
            throw new IllegalArgumentException("address " + address + ": give one below " + memoryBytes());
        }
        return Address.of((int) server, address - server * bytesEach);
    }
}
