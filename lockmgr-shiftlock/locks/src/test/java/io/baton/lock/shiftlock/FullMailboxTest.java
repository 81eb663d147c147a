package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.testing.Crew;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client holds many locks that others queue for: more Successor notices than its mailbox holds. */
@Timeout(60)
class FullMailboxTest {

    private static final int SLOTS = 600;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderOfManyWantedLocksReleasesThemAll(boolean withGhost) {
        final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS + 1), new WaitPolicy(0, 5));
        final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS + 1, ShiftLockOptions.product(),
            Thread.ofPlatform().daemon().factory());
        final LockClient holder = table.client();
        final LockClient other = table.client();
        if (withGhost) {
            assertThat(other.acquire(SLOTS, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(holder.acquire(SLOTS, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.DEADLINE);
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            assertThat(holder.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        }
        final AtomicInteger queued = new AtomicInteger();
        Crew.run(SLOTS + 1, true, index -> {
            if (index == SLOTS) {
                while (queued.get() < SLOTS) {
                    Thread.yield();
                }
                TimeUnit.MILLISECONDS.sleep(50);
                holder.releaseAll();
                return;
            }
            try (LockClient client = table.client()) {
                queued.incrementAndGet();
                assertThat(client.acquire(index, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
                client.release(index);
            }
        });
        other.releaseAll();
        holder.close();
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (table.busySlots() != 0 && System.nanoTime() < limit) {
            Thread.yield();
        }
        assertThat(table.busySlots()).isZero();
        table.close();
        fabric.close();
    }
}
