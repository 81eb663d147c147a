package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Gate;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import io.baton.testing.Seeds;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Faults at random, and what a campaign may rely on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RandomFaultsTest {

    private static final long HORIZON_NANOS = 60_000_000;
    private static final long END_NANOS = 100_000_000;
    /** How long after the horizon a notice may come that was delayed, and a second time. */
    private static final long STRAY_NANOS = 25_000_000;
    private static final Set<FaultKind> PER_MESSAGE = EnumSet.range(FaultKind.REQUEST_DELAYED,
        FaultKind.NOTICE_DUPLICATED);

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private static RandomFaults all(long seed) {
        final RandomFaults faults = new RandomFaults(seed, HORIZON_NANOS);
        for (FaultKind kind : FaultKind.values()) {
            if (PER_MESSAGE.contains(kind)) {
                faults.with(kind, 0.01);
            } else if (kind != FaultKind.NOTICE_REORDERED) {
                faults.with(kind, kind == FaultKind.ROUTE_REUSED ? 0.5 : 600);
            }
        }
        return faults.driftMax(0.01);
    }

    /** A campaign: clients that come back after every crash, lose connections, and connect again. */
    private static final class Campaign {

        final Cluster cluster;
        private final long[] routes;
        private final Gate gate;
        private long messages;

        Campaign(RandomFaults faults, long seed) {
            cluster = new Cluster(TestModel.model(), 1_024, seed, faults);
            gate = Objects.requireNonNull(cluster.fabric(ClusterModel.SERVER_NODE).gate());
            routes = new long[cluster.model().nodes()];
            for (int node = 1; node <= routes.length; node++) {
                start(node);
            }
            cluster.client("watch", () -> cluster.work(END_NANOS));
            faults.plan(cluster, this::start);
        }

        private void start(int node) {
            if (node == ClusterModel.SERVER_NODE) {
                for (int client = 1; client <= routes.length; client++) {
                    gate.admit(client);
                }
                return;
            }
            final RandomGenerator random = cluster.random();
            cluster.client(node, "client of node " + node, () -> {
                while (cluster.clock().nanoTime() < END_NANOS) {
                    try (Endpoint endpoint = cluster.fabric(node).connect()) {
                        routes[node - 1] = endpoint.route();
                        work(endpoint, random);
                    } catch (ConnectionLostException lost) {
                        cluster.work(20_000);
                    }
                }
            });
        }

        private void work(Endpoint endpoint, RandomGenerator random) {
            while (cluster.clock().nanoTime() < END_NANOS) {
                endpoint.faa(8L * random.nextInt(128), 1);
                SimNoticeTest.send(endpoint, routes[random.nextInt(routes.length)], 1);
                endpoint.receive((buffer, offset, length) -> messages++);
                cluster.work(random.nextInt(5_000));
            }
        }

        Map<FaultKind, Long> counts() {
            final Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);
            for (FaultKind kind : FaultKind.values()) {
                counts.put(kind, cluster.faults(kind));
            }
            return counts;
        }
    }

    @Test
    void everythingHappensAndTheSameSeedGivesTheSameRun() {
        final long seed = seeds.next();
        final Campaign first = run(all(seed), seed);
        final Campaign second = run(all(seed), seed);
        assertThat(second.cluster.traceHash()).isEqualTo(first.cluster.traceHash());
        assertThat(second.counts()).isEqualTo(first.counts());
        assertThat(first.counts()).as("seed %d", seed).allSatisfy((kind, count) -> assertThat(count).isPositive());
        assertThat(first.messages).isPositive();
        assertThat(run(all(seed + 1), seed).cluster.traceHash()).isNotEqualTo(first.cluster.traceHash());
    }

    private static Campaign run(RandomFaults faults, long seed) {
        final Campaign campaign = new Campaign(faults, seed);
        try (Cluster cluster = campaign.cluster) {
            cluster.run();
        }
        return campaign;
    }

    @Test
    void nothingHappensAfterTheHorizonAndEverythingIsMended() {
        final long seed = seeds.next();
        final Campaign campaign = new Campaign(all(seed), seed);
        try (Cluster cluster = campaign.cluster) {
            final long settled = HORIZON_NANOS + STRAY_NANOS;
            cluster.at(settled, () -> {
                final Map<FaultKind, Long> before = campaign.counts();
                cluster.at(END_NANOS - 1, () -> assertThat(campaign.counts()).isEqualTo(before));
                for (int node = 1; node <= cluster.model().nodes(); node++) {
                    assertThat(cluster.isCrashed(node)).isFalse();
                    final long ahead = cluster.fabric(node).clock().nanoTime() - settled;
                    final int at = node;
                    cluster.at(END_NANOS - 1, () -> assertThat(
                        cluster.fabric(at).clock().nanoTime() - (END_NANOS - 1)).as("a steady clock").isEqualTo(ahead));
                }
                assertThat(cluster.isCrashed(ClusterModel.SERVER_NODE)).isFalse();
            });
            cluster.run();
        }
    }

    @Test
    @Tag("thorough")
    void withoutRatesItIsAsIfThereWereNoFaults() {
        final RandomFaults none = new RandomFaults(1, HORIZON_NANOS);
        final Campaign campaign = run(none, 3);
        assertThat(campaign.counts()).allSatisfy((kind, count) -> assertThat(count).as(kind.name()).isZero());
    }

    @Test
    void ratesAndTimesOutOfRangeAreRefused() {
        final RandomFaults faults = new RandomFaults(1, 1);
        assertThatThrownBy(() -> faults.with(FaultKind.REQUEST_LOST, 1.1)).hasMessageContaining("1.1");
        assertThatThrownBy(() -> faults.with(FaultKind.CRASH, -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> faults.with(FaultKind.NOTICE_REORDERED, 0.5)).hasMessageContaining("NOTICE_DELAYED");
        assertThatThrownBy(() -> faults.with(FaultKind.PAUSE, 1, 0, 5)).hasMessageContaining("0 ns");
        assertThatThrownBy(() -> faults.with(FaultKind.PAUSE, 1, 6, 5)).hasMessageContaining("6 to 5");
        assertThatThrownBy(() -> faults.driftMax(1)).hasMessageContaining("1.0");
    }
}
