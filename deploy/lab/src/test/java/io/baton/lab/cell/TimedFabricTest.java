package io.baton.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.fabric.Endpoint;
import io.baton.fabric.WordPair;
import io.baton.lab.metric.Item;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time of each call goes to the item that Table 2 of the ShiftLock paper gives it. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class TimedFabricTest {

    private static final long SEED = 3;
    private static final long WORK_NANOS = 700;

    /** Runs a script with an endpoint and returns where the time went. */
    private static PhaseTimes times(Script script) {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), 1024, SEED)) {
            final TimedFabric fabric = new TimedFabric(cluster.fabric(1), cluster.clock(), watched -> {});
            final Endpoint made = fabric.connect();
            final TimedEndpoint endpoint = fabric.takeEndpoint();
            assertThat(endpoint).isSameAs(made);
            cluster.client("script", () -> script.run(endpoint, cluster));
            cluster.run();
            return endpoint.times();
        }
    }

    @Test
    void firstAtomicIsInitialAndTheRestIsRetries() {
        final long[] first = new long[1];
        final PhaseTimes.Sums sums = times((endpoint, cluster) -> {
            final long begun = cluster.clock().nanoTime();
            endpoint.times().begin(ClientPhase.ACQUIRE_WRITER, begun);
            endpoint.cas(0, 1, 2);
            first[0] = cluster.clock().nanoTime() - begun;
            endpoint.cas(0, 1, 2);
            cluster.work(WORK_NANOS);
            endpoint.cas(0, 0, 2);
            endpoint.times().end(cluster.clock().nanoTime(), true);
        }).of(ClientPhase.ACQUIRE_WRITER);
        assertThat(first[0]).isPositive();
        assertThat(sums.meanNanos(Item.IA)).isEqualTo((double) first[0]);
        assertThat(sums.atomics()).isEqualTo(3);
        assertThat(sums.meanNanos(Item.RT)).isGreaterThan(WORK_NANOS + 2 * 1_000);
        assertThat(sums.meanNanos()).isEqualTo(sums.meanNanos(Item.IA) + sums.meanNanos(Item.RT));
    }

    @Test
    void readsOfWritersAndOfReadersAreKeptApart() {
        final PhaseTimes times = times((endpoint, cluster) -> {
            endpoint.times().begin(ClientPhase.ACQUIRE_WRITER, cluster.clock().nanoTime());
            endpoint.readWord(0);
            endpoint.awaitWord(0, -1, 5, Endpoint.NO_DEADLINE);
            endpoint.times().end(cluster.clock().nanoTime(), true);
            endpoint.times().begin(ClientPhase.ACQUIRE_READER, cluster.clock().nanoTime());
            endpoint.read(16, new WordPair());
            endpoint.times().end(cluster.clock().nanoTime(), true);
        });
        final PhaseTimes.Sums writer = times.of(ClientPhase.ACQUIRE_WRITER);
        final PhaseTimes.Sums reader = times.of(ClientPhase.ACQUIRE_READER);
        assertThat(writer.meanNanos(Item.WR)).isEqualTo(writer.meanNanos())
            .isGreaterThan((double) ClusterModel.paper().remoteWaitNanos());
        assertThat(writer.meanNanos(Item.WW)).isZero();
        assertThat(reader.meanNanos(Item.WW)).isEqualTo(reader.meanNanos()).isPositive();
        assertThat(reader.meanNanos(Item.WR)).isZero();
    }

    @Test
    void sendGoesToPredecessorOrSuccessorByPhase() {
        final UnsafeBuffer notice = new UnsafeBuffer(new byte[8]);
        final PhaseTimes times = times((endpoint, cluster) -> {
            endpoint.times().begin(ClientPhase.ACQUIRE_WRITER, cluster.clock().nanoTime());
            endpoint.send(endpoint.route(), notice, 0, 8);
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            endpoint.times().end(cluster.clock().nanoTime(), true);
            endpoint.receive((buffer, offset, length) -> {});
            endpoint.times().begin(ClientPhase.RELEASE_WRITER, cluster.clock().nanoTime());
            endpoint.send(endpoint.route(), notice, 0, 8);
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            endpoint.times().end(cluster.clock().nanoTime(), true);
        });
        final PhaseTimes.Sums acquire = times.of(ClientPhase.ACQUIRE_WRITER);
        final PhaseTimes.Sums release = times.of(ClientPhase.RELEASE_WRITER);
        assertThat(acquire.meanNanos(Item.NP) + acquire.meanNanos(Item.WP)).isEqualTo(acquire.meanNanos())
            .isPositive();
        assertThat(release.meanNanos(Item.NS)).isEqualTo(release.meanNanos())
            .isEqualTo(acquire.meanNanos(), within(1_000.0));
        assertThat(release.meanNanos(Item.NP)).isZero();
    }

    @Test
    void releaseWithoutAtomicDoesNotLowerTheMeanOfTheInitialAtomic() {
        final PhaseTimes.Sums release = times((endpoint, cluster) -> {
            endpoint.times().begin(ClientPhase.RELEASE_WRITER, cluster.clock().nanoTime());
            endpoint.faa(0, 1);
            endpoint.times().end(cluster.clock().nanoTime(), true);
            endpoint.times().begin(ClientPhase.RELEASE_WRITER, cluster.clock().nanoTime());
            endpoint.times().end(cluster.clock().nanoTime(), true);
        }).of(ClientPhase.RELEASE_WRITER);
        assertThat(release.count()).isEqualTo(2);
        assertThat(release.meanNanos(Item.IA)).isEqualTo(2 * release.meanNanos());
    }

    @Test
    void whatDoesNotCountIsLeftOut() {
        final PhaseTimes.Sums acquire = times((endpoint, cluster) -> {
            endpoint.times().begin(ClientPhase.ACQUIRE_READER, cluster.clock().nanoTime());
            endpoint.faa(0, 1);
            endpoint.times().end(cluster.clock().nanoTime(), false);
        }).of(ClientPhase.ACQUIRE_READER);
        assertThat(acquire.count()).isZero();
        assertThat(acquire.meanNanos(Item.IA)).isNaN();
    }

    /** What a client does. */
    @FunctionalInterface
    private interface Script {
        void run(TimedEndpoint endpoint, Cluster cluster);
    }
}
