package io.baton.rival;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockTable;
import io.baton.rival.cas.CasTable;
import io.baton.rival.cas.RetryDelay;
import io.baton.rival.drtm.DrTmParameters;
import io.baton.rival.drtm.DrTmTable;
import io.baton.rival.queue.McsTable;
import io.baton.rival.queue.RmaRwTable;
import io.baton.rival.queue.RmaRwThresholds;
import io.baton.testing.Seeds;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many more virtual threads than cores on few locks: a client that tries again at once must leave a core to the
 * holder, which gives its own away in the middle of its work.
 */
@Timeout(60)
class CrowdTest {

    private static final int CLIENTS = 64;
    private static final int SLOTS = 3;
    private static final int ROUNDS = 60;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    /** One rival each. */
    enum Rival {
        CAS_WITHOUT_BACKOFF, CAS_WITH_BACKOFF, DRTM, MCS, RMA_RW, RMA_RW_WITH_LOW_THRESHOLDS;

        LockTable table(Fabric fabric, RandomGenerator random) {
            return switch (this) {
                case CAS_WITHOUT_BACKOFF -> new CasTable(fabric, SLOTS, random, RetryDelay.none());
                case CAS_WITH_BACKOFF -> new CasTable(fabric, SLOTS, random, RetryDelay.paper());
                case DRTM -> new DrTmTable(fabric, SLOTS, random, DrTmParameters.paper());
                case MCS -> new McsTable(fabric, SLOTS, random);
                case RMA_RW -> new RmaRwTable(fabric, SLOTS, random, RmaRwThresholds.paper());
                case RMA_RW_WITH_LOW_THRESHOLDS ->
                    new RmaRwTable(fabric, SLOTS, random, new RmaRwThresholds(2, 3));
            };
        }

        /** DrTM's leases are 1 ms, and a writer sits each of them out. */
        boolean reads() {
            return this != DRTM;
        }
    }

    @ParameterizedTest
    @EnumSource
    void crowdOfVirtualThreadsGetsThrough(Rival rival) {
        final long seed = seeds.next(20_260_101);
        final long[] first = new long[SLOTS * 8];
        final long[] second = new long[SLOTS * 8];
        final long[] written = new long[CLIENTS];
        try (RivalStage stage = new RivalStage(fabric -> rival.table(fabric, new SplittableRandom(seed)))) {
            for (int i = 0; i < CLIENTS; i++) {
                final int index = i;
                final LockClient client = stage.client();
                stage.start(() -> {
                    final SplittableRandom random = new SplittableRandom(seed + 1 + index);
                    for (int round = 0; round < ROUNDS; round++) {
                        final int slot = random.nextInt(SLOTS);
                        final boolean reads = rival.reads() && random.nextBoolean();
                        client.acquire(slot, reads ? LockMode.SHARED : LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                        assertThat(first[8 * slot]).as("seed %d", seed).isEqualTo(second[8 * slot]);
                        if (!reads) {
                            first[8 * slot]++;
                            Thread.yield();
                            second[8 * slot]++;
                            written[index]++;
                        }
                        client.release(slot);
                    }
                    client.close();
                });
            }
            stage.join();
            assertThat(stage.table.busySlots()).as("seed %d", seed).isZero();
        }
        long sum = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            sum += first[8 * slot];
        }
        long expected = 0;
        for (final long count : written) {
            expected += count;
        }
        assertThat(sum).as("seed %d", seed).isEqualTo(expected).isPositive();
    }
}
