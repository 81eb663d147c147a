package io.baton.sim;

import io.baton.fabric.Endpoint;
import io.baton.sim.model.ClusterModel;
import java.util.random.RandomGenerator;

/** The plain workload of the tests: clients that lock and unlock entries with compare-and-swap. */
final class CasLoop {

    private static final int ENTRIES = 10_000;

    private CasLoop() {
    }

    static Cluster cluster(int clients, int locksPerClient, long seed) {
        final Cluster cluster = new Cluster(ClusterModel.paper(), 16L * ENTRIES, seed);
        for (int i = 0; i < clients; i++) {
            final Endpoint endpoint = cluster.fabric(1 + i % 5).connect();
            final RandomGenerator random = cluster.random();
            cluster.client("client " + i, () -> {
                for (int n = 0; n < locksPerClient; n++) {
                    final long address = 16L * random.nextInt(ENTRIES);
                    while (endpoint.cas(address, 0, endpoint.route()) != 0) {
                        cluster.work(random.nextInt(1_000));
                    }
                    endpoint.cas(address, endpoint.route(), 0);
                }
            });
        }
        return cluster;
    }
}
