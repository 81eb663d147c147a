package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.NodeClock;
import io.baton.testing.Seeds;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clocks that drift and jump, and the deadlines that follow them. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class NodeClockTest {

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private final Cluster cluster = new Cluster(TestModel.model(), 64, 1);
    private final Fabric fabric = cluster.fabric(1);
    private final Endpoint endpoint = fabric.connect();

    @Test
    void aDeadlineIsTheFirstTimeAtWhichTheClockShowsIt() {
        final long seed = seeds.next();
        final SplittableRandom random = new SplittableRandom(seed);
        final NodeClock clock = new NodeClock(random.nextLong(-50_000, 50_000));
        long now = 0;
        long shown = clock.at(0);
        for (int i = 0; i < 20_000; i++) {
            now += random.nextLong(1L << random.nextInt(1, 40));
            assertThat(clock.at(now)).as("seed %d", seed).isGreaterThanOrEqualTo(shown);
            switch (random.nextInt(4)) {
                case 0 -> clock.drift(now, random.nextDouble(-0.5, 0.5));
                case 1 -> clock.jump(now, random.nextLong(1, 1_000_000));
                default -> {
                }
            }
            shown = clock.at(now);
            final long deadline = shown + 1 + random.nextLong(1L << random.nextInt(1, 50));
            final long exact = clock.exact(deadline);
            assertThat(clock.at(exact)).as("seed %d", seed).isGreaterThanOrEqualTo(deadline);
            assertThat(clock.at(exact - 1)).as("seed %d", seed).isLessThan(deadline);
            assertThat(clock.exact(shown)).isLessThanOrEqualTo(now);
        }
        assertThat(clock.exact(Endpoint.NO_DEADLINE)).isEqualTo(NodeClock.NEVER);
        assertThat(clock.exact(Long.MIN_VALUE)).isLessThanOrEqualTo(now);
    }

    @Test
    void waitsFollowAClockThatDrifts() {
        final Doorbell doorbell = fabric.doorbell();
        cluster.clockDrift(1, 0.25);
        cluster.client(1, "client", () -> {
            assertThat(time(() -> endpoint.awaitNotice(now() + 1_000_000))).isEqualTo(800_000);
            assertThat(time(() -> doorbell.await(now() + 100))).isEqualTo(80);
            assertThat(now()).isEqualTo(1_000_100);
            endpoint.readWord(0);
            assertThat(time(() -> endpoint.awaitWord(0, -1, 1, now() + 1_000))).isBetween(799L, 800L);
        });
        cluster.run();
        assertThat(cluster.fabric(2).clock().nanoTime()).isEqualTo(cluster.clock().nanoTime());
        assertThat(cluster.faults(FaultKind.CLOCK_DRIFT)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aJumpEndsTheWaitsWhoseDeadlinesItLeapsOver() {
        final Endpoint second = fabric.connect();
        final Endpoint elsewhere = cluster.fabric(2).connect();
        cluster.client(1, "first", () -> {
            endpoint.awaitNotice(10_000);
            assertThat(exact()).isEqualTo(4_000);
            assertThat(now()).isEqualTo(11_000);
        });
        cluster.client(1, "second", () -> {
            second.awaitNotice(20_000);
            assertThat(exact()).isEqualTo(13_000);
        });
        cluster.client(2, "elsewhere", () -> {
            elsewhere.awaitNotice(10_000);
            assertThat(exact()).isEqualTo(10_000);
        });
        cluster.at(4_000, () -> cluster.clockJump(1, 7_000));
        cluster.run();
        assertThat(cluster.faults(FaultKind.CLOCK_JUMP)).isEqualTo(1);
        cluster.close();
    }

    @Test
    void aWaitEndsNoLaterThanItsDeadlineWhenTheClockBeginsToDrift() {
        cluster.client(1, "client", () -> {
            endpoint.awaitNotice(10_000);
            assertThat(exact()).isEqualTo(5_000 + 4_000);
            assertThat(now()).isEqualTo(10_000);
        });
        cluster.at(5_000, () -> cluster.clockDrift(1, 0.25));
        cluster.run();
        cluster.close();
    }

    @Test
    void clocksOutOfRangeAreRefused() {
        assertThatThrownBy(() -> cluster.clockDrift(1, 0.6)).hasMessageContaining("0.6");
        assertThatThrownBy(() -> cluster.clockDrift(1, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> cluster.clockJump(1, 0)).hasMessageContaining("0 ns");
        assertThatThrownBy(() -> cluster.pause(1, -1)).hasMessageContaining("-1 ns");
        assertThatThrownBy(() -> cluster.mailboxCapacity(1, -1)).hasMessageContaining("-1");
        cluster.close();
    }

    private long now() {
        return fabric.clock().nanoTime();
    }

    private long exact() {
        return cluster.clock().nanoTime();
    }

    private long time(Runnable action) {
        return VerbTimeTest.time(cluster, action);
    }
}
