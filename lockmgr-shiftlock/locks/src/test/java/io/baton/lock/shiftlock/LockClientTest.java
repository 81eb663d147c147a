package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.NoLockTable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client's user sees: outcomes, reentrancy, errors, counters. */
@Timeout(20)
class LockClientTest {

    private static final int SLOTS = 8;

    private final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
        Thread.ofPlatform().daemon().factory());
    private final LockClient client = table.client();
    private final LockClient other = table.client();

    @AfterEach
    void close() {
        client.releaseAll();
        other.releaseAll();
        client.close();
        other.close();
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (table.busySlots() != 0 && System.nanoTime() < limit) {
            Thread.yield();
        }
        assertThat(table.busySlots()).isZero();
        table.close();
        fabric.close();
    }

    private static LockOutcome acquire(LockClient by, int slot, LockMode mode) {
        return by.acquire(slot, mode, System.nanoTime() + 1_000_000);
    }

    @Test
    void badSlotIsRefused() {
        for (int slot : new int[] {-1, SLOTS, Integer.MIN_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> acquire(client, slot, LockMode.SHARED))
                .withMessage("slot " + slot + ": give one between 0 and 7");
            assertThatIllegalArgumentException().isThrownBy(() -> client.tryAcquire(slot, LockMode.EXCLUSIVE));
            assertThatIllegalArgumentException().isThrownBy(() -> client.upgrade(slot));
            assertThatIllegalArgumentException().isThrownBy(() -> client.release(slot));
        }
    }

    @Test
    void badSlotAmongSeveralIsRefused() {
        final LockList below = list(-1, 3);
        final LockList above = list(3, SLOTS);
        assertThatIllegalArgumentException().isThrownBy(() -> client.acquireAll(below, 0))
            .withMessage("slot -1: give one between 0 and 7");
        assertThatIllegalArgumentException().isThrownBy(() -> client.acquireAll(above, 0))
            .withMessage("slot 8: give one between 0 and 7");
        final LockClient closed = table.client();
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> closed.acquireAll(above, 0)).withMessageContaining("closed");
    }

    private static LockList list(int first, int second) {
        final LockList locks = new LockList();
        locks.add(first, LockMode.EXCLUSIVE);
        locks.add(second, LockMode.EXCLUSIVE);
        return locks;
    }

    @Test
    void whatIsNotHeldCannotBeGivenBackOrUpgraded() {
        assertThatIllegalStateException().isThrownBy(() -> client.release(3)).withMessageContaining("does not hold")
            .withMessageContaining("3");
        assertThatIllegalStateException().isThrownBy(() -> client.upgrade(3)).withMessageContaining("does not hold");
        acquire(client, 3, LockMode.SHARED);
        client.release(3);
        assertThatIllegalStateException().isThrownBy(() -> client.release(3)).withMessageContaining("does not hold");
    }

    @Test
    void closedClientIsRefused() {
        final LockClient closed = table.client();
        closed.close();
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> acquire(closed, 0, LockMode.SHARED))
            .withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(() -> closed.release(0)).withMessageContaining("closed");
    }

    @Test
    void clientThatHoldsLocksCannotBeClosed() {
        acquire(client, 0, LockMode.SHARED);
        acquire(client, 1, LockMode.EXCLUSIVE);
        assertThatIllegalStateException().isThrownBy(client::close).withMessageContaining("2 locks");
        assertThat(client.held(1)).isEqualTo(LockMode.EXCLUSIVE);
    }

    @Test
    void closedTableMakesNoClients() {
        final ShiftLockTable closed = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
            Thread.ofPlatform().daemon().factory());
        closed.close();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::client).withMessageContaining("closed");
    }

    @Test
    void badTableIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ShiftLockTable(fabric, 0,
            ShiftLockOptions.product(), Thread::new))
            .withMessageContaining("0 locks");
        assertThatIllegalArgumentException().isThrownBy(() -> new ShiftLockTable(fabric, SLOTS + 1,
            ShiftLockOptions.product(), Thread::new))
            .withMessageContaining("128 in all");
        assertThatIllegalArgumentException().isThrownBy(() -> ShiftLockOptions.product().withThreshold(0))
            .withMessageContaining("threshold of 0");
    }

    @Test
    void clientAnswersForWhatItHoldsWithoutVerbs() {
        acquire(client, 2, LockMode.EXCLUSIVE);
        final long verbs = client.counters().verbs().get(VerbKind.EXT_CAS);
        assertThat(acquire(client, 2, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
        assertThat(client.tryAcquire(2, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
        client.release(2);
        client.release(2);
        assertThat(client.counters().verbs().get(VerbKind.EXT_CAS)).isEqualTo(verbs);
        assertThat(client.held(2)).isEqualTo(LockMode.EXCLUSIVE);
        client.release(2);
        assertThat(client.held(2)).isNull();
        assertThat(client.heldCount()).isZero();
        assertThat(client.counters().get(LockCounter.ACQUISITIONS)).isEqualTo(1);
    }

    @Test
    void exclusiveRequestForASharedHoldIsAnUpgrade() {
        acquire(client, 2, LockMode.SHARED);
        acquire(other, 2, LockMode.SHARED);
        assertThat(client.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.BUSY);
        assertThat(client.held(2)).isEqualTo(LockMode.SHARED);
        other.release(2);
        assertThat(client.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        assertThat(client.held(2)).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(client.upgrade(2)).isEqualTo(LockOutcome.GRANTED);
        client.release(2);
        assertThat(client.held(2)).isEqualTo(LockMode.EXCLUSIVE);
        client.release(2);
        assertThat(client.held(2)).isNull();
        assertThat(client.counters().get(LockCounter.UPGRADES)).isEqualTo(1);
        assertThat(client.counters().get(LockCounter.BUSY)).isEqualTo(1);
    }

    @Test
    void modesExcludeEachOther() {
        acquire(client, 0, LockMode.SHARED);
        assertThat(acquire(other, 0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
        other.release(0);
        assertThat(acquire(other, 0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.DEADLINE);
        assertThat(other.held(0)).isNull();
        assertThat(other.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
        client.release(0);
        assertThat(acquire(client, 0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
        assertThat(acquire(other, 0, LockMode.SHARED)).isEqualTo(LockOutcome.DEADLINE);
        assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
        assertThat(acquire(other, 0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.DEADLINE);
        assertThat(other.counters().get(LockCounter.GHOSTS)).isEqualTo(1);
        client.release(0);
        assertThat(other.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    /** Ghosts outlive their client; the table serves them. */
    @Test
    void ghostsOfAClosedClientAreServed() {
        acquire(client, 0, LockMode.EXCLUSIVE);
        final LockClient passing = table.client();
        assertThat(acquire(passing, 0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.DEADLINE);
        passing.close();
        client.release(0);
        assertThat(other.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    /** Goal of the paper: one verb in, one verb out. */
    @Test
    void uncontendedPairIsTwoVerbs() {
        acquire(client, 0, LockMode.EXCLUSIVE);
        client.release(0);
        acquire(client, 1, LockMode.SHARED);
        client.release(1);
        assertThat(client.counters().verbs().get(VerbKind.EXT_CAS)).isEqualTo(2);
        assertThat(client.counters().verbs().get(VerbKind.EXT_FAA)).isEqualTo(2);
        assertThat(client.counters().verbs().get(VerbKind.READ) + client.counters().verbs().get(VerbKind.SEND))
            .isZero();
    }

    @Test
    void noLockTableServesOneClient() {
        final NoLockTable none = new NoLockTable(4);
        final LockClient first = none.client();
        assertThatIllegalStateException().isThrownBy(none::client).withMessageContaining("only one client");
        assertThat(first.acquire(1, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.GRANTED);
        assertThat(first.held(1)).isEqualTo(LockMode.EXCLUSIVE);
        first.release(1);
        first.close();
        final LockClient second = none.client();
        first.close();
        assertThatIllegalStateException().isThrownBy(none::client);
        second.close();
        assertThat(none.busySlots()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new NoLockTable(0)).withMessageContaining("0 locks");
        none.close();
    }
}
