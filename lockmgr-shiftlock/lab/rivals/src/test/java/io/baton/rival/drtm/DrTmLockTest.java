package io.baton.rival.drtm;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Route;
import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalStage;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class DrTmLockTest {

    private static final long LEASE = 1_000_000;
    private static final long TRANSACTION = 500_000;
    private static final long DELTA = 50_000;

    private final AtomicLong now = new AtomicLong(7_000_000_000L);
    private DrTmParameters parameters = DrTmParameters.paper();

    private RivalStage stage() {
        return new RivalStage(now::get, fabric -> new DrTmTable(fabric, 4, new SplittableRandom(1), parameters));
    }

    private static DrTmClient client(RivalStage stage) {
        return ((DrTmTable) stage.table).client();
    }

    @Test
    void writersWordHoldsTheWriteBitAndTheOwner() {
        try (RivalStage stage = stage(); DrTmClient writer = client(stage)) {
            writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            // The eye has the fabric's first route, this client the second.
            assertThat(stage.word(0)).isEqualTo(1 | 2L << 1);
            assertThat(Route.queuePair(stage.eye().route())).isZero();
            assertThat(writer.leaseValid(0)).isTrue();
            writer.release(0);
            assertThat(stage.word(0)).isZero();
            assertThat(writer.leaseValid(0)).isFalse();
            assertThat(writer.counters().verbs().get(VerbKind.CAS)).isEqualTo(2);
        }
    }

    @Test
    void readersJoinALeaseAndLeaveWithoutAVerb() {
        try (RivalStage stage = stage(); DrTmClient one = client(stage); DrTmClient other = client(stage)) {
            one.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            final long word = stage.word(0);
            assertThat(word).isEqualTo((now.get() + LEASE) << 9);
            now.addAndGet(LEASE - DELTA - TRANSACTION - 1);
            assertThat(other.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            one.release(0);
            other.release(0);
            assertThat(stage.word(0)).isEqualTo(word);
            assertThat(one.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            assertThat(other.counters().verbs().get(VerbKind.CAS)).isEqualTo(1);
            assertThat(other.counters().get(LockCounter.WAITS)).isZero();
        }
    }

    @Test
    void nobodyGetsInBetweenValidAndOver() {
        try (RivalStage stage = stage(); DrTmClient one = client(stage); DrTmClient other = client(stage)) {
            one.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            now.addAndGet(LEASE - DELTA - TRANSACTION);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(other.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            now.addAndGet(TRANSACTION + 2 * DELTA);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(other.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            assertThat(stage.table.busySlots()).isEqualTo(1);
            now.addAndGet(1);
            assertThat(stage.table.busySlots()).isZero();
            assertThat(other.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            other.release(0);
            one.release(0);
        }
    }

    @Test
    void leaseCannotBeConfirmedOnceAnotherClockMaySeeItsEnd() {
        try (RivalStage stage = stage(); DrTmClient reader = client(stage)) {
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            now.addAndGet(LEASE - DELTA - 1);
            assertThat(reader.leaseValid(0)).isTrue();
            now.addAndGet(1);
            assertThat(reader.leaseValid(0)).isFalse();
            assertThat(reader.lapsedLeases()).isZero();
            reader.release(0);
            assertThat(reader.lapsedLeases()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 54) - 1_000, (1L << 55) - 1_000, -5_000_000_000L})
    void leasesWorkWhereverTheClockStands(long start) {
        now.set(start);
        try (RivalStage stage = stage(); DrTmClient reader = client(stage); DrTmClient writer = client(stage)) {
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
            now.addAndGet(LEASE + DELTA + 1);
            assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            writer.release(0);
            reader.release(0);
        }
    }

    @Test
    void leaseThatWouldLookFreeIsNot() {
        assertThat(LeaseWord.leased(0)).isNotEqualTo(LeaseWord.FREE);
        assertThat(LeaseWord.leased(1L << 55)).isNotEqualTo(LeaseWord.FREE);
        assertThat(LeaseWord.isLocked(LeaseWord.leased(0))).isFalse();
    }

    @Test
    void waitingWriterEntersWhenTheLeaseIsOver() {
        try (
            RivalStage stage = new RivalStage(() -> now.addAndGet(1_000),
                fabric -> new DrTmTable(fabric, 4, new SplittableRandom(1), parameters));
            DrTmClient reader = client(stage); DrTmClient writer = client(stage)) {
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            final long end = stage.word(0) >> 9;
            assertThat(writer.acquire(0, LockMode.EXCLUSIVE, end)).isEqualTo(LockOutcome.DEADLINE);
            assertThat(writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(now.get()).isGreaterThan(end + DELTA);
            assertThat(writer.counters().get(LockCounter.WAITS)).isEqualTo(2);
            assertThat(reader.leaseValid(0)).isFalse();
            reader.release(0);
            writer.release(0);
        }
    }

    @Test
    void leaseOfATruncatedClockIsOverAtOnce() {
        parameters = DrTmParameters.truncated();
        try (RivalStage stage = stage(); DrTmClient reader = client(stage); DrTmClient writer = client(stage)) {
            reader.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE);
            assertThat(writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(writer.counters().verbs().get(VerbKind.CAS)).isEqualTo(2);
            assertThat(writer.counters().get(LockCounter.WAITS)).isZero();
            assertThat(reader.leaseValid(0)).isFalse();
            writer.release(0);
            reader.release(0);
        }
    }
}
