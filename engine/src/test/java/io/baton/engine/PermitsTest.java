package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.Parking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits are never more than there are, and none that is given back is overlooked. */
@Timeout(60)
class PermitsTest {

    private static final long LONG = TimeUnit.SECONDS.toNanos(50);
    private static final int PERMITS = 3;
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;
    private static final int GOING_ROUNDS = 500;

    private final Permits permits = new Permits(PERMITS, SystemNanoClock.INSTANCE, Parking.onMachine());

    @Test
    void manyThreadsShareThem() {
        final AtomicInteger taken = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    if (take(1)) {
                        most.accumulateAndGet(taken.incrementAndGet(), Math::max);
                        taken.decrementAndGet();
                        permits.giveBack(1);
                    } else {
                        refused.incrementAndGet();
                    }
                }
            }));
        }
        threads.forEach(Parking.onMachine()::awaitEnd);
        assertThat(refused).hasValue(0);
        assertThat(most.get()).isBetween(1, PERMITS);
        assertThat(permits.free()).isEqualTo(PERMITS);
    }

    private boolean take(int count) {
        try {
            return permits.tryTake() || permits.take(count, LONG);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneThreadWaitsForAllWhileOthersWaitForOne() throws InterruptedException {
        assertThat(permits.take(PERMITS, 0)).isTrue();
        final AtomicInteger got = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final int count = i == 0 ? PERMITS : 1;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    if (permits.take(count, LONG)) {
                        got.incrementAndGet();
                        permits.giveBack(count);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int i = 0; i < PERMITS; i++) {
            permits.giveBack(1);
        }
        threads.forEach(Parking.onMachine()::awaitEnd);
        assertThat(got).hasValue(THREADS);
        assertThat(permits.free()).isEqualTo(PERMITS);
    }

    /** Others that need not wait may come between, but no waiter comes before one that has waited longer. */
    @Test
    void waitersAreServedInTheirOrder() throws InterruptedException {
        assertThat(permits.take(PERMITS, 0)).isTrue();
        final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final int number = i;
            final Thread thread = Thread.ofPlatform().start(() -> {
                assertThat(take(1)).isTrue();
                order.add(number);
                permits.giveBack(1);
            });
            threads.add(thread);
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }
        permits.giveBack(1);
        threads.forEach(Parking.onMachine()::awaitEnd);
        assertThat(order).isSorted().hasSize(THREADS);
        assertThat(permits.free()).isOne();
    }

    /** A waiter that goes must not keep what it was woken for from the next one. */
    @Test
    void nothingIsLostWithAWaiterThatGoes() throws InterruptedException {
        for (int round = 0; round < GOING_ROUNDS; round++) {
            assertThat(permits.take(PERMITS, 0)).isTrue();
            final Thread going = Thread.ofPlatform().start(() -> {
                try {
                    if (permits.take(1, LONG)) {
                        permits.giveBack(1);
                    }
                } catch (InterruptedException e) {
                    // As it shall be, mostly.
                }
            });
            final Thread next = Thread.ofPlatform().start(() -> {
                assertThat(take(1)).isTrue();
                permits.giveBack(1);
            });
            final Thread giving = Thread.ofPlatform().start(() -> permits.giveBack(1));
            going.interrupt();
            Parking.onMachine().awaitEnd(giving);
            assertThat(Parking.onMachine().join(next, LONG)).as("round %s", round).isTrue();
            Parking.onMachine().awaitEnd(going);
            permits.giveBack(PERMITS - 1);
        }
    }

    @Test
    void aWaitEndsWithTheTimeOrAnInterrupt() throws InterruptedException {
        assertThat(permits.take(PERMITS, 0)).isTrue();
        assertThat(permits.tryTake()).isFalse();
        assertThat(permits.take(1, 1_000_000)).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> permits.take(1, LONG)).isInstanceOf(InterruptedException.class);
        permits.giveBack(1);
        Thread.currentThread().interrupt();
        assertThat(permits.take(1, 0)).as("there is one").isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
