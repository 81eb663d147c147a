package io.baton.lock;

import static io.baton.lock.LockClient.NO_DEADLINE;
import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several lock tables as one; that it keeps the contract of all locks is tested with theirs. */
@Timeout(30)
final class JoinedLockTableTest {

    private static final int EACH = 4;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    private final List<Integer> closed = new ArrayList<>();

    /** A table on a fabric of its own that says when it is closed, and may open no clients. */
    private final class Told implements LockTable {

        private final int number;
        private final InProcessFabric fabric =
            new InProcessFabric(ShiftLockTable.memoryBytes(EACH), WaitPolicy.adaptive(1));
        private final ShiftLockTable table =
            new ShiftLockTable(fabric, EACH, ShiftLockOptions.product(), THREADS);
        private final boolean opensClients;
        private final int slots;

        Told(int number, boolean opensClients, int slots) {
            this.number = number;
            this.opensClients = opensClients;
            this.slots = slots;
        }

        @Override
        public int slots() {
            return slots;
        }

        @Override
        public LockClient client() {
            if (!opensClients) {
                throw new IllegalStateException("planted");
            }
            return table.client();
        }

        @Override
        public long busySlots() {
            return table.busySlots();
        }

        @Override
        public void close() {
            closed.add(number);
            table.close();
            fabric.close();
        }
    }

    private Told told(int number) {
        return new Told(number, true, EACH);
    }

    @Test
    void tableThatCannotBeOpenedClosesThoseBeforeIt() {
        assertThatIllegalStateException().isThrownBy(() -> JoinedLockTable.open(4, i -> {
            if (i == 2) {
                throw new IllegalStateException("planted");
            }
            return told(i);
        })).withMessage("planted");
        assertThat(closed).containsExactly(1, 0);
    }

    @Test
    void tablesOfDifferentSizesAreRefusedAndClosed() {
        assertThatIllegalArgumentException().isThrownBy(
            () -> JoinedLockTable.open(3, i -> new Told(i, true, EACH + i / 2)))
            .withMessageContaining("all with as many locks");
        assertThat(closed).containsExactly(2, 1, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> JoinedLockTable.open(0, this::told));
        assertThatIllegalArgumentException()
            .isThrownBy(() -> JoinedLockTable.open(2, i -> new Told(i, true, 1 << 30)));
    }

    @Test
    void allAreClosedAlthoughOneFails() {
        final IllegalStateException planted = new IllegalStateException("planted");
        final LockTable joined = JoinedLockTable.open(3, i -> new LockTable() {
            private final Told real = told(i);

            @Override
            public int slots() {
                return real.slots();
            }

            @Override
            public LockClient client() {
                return real.client();
            }

            @Override
            public long busySlots() {
                return real.busySlots();
            }

            @Override
            public void close() {
                real.close();
                if (i > 0) {
                    throw planted;
                }
            }
        });
        assertThatThrownBy(joined::close).isSameAs(planted);
        assertThat(closed).containsExactly(2, 1, 0);
    }

    @Test
    void clientThatCannotBeOpenedAtOneTableLeavesNoneAtTheOthers() {
        final NoLockTable first = new NoLockTable(EACH);
        try (LockTable joined = JoinedLockTable.open(2, i -> i == 0 ? first : new Told(i, false, EACH))) {
            assertThatIllegalStateException().isThrownBy(joined::client).withMessage("planted");
            assertThat(first.client().heldCount()).as("it opens one client at a time").isZero();
        }
    }

    @Test
    void requestsGoToTheTableOfTheirSlot() {
        final List<Told> tables = List.of(told(0), told(1), told(2));
        try (LockTable joined = JoinedLockTable.open(3, tables::get)) {
            assertThat(joined.slots()).isEqualTo(3 * EACH);
            final LockClient client = joined.client();
            for (final int slot : new int[] {0, EACH - 1, EACH, 3 * EACH - 1}) {
                assertThat(client.acquire(slot, slot == EACH ? SHARED : EXCLUSIVE, NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
            }
            assertThat(tables).extracting(LockTable::busySlots).containsExactly(2L, 1L, 1L);
            assertThat(joined.busySlots()).isEqualTo(4);
            assertThat(client.heldCount()).isEqualTo(4);
            final List<Integer> held = new ArrayList<>();
            client.forEachHeld((mode, slot) -> held.add(mode == EXCLUSIVE ? slot : -slot));
            assertThat(held).containsExactlyInAnyOrder(0, EACH - 1, -EACH, 3 * EACH - 1);
            assertThat(client.upgrade(EACH)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.counters().get(LockCounter.ACQUISITIONS)).isEqualTo(4);
            assertThat(client.counters().statistics().get(VerbKind.EXT_CAS))
                .isEqualTo(client.counters().verbs().get(VerbKind.EXT_CAS)).isGreaterThanOrEqualTo(4);
            assertThatIllegalStateException().isThrownBy(() -> client.release(EACH + 1))
                .withMessageContaining(" " + (EACH + 1));
            assertThatIllegalStateException().isThrownBy(() -> client.release(3 * EACH));
            assertThatIllegalStateException().isThrownBy(() -> client.token(-1));
            assertThat(client.held(-1)).isNull();
            assertThatIllegalStateException().isThrownBy(client::close).withMessageContaining("4");
            client.release(0);
            client.releaseAll();
            assertThat(joined.busySlots()).isZero();
            client.close();
            client.close();
        }
    }

    @Test
    void locksWantedTogetherAreOneRequestToEachTable() {
        final List<Integer> requests = new ArrayList<>();
        final List<LockTable> tables = List.of(told(0), told(1), told(2));
        try (LockTable joined = JoinedLockTable.open(3, i -> new Requested(tables.get(i), requests))) {
            final LockList wanted = new LockList();
            for (final int slot : new int[] {0, 2, 3, 2 * EACH, 3 * EACH - 1}) {
                wanted.add(slot, EXCLUSIVE);
            }
            final LockClient client = joined.client();
            assertThat(client.acquireAll(wanted, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(requests).containsExactly(3, 2);
            assertThat(client.held(3 * EACH - 1)).isEqualTo(EXCLUSIVE);
            client.releaseAll();
            final LockClient holder = joined.client();
            assertThat(holder.acquire(2 * EACH, EXCLUSIVE, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.acquireAll(wanted, System.nanoTime())).isEqualTo(LockOutcome.DEADLINE);
            assertThat(client.heldCount()).as("those before the one that was not free").isEqualTo(3);
            client.releaseAll();
            holder.releaseAll();
        }
    }

    /** Tells how many locks are wanted together. */
    private record Requested(LockTable table, List<Integer> requests) implements LockTable {

        @Override
        public int slots() {
            return table.slots();
        }

        @Override
        public LockClient client() {
            final LockClient real = table.client();
            return (LockClient) Proxy.newProxyInstance(LockClient.class.getClassLoader(),
                new Class<?>[] {LockClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("acquireAll")) {
                        requests.add(((LockList) arguments[0]).size());
                    }
                    return method.invoke(real, arguments);
                });
        }

        @Override
        public long busySlots() {
            return table.busySlots();
        }

        @Override
        public void close() {
            table.close();
        }
    }

    @Test
    void waitAtOneTableIsWokenAndCancelled() throws InterruptedException {
        try (LockTable joined = JoinedLockTable.open(2, this::told)) {
            final LockClient holder = joined.client();
            final LockClient waiter = joined.client();
            assertThat(holder.acquire(EACH, EXCLUSIVE, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            final boolean[] cancelled = {false};
            waiter.cancelWhen(() -> {
                synchronized (cancelled) {
                    return cancelled[0];
                }
            });
            final LockOutcome[] outcome = new LockOutcome[1];
            final Thread thread = Thread.ofPlatform().start(() -> outcome[0] =
                waiter.acquire(EACH, EXCLUSIVE, System.nanoTime() + TimeUnit.SECONDS.toNanos(20)));
            synchronized (cancelled) {
                cancelled[0] = true;
            }
            waiter.wake();
            thread.join();
            assertThat(outcome[0]).isEqualTo(LockOutcome.CANCELLED);
            holder.releaseAll();
        }
    }

    /** A session that is over at one lock server; the other has not heard of it. */
    @Test
    void lossAtOneTableIsTheLossOfAll() {
        final List<LockOutcome> outcomes = new ArrayList<>();
        try (SessionCluster sessions = new SessionCluster(EACH, RecoveryOptions.product())) {
            sessions.cluster.client(1, "loses", () -> {
                final LockSession session = sessions.join(1);
                final Told other = told(0);
                final LockTable joined =
                    JoinedLockTable.open(2, i -> i == 0 ? other : sessions.sharing(1, session));
                final LockClient client = joined.client();
                outcomes.add(client.acquire(1, EXCLUSIVE, NO_DEADLINE));
                outcomes.add(client.acquire(EACH, EXCLUSIVE, NO_DEADLINE));
                assertThat(client.token(EACH)).isNotNull();
                session.lose();
                outcomes.add(client.acquire(2, SHARED, NO_DEADLINE));
                outcomes.add(client.tryAcquire(EACH + 1, SHARED));
                assertThat(client.heldCount()).isZero();
                assertThat(other.busySlots()).as("what it had at the other table, too").isZero();
                outcomes.add(client.acquire(3, SHARED, NO_DEADLINE));
                outcomes.add(client.upgrade(1));
                outcomes.add(client.releaseAndTell(1));
                outcomes.add(client.releaseAllAndTell());
                client.close();
            });
            sessions.cluster.run();
        }
        assertThat(outcomes).startsWith(LockOutcome.GRANTED, LockOutcome.GRANTED, LockOutcome.GRANTED);
        assertThat(outcomes.subList(3, 8)).containsOnly(LockOutcome.LOST).hasSize(5);
    }
}
