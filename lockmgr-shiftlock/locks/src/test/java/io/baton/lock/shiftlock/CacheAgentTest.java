package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent that holds at the server what a process keeps. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class CacheAgentTest {

    private static final int SLOTS = 2;
    private static final long MICRO = 1_000;
    private static final long OTHER_COMES = 200 * MICRO;
    private static final long USER_LEAVES = 300 * MICRO;

    /**
     * A thread gives back what the process keeps, in the agent's place, and is in the middle of a verb for one lock
     * when a client leaves the other, which another process waits for: it rings for an agent that cannot get the latch.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500})
    void aLockThatIsLeftWhileAnotherIsGivenBackGetsToWhoWaits(long earlierNanos) {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), ShiftLockTable.memoryBytes(SLOTS), 1)) {
            final ShiftLockTable keeps = table(cluster, 1);
            final LockClient other = table(cluster, 2).client();
            final LockClient user = keeps.client();
            cluster.client(1, "user", () -> {
                for (int i = 0; i <= ShiftLockTable.KEEP_AFTER; i++) {
                    use(user, 0);
                    use(user, 1);
                }
                user.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                assertThat(user.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isOne();
                cluster.work(USER_LEAVES - cluster.clock().nanoTime());
                user.release(1);
            });
            cluster.client(1, "gives back", () -> {
                cluster.work(USER_LEAVES - earlierNanos);
                keeps.giveBackCached();
            });
            cluster.client(2, "other", () -> {
                cluster.work(OTHER_COMES);
                use(other, 1);
            });
            cluster.run();
        }
    }

    private static ShiftLockTable table(Cluster cluster, int node) {
        return new ShiftLockTable(
            cluster.fabric(node), SLOTS, ShiftLockOptions.product(), cluster.threads(node));
    }

    private static void use(LockClient client, int slot) {
        assertThat(client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        client.release(slot);
    }
}
