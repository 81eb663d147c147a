package io.baton.sim;

import io.baton.sim.RandomFaults.Law;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/** Draws which fault hits which node and when, and plans it with the cluster. */
final class FaultPlan {

    private final Cluster cluster;
    private final int clientNodes;
    private final int servers;
    private final long horizonNanos;
    private final double driftMax;
    private final Law reuse;
    private final IntConsumer restarted;

    FaultPlan(Cluster cluster, long horizonNanos, double driftMax, Law reuse, IntConsumer restarted) {
        this.cluster = cluster;
        this.clientNodes = cluster.model().nodes();
        this.servers = cluster.servers();
        this.horizonNanos = horizonNanos;
        this.driftMax = driftMax;
        this.reuse = reuse;
        this.restarted = restarted;
    }

    /** Plans all faults of a class, one after the other. */
    void add(FaultKind kind, Law law) {
        for (long at = cluster.clock().nanoTime() + law.gapNanos(); at < horizonNanos; at += law.gapNanos()) {
            final long end = Math.min(horizonNanos, at + law.nanos());
            add(kind, at, end, law.random());
        }
    }

    private void add(FaultKind kind, long at, long end, SplittableRandom random) {
        final int client = 1 + random.nextInt(clientNodes);
        final int any = anyNode(random);
        final int server = servers == 1 ? 0 : random.nextInt(servers);
        switch (kind) {
            case PARTITION_TO_SERVER -> partition(client, ClusterModel.serverNode(server), at, end);
            case PARTITION_FROM_SERVER -> partition(ClusterModel.serverNode(server), client, at, end);
            case PARTITION_BETWEEN -> {
                if (clientNodes > 1) {
                    partition(client, 1 + (client + random.nextInt(clientNodes - 1)) % clientNodes, at, end);
                }
            }
            case CRASH -> crash(client, at, end);
            case SERVER_CRASH -> crashServer(server, at, end);
            case PAUSE -> cluster.at(at, () -> pause(any, end - at));
            case CLOCK_DRIFT -> drift(any, driftMax * (2 * random.nextDouble() - 1), at, end);
            case CLOCK_JUMP -> cluster.at(at, () -> cluster.clockJump(any, end - at));
            case MAILBOX_FULL -> fill(any, at, end);
            default -> throw new IllegalArgumentException(kind + " does not hit nodes");
        }
    }

    private int anyNode(SplittableRandom random) {
        final int drawn = 1 + random.nextInt(clientNodes + servers);
        return drawn > clientNodes ? ClusterModel.serverNode(drawn - clientNodes - 1) : drawn;
    }

    private void partition(int from, int to, long at, long end) {
        cluster.at(at, () -> cluster.partition(from, to, at, end));
    }

    private void crash(int node, long at, long end) {
        final boolean onOldRoutes = reuse.strikes();
        cluster.at(at, () -> {
            if (cluster.isCrashed(node)) {
                return;
            }
            cluster.at(end, () -> {
                if (onOldRoutes) {
                    cluster.restartOnOldRoutes(node);
                } else {
                    cluster.restart(node);
                }
                restarted.accept(node);
            });
            cluster.crash(node);
        });
    }

    private void crashServer(int server, long at, long end) {
        cluster.at(at, () -> {
            if (cluster.isCrashed(ClusterModel.serverNode(server))) {
                return;
            }
            cluster.at(end, () -> {
                cluster.restartServer(server);
                restarted.accept(ClusterModel.serverNode(server));
            });
            cluster.crashServer(server);
        });
    }

    private void pause(int node, long nanos) {
        if (!cluster.isCrashed(node)) {
            cluster.pause(node, nanos);
        }
    }

    private void drift(int node, double drift, long at, long end) {
        cluster.at(at, () -> cluster.clockDrift(node, drift));
        cluster.at(end, () -> cluster.clockDrift(node, 0));
    }

    private void fill(int node, long at, long end) {
        final int places = cluster.nodes().node(node).noticesMax();
        cluster.at(at, () -> cluster.mailboxCapacity(node, 0));
        cluster.at(end, () -> cluster.mailboxCapacity(node, places));
    }
}
