package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.park.Parking;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits are never more than there are, and none that is given back is overlooked. */
@Timeout(60)
class PermitsTest {

    private static final long LONG = TimeUnit.SECONDS.toNanos(50);
    private static final int PERMITS = 3;
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;

    private final Permits permits = new Permits(PERMITS, Parking.onMachine());

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
