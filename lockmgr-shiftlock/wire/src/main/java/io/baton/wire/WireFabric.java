package io.baton.wire;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.NanoClock;

/**
 * The lock servers of other processes, as one client process sees them: one lane to each, shared by all endpoints.
 * In an {@link Address} a server is named by its number in the list.
 * Notices travel over the first server, which also gives the process its node id. Thread-safe.
 */
public final class WireFabric implements Fabric {

    private static final int SEQUENCES_APART = 0x1_0001;

    private final List<ClientLane> lanes;
    private final EndpointTable endpoints;
    private final NanoClock clock;
    /** So that no answer to an endpoint is taken for one to a later endpoint with its number. */
    private final AtomicInteger sequences = new AtomicInteger();
    private volatile boolean closed;

    /** Of lanes that have been welcomed. */
    WireFabric(List<ClientLane> lanes, EndpointTable endpoints, NanoClock clock) {
        this.lanes = lanes;
        this.endpoints = endpoints;
        this.clock = clock;
    }

    /**
     * Begins a session with lock servers of this machine.
     *
     * @param servers where they listen, one or more, in the same order in every process
     * @param clock gives deadlines their meaning; monotonic
     * @param threads makes a thread for each lane, which reads when no client does; daemon threads do
     * @return the fabric
     * @throws UncheckedIOException if one of them cannot be reached or refuses, with its address and the reason
     */
    public static WireFabric connect(List<WireAddress> servers, NanoClock clock, ThreadFactory threads) {
        return connect(servers, LaneSecurity.loopbackOnly(), clock, threads);
    }

    /**
     * Begins a session with lock servers, some of which may be on other machines.
     *
     * @param servers where they listen, one or more, in the same order in every process
     * @param security how lanes over TCP are protected, as the servers' are
     * @param clock gives deadlines their meaning; monotonic
     * @param threads makes a thread for each lane, which reads when no client does; daemon threads do
     * @return the fabric
     * @throws UncheckedIOException if one of them cannot be reached or refuses, with its address and the reason
     */
    public static WireFabric connect(List<WireAddress> servers, LaneSecurity security, NanoClock clock,
            ThreadFactory threads) {
        if (servers.isEmpty() || servers.size() > Address.SERVERS_MAX) {
            throw new IllegalArgumentException(
                servers.size() + " lock servers: give 1 to " + Address.SERVERS_MAX);
        }
        final EndpointTable endpoints = new EndpointTable();
        final List<ClientLane> lanes = new ArrayList<>();
        boolean all = false;
        try {
            for (final WireAddress address : servers) {
                lanes.add(ClientLane.open(lanes, address, security, endpoints, clock, threads));
            }
            all = true;
        } finally {
            if (!all) {
                lanes.forEach(ClientLane::close);
            }
        }
        return new WireFabric(List.copyOf(lanes), endpoints, clock);
    }

    /** The server's processor executes what comes over a lane. */
    @Override
    public boolean executes() {
        return true;
    }

    @Override
    public Endpoint connect() {
        if (closed) {
            throw new IllegalStateException("the fabric is closed; open a new one");
        }
        for (int tries = 0; tries < WireLimits.ENDPOINTS_MAX; tries++) {
            final int number = endpoints.nextNumber();
            if (endpoints.get(number) != null) {
                continue;
            }
            final WireEndpoint endpoint =
                new WireEndpoint(this, number, lanes.size(), sequences.getAndAdd(SEQUENCES_APART));
            if (endpoints.add(number, endpoint)) {
                open(endpoint);
                return endpoint;
            }
        }
        throw new IllegalStateException("all " + WireLimits.ENDPOINTS_MAX
            + " endpoints are in use; close endpoints that are no longer needed, or connect once more");
    }

    private static void open(WireEndpoint endpoint) {
        try {
            endpoint.open();
        } catch (ConnectionLostException e) {
            endpoint.close();
            throw e;
        }
    }

    @Override
    public Doorbell doorbell() {
        return new ParkedBell(clock);
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    /** {@return the size of the first server's memory in bytes} */
    @Override
    public long memoryBytes() {
        return memoryBytes(0);
    }

    /** {@return how many lock servers there are} */
    public int servers() {
        return lanes.size();
    }

    /** {@return where the lanes lead, in the servers' order: of {@code auto:} addresses, what was found} */
    public List<WireAddress> addresses() {
        return lanes.stream().map(ClientLane::address).toList();
    }

    /** {@return the size of the memory in bytes of a server, by its number in the list} */
    public long memoryBytes(int server) {
        return lanes.get(server).memoryBytes();
    }

    /** {@return the node id of this process} */
    public int node() {
        return lanes.getFirst().node();
    }

    /** The server of an address, which is checked as every fabric does. */
    int server(long address, int alignment) {
        final long server = Address.server(address);
        if (server >= lanes.size()) {
            throw new IllegalArgumentException(
                "address " + address + " is at server " + server + ": there are " + lanes.size() + " lock servers");
        }
        BatchFrame.checkOffset(address, alignment, memoryBytes((int) server));
        return (int) server;
    }

    ClientLane lane(int server) {
        return lanes.get(server);
    }

    ClientLane home() {
        return lanes.getFirst();
    }

    long route(int number) {
        return Route.of(node(), number);
    }

    void forget(WireEndpoint endpoint, int number) {
        endpoints.remove(number, endpoint);
    }

    @Override
    public void close() {
        closed = true;
        endpoints.forEach(WireEndpoint::close);
        lanes.forEach(ClientLane::close);
    }
}
