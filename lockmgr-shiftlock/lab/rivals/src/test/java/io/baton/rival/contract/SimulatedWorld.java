package io.baton.rival.contract;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** The simulated cluster: virtual time, one thread at a time, everything decided by the seed. */
final class SimulatedWorld implements World {

    private static final long WATCH_NANOS = 1_000_000;

    private final Cluster cluster;
    private final long limitNanos;

    SimulatedWorld(long memoryBytes, long seed, long limitNanos) {
        this(new Cluster(ClusterModel.paper(), memoryBytes, seed), limitNanos);
    }

    private SimulatedWorld(Cluster cluster, long limitNanos) {
        this.cluster = cluster;
        this.limitNanos = limitNanos;
    }

    /** The same with clocks that are off by so much at most, either way. */
    static SimulatedWorld withClockError(long memoryBytes, long seed, long limitNanos, long errorNanos) {
        return new SimulatedWorld(
            new Cluster(ClusterModel.paper().withClockError(errorNanos), memoryBytes, seed), limitNanos);
    }

    @Override
    public Fabric fabric(int node) {
        return cluster.fabric(node == SERVER ? ClusterModel.SERVER_NODE : node);
    }

    @Override
    public ThreadFactory threads() {
        return cluster.threads();
    }

    @Override
    public LongConsumer work() {
        return cluster::work;
    }

    @Override
    public RandomGenerator random() {
        return cluster.random();
    }

    /** Watches over the clients as one more client, because clients that poll in vain never stop the clock. */
    @Override
    public void run(int clients, Task task) {
        final AtomicInteger left = new AtomicInteger(clients);
        for (int i = 0; i < clients; i++) {
            final int index = i;
            cluster.client("client " + i, () -> {
                try {
                    task.run(index);
                } catch (Exception thrown) {
                    throw new AssertionError(thrown);
                }
                left.decrementAndGet();
            });
        }
        final long limit = now() + limitNanos;
        cluster.client("watch", () -> {
            while (left.get() > 0) {
                cluster.work(WATCH_NANOS);
                if (now() > limit) {
                    throw new AssertionError(left + " of " + clients + " clients have not ended after " + limitNanos
                        + " ns; the memory holds" + memory());
                }
            }
        });
        try {
            cluster.run();
        } catch (RuntimeException | Error thrown) {
            throw new AssertionError(thrown.getMessage(), thrown);
        }
    }

    private String memory() {
        final StringBuilder text = new StringBuilder();
        try (Endpoint endpoint = fabric(1).connect()) {
            for (long address = 0; address < fabric(1).memoryBytes(); address += Long.BYTES) {
                text.append(' ').append(Long.toHexString(endpoint.readWord(address)));
            }
        }
        return text.toString();
    }

    @Override
    public void linger(long nanos) {
        cluster.work(nanos);
    }

    @Override
    public boolean isRealTime() {
        return false;
    }

    @Override
    public long now() {
        return cluster.clock().nanoTime();
    }

    long traceHash() {
        return cluster.traceHash();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
