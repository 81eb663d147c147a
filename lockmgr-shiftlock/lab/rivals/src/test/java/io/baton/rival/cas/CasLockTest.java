package io.baton.rival.cas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalStage;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CasLockTest {

    private static final long SECOND_ENTRY = 16;
    private static final long UNIT = 1_862;
    private static final long PERIOD = 1_000_000;
    private static final RandomGenerator ZEROS = () -> 0L;

    private static RivalStage stage(RetryDelay backoff) {
        return new RivalStage(fabric -> new CasTable(fabric, 4, new SplittableRandom(1), backoff));
    }

    @Test
    void acquiresAndReleasesWithOneCasEach() {
        try (RivalStage stage = stage(RetryDelay.paper()); LockClient client = stage.client()) {
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(stage.word(SECOND_ENTRY)).isEqualTo(1);
            assertThat(stage.table.busySlots()).isEqualTo(1);
            client.release(1);
            assertThat(stage.word(SECOND_ENTRY)).isZero();
            assertThat(stage.table.busySlots()).isZero();
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(2);
            assertThat(client.counters().get(LockCounter.WAITS)).isZero();
        }
    }

    @Test
    void sharedRequestsAreServedExclusively() {
        try (RivalStage stage = stage(RetryDelay.none()); LockClient one = stage.client();
            LockClient other = stage.client()) {
            assertThat(one.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(other.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            one.release(0);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            other.release(0);
        }
    }

    @Test
    void deadlineEndsTheWaitWithAndWithoutBackoff() {
        for (final RetryDelay backoff : new RetryDelay[] {RetryDelay.none(), RetryDelay.paper()}) {
            try (RivalStage stage = stage(backoff); LockClient holder = stage.client();
                LockClient waiter = stage.client()) {
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                final long deadline = System.nanoTime() + 3_000_000;
                assertThat(waiter.acquire(0, LockMode.EXCLUSIVE, deadline)).isEqualTo(LockOutcome.DEADLINE);
                assertThat(System.nanoTime() - deadline).isNotNegative();
                assertThat(waiter.counters().get(LockCounter.WAITS)).isEqualTo(1);
                holder.release(0);
                assertThat(waiter.acquire(0, LockMode.EXCLUSIVE, deadline)).isEqualTo(LockOutcome.GRANTED);
                waiter.release(0);
            }
        }
    }

    @Test
    void waitsAreTruncatedAtOneUnitAtFirst() {
        final AdaptiveBackoff backoff = new AdaptiveBackoff(RetryDelay.paper(), ZEROS, 0);
        for (int retry = 0; retry < 20; retry++) {
            assertThat(backoff.beforeRetry(retry, 0)).isEqualTo(UNIT);
        }
    }

    @Test
    void truncationAdaptsWhileAClientWaitsToo() {
        final AdaptiveBackoff backoff = new AdaptiveBackoff(RetryDelay.paper(), ZEROS, 0);
        assertThat(backoff.beforeRetry(30, PERIOD)).as("nothing has happened in the first period").isEqualTo(UNIT);
        assertThat(backoff.beforeRetry(30, 2 * PERIOD - 1)).isEqualTo(UNIT);
        assertThat(backoff.beforeRetry(30, 2 * PERIOD)).isEqualTo(2 * UNIT);
    }

    @Test
    void truncationDoublesAPeriodWhenMostTriesAreRetriesUpTo1024Units() {
        final AdaptiveBackoff backoff = new AdaptiveBackoff(RetryDelay.paper(), ZEROS, 0);
        long now = 0;
        for (int period = 1; period <= 14; period++) {
            backoff.beforeRetry(0, now);
            backoff.beforeRetry(1, now);
            backoff.onAcquired(now + PERIOD - 1);
            final long before = UNIT << Math.min(period - 1, 10);
            assertThat(backoff.beforeRetry(30, now)).as("before period %d is over", period).isEqualTo(before);
            now += PERIOD;
            backoff.onAcquired(now);
            assertThat(backoff.beforeRetry(30, now)).as("after period %d", period)
                .isEqualTo(UNIT << Math.min(period, 10));
            backoff.beforeRetry(0, now);
        }
        assertThat(backoff.beforeRetry(0, now)).isEqualTo(UNIT);
        assertThat(backoff.beforeRetry(1, now)).isEqualTo(2 * UNIT);
        assertThat(backoff.beforeRetry(5, now)).isEqualTo(32 * UNIT);
    }

    @Test
    void truncationHalvesWhenFewTriesAreRetriesAndStaysInBetween() {
        final AdaptiveBackoff backoff = new AdaptiveBackoff(RetryDelay.paper(), ZEROS, 0);
        long now = 0;
        for (int period = 0; period < 3; period++) {
            backoff.beforeRetry(0, now);
            backoff.beforeRetry(1, now);
            now += PERIOD;
            backoff.onAcquired(now);
        }
        // One retry in four tries: neither below a tenth nor above a half.
        assertThat(backoff.beforeRetry(30, now)).isEqualTo(8 * UNIT);
        now = acquire(backoff, now, 3);
        // One in twenty.
        assertThat(backoff.beforeRetry(30, now)).isEqualTo(8 * UNIT);
        now = acquire(backoff, now, 19);
        assertThat(backoff.beforeRetry(30, now)).isEqualTo(4 * UNIT);
        for (int period = 0; period < 4; period++) {
            now = acquire(backoff, now, 19);
        }
        assertThat(backoff.beforeRetry(30, now)).isEqualTo(UNIT);
    }

    /** Acquires without a retry; the last acquisition ends a period. */
    private static long acquire(AdaptiveBackoff backoff, long now, int times) {
        for (int i = 1; i < times; i++) {
            backoff.onAcquired(now);
        }
        backoff.onAcquired(now + PERIOD);
        return now + PERIOD;
    }

    @Test
    void randomPartIsBelowOneUnitAndVaries() {
        final long seed = 42;
        final AdaptiveBackoff backoff = new AdaptiveBackoff(RetryDelay.paper(), new SplittableRandom(seed), 0);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            final long wait = backoff.beforeRetry(0, 0);
            least = Math.min(least, wait);
            most = Math.max(most, wait);
        }
        assertThat(least).as("seed %d", seed).isBetween(UNIT, UNIT + UNIT / 50);
        assertThat(most).as("seed %d", seed).isBetween(2 * UNIT - UNIT / 50, 2 * UNIT - 1);
    }

    @Test
    void badNumbersAreRefused() {
        assertThatThrownBy(() -> new RetryDelay(-1, 0, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new RetryDelay(1, 31, 0)).hasMessageContaining("31");
        assertThatThrownBy(
            () -> new RivalStage(fabric -> new CasTable(fabric, 65, new SplittableRandom(1), RetryDelay.none())))
            .hasMessageContaining("65");
    }
}
