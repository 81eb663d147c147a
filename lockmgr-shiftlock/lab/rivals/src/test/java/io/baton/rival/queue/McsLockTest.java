package io.baton.rival.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalStage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class McsLockTest {

    private static RivalStage stage() {
        return new RivalStage(fabric -> new McsTable(fabric, 4, new SplittableRandom(1)));
    }

    private static McsClient client(RivalStage stage) {
        return (McsClient) stage.client();
    }

    private static long route(McsClient client) {
        return client.route();
    }

    @Test
    void freeLockTakesOneFetchAndStoreAndOneCas() {
        try (RivalStage stage = stage(); McsClient client = client(stage)) {
            client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            assertThat(stage.word(16)).isEqualTo(route(client));
            assertThat(stage.table.busySlots()).isEqualTo(1);
            client.release(1);
            assertThat(stage.word(16)).isZero();
            assertThat(client.counters().verbs().get(VerbKind.EXT_CAS)).isEqualTo(1);
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            assertThat(client.counters().verbs().get(VerbKind.SEND)).isZero();
        }
    }

    @Test
    void lockIsHandedOverInTheOrderOfArrival() {
        final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        final List<Integer> expected = new ArrayList<>();
        final List<McsClient> waiters = new ArrayList<>();
        try (RivalStage stage = stage(); McsClient holder = client(stage)) {
            holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            for (int i = 0; i < 10; i++) {
                final int index = i;
                final McsClient waiter = client(stage);
                waiters.add(waiter);
                expected.add(index);
                stage.start(() -> {
                    waiter.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
                    order.add(index);
                    waiter.release(0);
                });
                stage.awaitWord(0, route(waiter));
            }
            assertThat(order).isEmpty();
            holder.release(0);
            stage.join();
            assertThat(order).isEqualTo(expected);
            assertThat(stage.table.busySlots()).isZero();
            assertThat(holder.counters().get(LockCounter.HANDOVERS)).isEqualTo(1);
            for (final McsClient waiter : waiters) {
                assertThat(waiter.counters().get(LockCounter.WAITS)).isEqualTo(1);
                assertThat(waiter.counters().verbs().get(VerbKind.EXT_CAS)).isEqualTo(1);
                assertThat(waiter.counters().verbs().get(VerbKind.READ)).isZero();
                waiter.close();
            }
        }
    }

    @Test
    void oneClientHandsSeveralLocksToTheirOwnSuccessors() {
        try (RivalStage stage = stage(); McsClient holder = client(stage)) {
            final List<McsClient> waiters = new ArrayList<>();
            final int[] got = new int[4];
            for (int slot = 0; slot < 4; slot++) {
                holder.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            }
            for (int i = 0; i < 4; i++) {
                final int slot = i;
                final McsClient waiter = client(stage);
                waiters.add(waiter);
                stage.start(() -> {
                    waiter.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                    got[slot]++;
                    waiter.release(slot);
                });
                stage.awaitWord(16L * slot, route(waiter));
            }
            for (final int slot : new int[] {2, 0, 3, 1}) {
                assertThat(got[slot]).isZero();
                holder.release(slot);
                stage.awaitWord(16L * slot, Route.NONE);
                assertThat(got[slot]).isEqualTo(1);
            }
            stage.join();
            waiters.forEach(McsClient::close);
        }
    }

    @Test
    void triesDoNotQueue() {
        try (RivalStage stage = stage(); McsClient holder = client(stage); McsClient other = client(stage)) {
            assertThat(holder.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(stage.word(0)).isEqualTo(route(holder));
            holder.release(0);
            assertThat(stage.word(0)).isZero();
            assertThat(holder.counters().get(LockCounter.HANDOVERS)).isZero();
        }
    }

    @Test
    void noticeThatFitsNothingIsAViolation() {
        try (RivalStage stage = stage()) {
            final McsClient client = client(stage);
            client.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            final QueueNotice notice = new QueueNotice().compose(QueueNotice.HANDOVER, 0, 77, 0, Route.NONE);
            assertThat(stage.eye().send(route(client), notice.composed(), 0, QueueNotice.BYTES))
                .isEqualTo(SendStatus.SENT);
            assertThatThrownBy(() -> client.release(0))
                .isInstanceOf(LockInvariantViolation.class).hasMessageContaining("attempt=77");
        }
    }
}
