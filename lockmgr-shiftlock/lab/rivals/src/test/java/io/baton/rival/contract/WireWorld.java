package io.baton.rival.contract;

import io.baton.fabric.Fabric;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;

/** A lock server in another process; every node is a lane of its own to it. */
final class WireWorld extends RealTimeWorld {

    private static final int NODES = 4;

    private final WireServerProcess server;
    private final List<WireFabric> fabrics = new ArrayList<>();

    WireWorld(WireServerProcess server, String scheme, long memoryBytes, int recovered, long seed, long limitMillis) {
        super(seed, limitMillis);
        this.server = server;
        final List<WireAddress> address = List.of(WireAddress.parse(server.listen(scheme, memoryBytes, recovered)));
        for (int node = 0; node < NODES; node++) {
            fabrics.add(
                WireFabric.connect(address, server.security(scheme), SystemNanoClock.INSTANCE,
                    Thread.ofPlatform().daemon().factory()));
        }
    }

    @Override
    public Fabric fabric(int node) {
        return fabrics.get(node);
    }

    @Override
    public void close() {
        fabrics.forEach(WireFabric::close);
        server.end();
    }
}
