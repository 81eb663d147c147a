package io.baton.rival.contract;

import static io.baton.lock.LockClient.NO_DEADLINE;
import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What every lock promises, whatever its protocol. Each check wants a deployment of its own, with free locks. */
final class Contract {

    /** How long a lock that was given back may take to be free: agents and leases end on their own. */
    private static final int PATIENCE_STEPS = 100;
    private static final long PATIENCE_STEP_NANOS = 50_000;
    /** The same in real time, where nobody knows how much of it a step takes; only a test that fails waits so long. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** How long a reader waits for another that must come. */
    private static final long READER_WAIT_NANOS = 5_000_000_000L;
    /** How long a reader waits for another that must not come. */
    private static final long NO_READER_WAIT_NANOS = 20_000_000;

    private final Deployment deployment;
    private final World world;
    private final LockUnderTest lock;

    Contract(Deployment deployment) {
        this.deployment = deployment;
        this.world = deployment.world;
        this.lock = deployment.lock;
    }

    /** Mutual exclusion, progress, counting and no leak under many clients. */
    void protectsPlainMemory(int clients, int rounds, long seed) {
        new Workload(deployment, rounds, seed).run(clients);
        everythingIsFree();
    }

    /** Readers are inside together, or never if the lock does not share. */
    void sharesAsItSays() {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicBoolean met = new AtomicBoolean();
        world.run(2, index -> {
            final LockClient client = deployment.client(index);
            granted(client.acquire(0, SHARED, NO_DEADLINE));
            if (inside.incrementAndGet() == 2) {
                met.set(true);
            }
            final long limit = world.now() + (lock.sharing() ? READER_WAIT_NANOS : NO_READER_WAIT_NANOS);
            while (!met.get() && world.now() < limit) {
                world.linger(PATIENCE_STEP_NANOS);
            }
            inside.decrementAndGet();
            client.release(0);
            client.close();
        });
        assertThat(met.get()).as("two readers inside together").isEqualTo(lock.sharing());
        everythingIsFree();
    }

    /** A try on a held lock is refused at once and leaves no trace, neither in the lock nor in its client. */
    void triesLeaveNoTrace() {
        world.run(1, index -> {
            final LockClient holder = deployment.client(0);
            final LockClient other = deployment.client(1);
            granted(holder.acquire(0, EXCLUSIVE, NO_DEADLINE));
            refused(other, SHARED);
            refused(other, EXCLUSIVE);
            holder.release(0);
            granted(other.tryAcquire(0, EXCLUSIVE));
            other.release(0);
            granted(holder.tryAcquire(0, SHARED));
            long busy = 2;
            if (refusedBy(holder, other, EXCLUSIVE)) {
                busy++;
            }
            if (lock.sharing() ? other.tryAcquire(0, SHARED) == LockOutcome.BUSY : refusedBy(holder, other, SHARED)) {
                assertThat(lock.sharing() && confirms(holder)).as("a reader refused beside another").isFalse();
                busy++;
            } else {
                other.release(0);
            }
            holder.release(0);
            assertThat(other.counters().get(LockCounter.BUSY)).as("refusals counted").isEqualTo(busy);
            assertThat(other.counters().get(LockCounter.ACQUISITIONS)).as("acquisitions counted").isEqualTo(5 - busy);
            assertThat(holder.counters().get(LockCounter.ACQUISITIONS)).as("acquisitions counted").isEqualTo(2);
            assertThat(holder.counters().get(LockCounter.BUSY)).as("refusals counted").isZero();
            holder.close();
            other.close();
            untouched();
        });
        everythingIsFree();
    }

    private void untouched() {
        final LockClient third = deployment.client(2);
        granted(third.acquire(0, EXCLUSIVE, NO_DEADLINE));
        // A reader's lease lasts until its end, whether or not the reader has left.
        assertThat(third.counters().get(LockCounter.WAITS)).as("waits for a lock that was only tried")
            .isLessThanOrEqualTo(lock.isLeased() ? 1 : 0);
        third.release(0);
        third.close();
    }

    /** Tries a lock that another holds shared; only a lease that is over can let it in. */
    private boolean refusedBy(LockClient holder, LockClient other, LockMode mode) {
        if (other.tryAcquire(0, mode) == LockOutcome.BUSY) {
            assertThat(other.held(0)).isNull();
            return true;
        }
        assertThat(confirms(holder)).as("a try let in beside a reader").isFalse();
        other.release(0);
        return false;
    }

    private boolean confirms(LockClient holder) {
        return lock.lease().confirms(holder, 0);
    }

    /** Several locks in order, given back in any order, acquired again, covered modes. */
    void keepsItsClientsBooks() {
        world.run(1, index -> {
            final LockClient client = deployment.client(0);
            granted(client.acquire(0, SHARED, NO_DEADLINE));
            granted(client.acquire(1, EXCLUSIVE, NO_DEADLINE));
            granted(client.acquire(3, EXCLUSIVE, NO_DEADLINE));
            assertThat(client.heldCount()).isEqualTo(3);
            final Map<Integer, LockMode> held = new HashMap<>();
            client.forEachHeld((mode, slot) -> held.put(slot, mode));
            assertThat(held).isEqualTo(Map.of(0, SHARED, 1, EXCLUSIVE, 3, EXCLUSIVE));
            client.release(1);
            client.release(3);
            client.release(0);
            assertThat(client.heldCount()).isZero();
            assertThat(client.counters().get(LockCounter.ACQUISITIONS)).isEqualTo(3);
            acquiresAgain(client);
            givesAllBack(client);
            client.close();
        });
        everythingIsFree();
    }

    private void acquiresAgain(LockClient client) {
        granted(client.acquire(2, EXCLUSIVE, NO_DEADLINE));
        granted(client.acquire(2, SHARED, NO_DEADLINE));
        granted(client.tryAcquire(2, EXCLUSIVE));
        granted(client.upgrade(2));
        assertThat(client.heldCount()).isEqualTo(1);
        client.release(2);
        client.release(2);
        assertThat(client.held(2)).as("released twice, acquired three times").isEqualTo(EXCLUSIVE);
        client.release(2);
        assertThat(client.held(2)).as("released as often as acquired").isNull();
        granted(client.acquire(2, SHARED, NO_DEADLINE));
        granted(client.acquire(2, SHARED, NO_DEADLINE));
        final LockOutcome more = client.acquire(2, EXCLUSIVE, NO_DEADLINE);
        assertThat(more).as("exclusive beside the own shared hold").isIn(LockOutcome.GRANTED, LockOutcome.BUSY);
        assertThat(client.held(2)).isEqualTo(more == LockOutcome.GRANTED ? EXCLUSIVE : SHARED);
        if (more == LockOutcome.GRANTED) {
            client.release(2);
        }
        client.release(2);
        assertThat(client.heldCount()).isEqualTo(1);
        client.release(2);
        assertThat(client.heldCount()).isZero();
    }

    private void givesAllBack(LockClient client) {
        granted(client.acquire(0, EXCLUSIVE, NO_DEADLINE));
        granted(client.acquire(0, EXCLUSIVE, NO_DEADLINE));
        granted(client.acquire(1, SHARED, NO_DEADLINE));
        client.releaseAll();
        assertThat(client.heldCount()).isZero();
        client.releaseAll();
        final LockClient other = deployment.client(1);
        granted(other.tryAcquire(0, EXCLUSIVE));
        granted(lock.isLeased() ? other.acquire(1, EXCLUSIVE, NO_DEADLINE) : other.tryAcquire(1, EXCLUSIVE));
        other.releaseAll();
        other.close();
    }

    /** Mistakes of the caller are told in a sentence with the value, and change nothing. */
    void refusesMistakes() {
        world.run(1, index -> {
            final LockClient client = deployment.client(0);
            final int slots = deployment.slots;
            assertThat(deployment.table(0).slots()).isEqualTo(slots);
            refusesSlot(() -> client.acquire(-1, SHARED, NO_DEADLINE), -1);
            refusesSlot(() -> client.acquire(slots, EXCLUSIVE, NO_DEADLINE), slots);
            refusesSlot(() -> client.tryAcquire(slots, SHARED), slots);
            refusesSlot(() -> client.acquireAll(both(-1, 1), NO_DEADLINE), -1);
            refusesSlot(() -> client.acquireAll(both(1, slots), NO_DEADLINE), slots);
            client.releaseAll();
            assertThatThrownBy(() -> client.release(2)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("2");
            assertThatThrownBy(() -> client.upgrade(2)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("2");
            granted(client.acquire(1, EXCLUSIVE, NO_DEADLINE));
            assertThatThrownBy(() -> client.release(2)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(client::close).isInstanceOf(IllegalStateException.class).hasMessageContaining("1");
            assertThat(client.held(1)).isEqualTo(EXCLUSIVE);
            client.release(1);
            assertThatThrownBy(() -> client.release(1)).isInstanceOf(IllegalStateException.class);
            client.close();
            client.close();
            assertThatThrownBy(() -> client.acquire(1, SHARED, NO_DEADLINE)).isInstanceOf(RuntimeException.class)
                .hasMessageMatching("(?s).{20,}");
        });
        everythingIsFree();
        deployment.table(0).close();
        assertThatThrownBy(() -> deployment.table(0).client()).isInstanceOf(IllegalStateException.class);
    }

    /** A client that gives up at its deadline leaves nothing behind. */
    void givesUpAtTheDeadline() {
        world.run(1, index -> {
            final LockClient holder = deployment.client(0);
            final LockClient other = deployment.client(1);
            granted(holder.acquire(0, EXCLUSIVE, NO_DEADLINE));
            for (final LockMode mode : lock.deadlines()) {
                final long deadline = world.now() + PATIENCE_STEP_NANOS;
                assertThat(other.acquire(0, mode, deadline)).isEqualTo(LockOutcome.DEADLINE);
                assertThat(world.now()).as("time at which it gave up").isGreaterThanOrEqualTo(deadline);
                assertThat(other.heldCount()).isZero();
            }
            holder.release(0);
            granted(other.acquire(0, EXCLUSIVE, NO_DEADLINE));
            other.release(0);
            holder.close();
            other.close();
        });
        everythingIsFree();
    }

    /** Writers that asked one after another while the lock was held get it in that order. */
    void servesInOrder(int waiters) {
        final long apart = 100_000;
        final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        world.run(waiters + 1, index -> {
            final LockClient client = deployment.client(index);
            world.linger(apart * index);
            granted(client.acquire(0, EXCLUSIVE, NO_DEADLINE));
            order.add(index);
            if (index == 0) {
                world.linger(apart * (waiters + 2));
            }
            client.release(0);
            client.close();
        });
        assertThat(order).as("order of service").isSorted().hasSize(waiters + 1);
        everythingIsFree();
    }

    /** Under load, nobody is overtaken more than twice by each other client. */
    void boundsOvertaking(int clients, int rounds) {
        final AtomicLong grants = new AtomicLong();
        final AtomicLong worst = new AtomicLong();
        world.run(clients, index -> {
            final LockClient client = deployment.client(index);
            for (int round = 0; round < rounds; round++) {
                final long asked = grants.get();
                granted(client.acquire(0, EXCLUSIVE, NO_DEADLINE));
                final long overtaken = grants.getAndIncrement() - asked;
                worst.accumulateAndGet(overtaken, Math::max);
                world.linger(500);
                client.release(0);
            }
            client.close();
        });
        assertThat(worst.get()).as("how often a client was overtaken").isLessThanOrEqualTo(2L * (clients - 1));
        everythingIsFree();
    }

    private void everythingIsFree() {
        final long limit = world.now() + PATIENCE_NANOS;
        long busy = deployment.busySlots();
        for (int step = 0; busy > 0 && (world.isRealTime() ? world.now() < limit : step < PATIENCE_STEPS); step++) {
            letTimePass();
            busy = deployment.busySlots();
        }
        assertThat(busy).as("locks that are not free after the end").isZero();
    }

    private static LockList both(int first, int second) {
        final LockList locks = new LockList();
        locks.add(first, EXCLUSIVE);
        locks.add(second, EXCLUSIVE);
        return locks;
    }

    private void letTimePass() {
        if (world.isRealTime()) {
            LockSupport.parkNanos(PATIENCE_STEP_NANOS);
        } else {
            world.run(1, index -> world.linger(PATIENCE_STEP_NANOS));
        }
    }

    private static void granted(LockOutcome outcome) {
        assertThat(outcome).isEqualTo(LockOutcome.GRANTED);
    }

    private static void refused(LockClient client, LockMode mode) {
        assertThat(client.tryAcquire(0, mode)).as("a try on a held lock").isEqualTo(LockOutcome.BUSY);
        assertThat(client.held(0)).isNull();
        assertThat(client.heldCount()).isZero();
    }

    private static void refusesSlot(Runnable call, int slot) {
        assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(Integer.toString(slot));
    }
}
