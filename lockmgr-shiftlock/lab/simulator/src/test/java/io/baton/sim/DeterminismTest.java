package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.sim.model.ClusterModel;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The seed decides everything. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class DeterminismTest {

    @Test
    void theSameSeedGivesTheSameTrace() {
        assertThat(hash(7)).isEqualTo(hash(7));
    }

    @Test
    void differentSeedsGiveDifferentTraces() {
        final Set<Long> hashes = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            hashes.add(hash(seed));
        }
        assertThat(hashes).hasSize(20);
    }

    @Test
    void clustersThatRunAtTheSameTimeDoNotDisturbEachOther() throws InterruptedException {
        final long alone = hash(11);
        final long[] together = new long[3];
        final Thread[] owners = new Thread[together.length];
        for (int i = 0; i < owners.length; i++) {
            final int number = i;
            owners[i] = Thread.ofPlatform().start(() -> together[number] = hash(11));
        }
        for (Thread owner : owners) {
            owner.join();
        }
        assertThat(together).containsOnly(alone);
    }

    @Test
    void everyStepOfARunIsInTheTrace() {
        final Set<Long> hashes = new HashSet<>();
        try (Cluster cluster = CasLoop.cluster(1, 0, 1)) {
            final var endpoint = cluster.fabric(1).connect();
            final var words = java.util.Objects.requireNonNull(
                cluster.fabric(ClusterModel.SERVER_NODE).localWords());
            cluster.client("client", () -> {
                final Runnable[] steps = {
                    () -> endpoint.readWord(0), () -> endpoint.readWord(0), () -> endpoint.writeWord(0, 1),
                    () -> endpoint.cas(0, 1, 2), () -> cluster.work(1), () -> words.get(0)};
                for (Runnable step : steps) {
                    assertThat(hashes.add(cluster.traceHash())).isTrue();
                    step.run();
                }
                assertThat(hashes.add(cluster.traceHash())).isTrue();
            });
            cluster.run();
        }
    }

    private static long hash(long seed) {
        try (Cluster cluster = CasLoop.cluster(24, 40, seed)) {
            cluster.run();
            return cluster.traceHash();
        }
    }
}
