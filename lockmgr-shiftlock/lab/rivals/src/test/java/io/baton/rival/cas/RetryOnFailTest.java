package io.baton.rival.cas;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.Traffic;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retry-on-Fail: which verbs it uses, and that waiting readers stay counted. */
@Timeout(60)
class RetryOnFailTest {

    private static final int SLOTS = 4;

    private final InProcessFabric fabric =
        new InProcessFabric(RetryOnFailTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final RetryOnFailTable table = new RetryOnFailTable(fabric, SLOTS, new SplittableRandom(1));

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    @Test
    void writersUseCompareAndSwapAndReadersFetchAndAdd() {
        try (LockClient client = table.client()) {
            client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            client.release(0);
            client.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            client.release(0);
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            assertThat(client.counters().verbs().get(VerbKind.FAA)).isEqualTo(3);
        }
    }

    @Test
    void waitingReaderKeepsTheNextWriterOutAndIsUncountedAtItsDeadline() {
        try (LockClient writer = table.client(); LockClient reader = table.client()) {
            writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            final long deadline = fabric.clock().nanoTime() + 2_000_000;
            assertThat(reader.acquire(0, LockMode.SHARED, deadline)).isEqualTo(LockOutcome.DEADLINE);
            writer.release(0);
            assertThat(table.busySlots()).isZero();
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            reader.release(0);
        }
    }

    @Test
    void exclusionHoldsWithManyClients() throws Exception {
        Traffic.run(table, 64, 40, 0.5, 15);
    }
}
