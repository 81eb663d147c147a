package io.baton.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.rival.dslr.DslrParameters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A cell is measured for its window, and the same seed gives the same figures. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class CellRunnerTest {

    private static final MeasuringWindow SHORT = new MeasuringWindow(200_000, 500, 1_500_000, 1_000, 3_000_000);
    private static final long SEED = 11;

    private static CellResult run(PaperLock lock, Load load, int clients, long seed) {
        return new CellRunner(seed, () -> false).run(Cell.of(lock, load, clients, SHORT)).orElseThrow();
    }

    static Iterable<PaperLock> locks() {
        return PaperLocks.all();
    }

    @ParameterizedTest
    @MethodSource("locks")
    void everyLockIsMeasured(PaperLock lock) {
        final CellResult result = run(lock, new MicroWork(1_000, 0.99, 0.5), 12, SEED);
        assertThat(result.value(Metric.GOODPUT).orElseThrow()).as("goodput, seed %d", SEED).isPositive();
        assertThat(result.latencies().count()).isPositive();
        assertThat(result.value(Metric.P99).orElseThrow())
            .isGreaterThanOrEqualTo(result.value(Metric.P50).orElseThrow());
        assertThat(result.windowNanos()).isBetween(SHORT.leastNanos(), SHORT.mostNanos() + MeasuringWindow.TICK_NANOS);
    }

    @ParameterizedTest
    @MethodSource("locks")
    void sameSeedGivesTheSame(PaperLock lock) {
        final MicroWork load = new MicroWork(100, 0.99, 0.5);
        final CellResult one = run(lock, load, 10, SEED);
        final CellResult other = run(lock, load, 10, SEED);
        assertThat(other.latencies()).as("seed %d", SEED).isEqualTo(one.latencies());
        assertThat(other.windowNanos()).isEqualTo(one.windowNanos());
        for (final Measure measure : List.of(Metric.GOODPUT, Metric.ATOMICS, Metric.READS, Metric.SENDS,
            LockPhase.ACQUIRE_WRITER.time(), LockPhase.RELEASE.time())) {
            assertThat(other.value(measure)).as(measure.label()).isEqualTo(one.value(measure));
        }
    }

    @Test
    void otherSeedGivesOther() {
        final MicroWork load = new MicroWork(100, 0.99, 0.5);
        assertThat(run(PaperLocks.SHIFTLOCK, load, 10, SEED).latencies())
            .isNotEqualTo(run(PaperLocks.SHIFTLOCK, load, 10, SEED + 1).latencies());
    }

    @Test
    void uncontendedPairIsTwoAtomics() {
        final CellResult result = run(PaperLocks.SHIFTLOCK, new MicroWork(1_000_000, 0, 0.5), 5, SEED);
        assertThat(result.value(Metric.ATOMICS).orElseThrow()).isEqualTo(2, within(0.02));
        assertThat(result.value(Metric.RETRIES)).hasValue(0);
        assertThat(result.value(LockPhase.ACQUIRE_WRITER.time(Item.IA)).orElseThrow())
            .isEqualTo(result.value(LockPhase.ACQUIRE_WRITER.time()).orElseThrow(), within(0.01));
    }

    @Test
    void whatAClientDoesBesidesLockingTakesTimeThatNobodyMeasures() {
        final MicroWork load = new MicroWork(1, 0, 0);
        final CellResult alone = run(PaperLocks.CAS_NB, load, 1, SEED);
        final double pairMicros = 1e6 / alone.value(Metric.GOODPUT).orElseThrow();
        final double tripMicros = alone.value(Metric.P50).orElseThrow();
        assertThat((load.chooseNanos() + load.noteNanos()) / 1e3).isPositive()
            .isEqualTo(pairMicros - 2 * tripMicros, within(0.03));
        assertThat(new DyingWork(load, 0).chooseNanos()).isEqualTo(load.chooseNanos());
        assertThat(new DyingWork(load, 0).noteNanos()).isEqualTo(load.noteNanos());
    }

    @Test
    void whoGetsALockByTryingHasNoPhases() {
        final CellResult alone = run(PaperLocks.FAST_PATH, new MicroWork(1_000_000, 0, 0), 5, SEED);
        assertThat(alone.value(Metric.ATOMICS).orElseThrow()).isEqualTo(2, within(0.02));
        assertThat(alone.value(LockPhase.ACQUIRE_WRITER.time(Item.IA))).isEmpty();
        final CellResult crowd = run(PaperLocks.FAST_PATH, new MicroWork(1, 0, 0), 20, SEED);
        assertThat(crowd.value(Metric.ATOMICS).orElseThrow()).as("seed %d", SEED)
            .isGreaterThan(
                run(PaperLocks.ARTIFACT, new MicroWork(1, 0, 0), 20, SEED).value(Metric.ATOMICS).orElseThrow());
        assertThat(crowd.value(LockPhase.ACQUIRE_WRITER.time(Item.NP)).orElseThrow()).isPositive();
    }

    @Test
    void successorsAreToldByWritersOnly() {
        final CellResult result = run(PaperLocks.ARTIFACT, new MicroWork(1, 0, 0.5), 20, SEED);
        final double perWriter = result.value(LockPhase.RELEASE.time(Item.NS)).orElseThrow();
        assertThat(perWriter).as("seed %d", SEED).isPositive();
        final CellResult writers = run(PaperLocks.ARTIFACT, new MicroWork(1, 0, 0), 20, SEED);
        assertThat(writers.value(LockPhase.RELEASE.time(Item.NS)).orElseThrow()).isCloseTo(perWriter,
            within(perWriter / 2));
        assertThat(run(PaperLocks.ARTIFACT, new MicroWork(1, 0, 1), 20, SEED).value(LockPhase.RELEASE.time(Item.NS)))
            .isEmpty();
    }

    @Test
    void contendedCasRetries() {
        final CellResult result = run(PaperLocks.CAS_NB, new MicroWork(1, 0, 0), 20, SEED);
        assertThat(result.value(Metric.RETRIES).orElseThrow()).isGreaterThan(50);
    }

    @Test
    void whoIsToldToStopGivesNoResult() {
        final int[] asked = {0};
        final Optional<CellResult> result = new CellRunner(SEED, () -> ++asked[0] > 3)
            .run(Cell.of(PaperLocks.SHIFTLOCK, new MicroWork(100, 0, 0.5), 5, SHORT));
        assertThat(result).isEmpty();
        assertThat(asked[0]).isEqualTo(4);
    }

    @Test
    void metricThatIsNotThereIsEmpty() {
        final CellResult result = run(PaperLocks.SHIFTLOCK, new MicroWork(100, 0, 1), 5, SEED);
        assertThat(result.value(Metric.BEST_LEASE)).as("concluded from several cells").isEmpty();
        assertThat(result.value(LockPhase.ACQUIRE_WRITER.count(Metric.COHORT_READS))).isEmpty();
        assertThat(result.value(LockPhase.ACQUIRE_WRITER.time(Item.IA))).as("nobody writes").isEmpty();
    }

    private static CellResult dslr(Load load, long leaseNanos, int leaseSlotsMax) {
        final PaperLock lock =
            PaperLocks.dslr("DSLR", DslrParameters.original().withLease(leaseNanos, leaseSlotsMax));
        final MeasuringWindow window = new MeasuringWindow(1_000_000, 0, 5_000_000, 0, 5_000_000);
        return new CellRunner(SEED, () -> false).run(new Cell(lock, load, 8, 0, Testbed.dslr(4), window))
            .orElseThrow();
    }

    @Test
    void locksOfTheDeadAreTakenFromThem() {
        final TpccCellWork transactions = new TpccCellWork(2, 1, 0, false);
        final CellResult some = dslr(new DyingWork(transactions, 0.05), 100_000, 1);
        assertThat(some.value(Metric.ABORTS).orElseThrow()).isPositive();
        assertThat(some.value(Metric.GOODPUT).orElseThrow()).isPositive();
        final CellResult none = dslr(new DyingWork(transactions, 0), 10_000_000, 1);
        assertThat(none.value(Metric.ABORTS).orElseThrow()).isZero();
        assertThat(none.value(Metric.GOODPUT).orElseThrow()).isGreaterThan(some.value(Metric.GOODPUT).orElseThrow());
    }

    /** A few remain: who waits for a second scan may hold locks that others want for longer than its own lease. */
    @Test
    void scanWithEnoughLeaseSlotsIsWaitedFor() {
        // A scan of two warehouses takes 9 ms.
        final TpccCellWork transactions = new TpccCellWork(2, 1, 0, false);
        final double fixed =
            dslr(new LongReadWork(transactions, 0.01, 1), 200_000, 1).value(Metric.ABORTS).orElseThrow();
        final double multi =
            dslr(new LongReadWork(transactions, 0.01, 50), 200_000, 50).value(Metric.ABORTS).orElseThrow();
        assertThat(multi).as("seed %d", SEED).isLessThan(fixed / 2);
    }

    static Iterable<PaperLock> recoverableLocks() {
        return RecoverableLocks.all();
    }

    private static CellResult mortal(PaperLock lock, double share, long seed) {
        return mortal(lock, share, seed, Testbed.ofProcesses(6));
    }

    private static CellResult mortal(PaperLock lock, double share, long seed, Testbed testbed) {
        final MeasuringWindow window = new MeasuringWindow(1_000_000, 0, 150_000_000, 0, 150_000_000);
        return new CellRunner(seed, () -> false).run(new Cell(lock, new DyingWork(new MicroWork(3, 0.99, 0.5), share),
            6, 0, testbed, window)).orElseThrow();
    }

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("recoverableLocks")
    void locksOfDeadProcessesAreTakenFromThem(PaperLock lock) {
        final CellResult result = mortal(lock, 0.001, SEED);
        assertThat(result.value(Metric.DEATHS).orElseThrow()).as("seed %d", SEED).isPositive();
        assertThat(result.value(Metric.OUTAGE).orElseThrow()).isPositive();
        // There are three locks: one at least was recovered and its holder died again.
        assertThat(result.value(Metric.DEATHS).orElseThrow() * result.windowNanos() / 1e9).isGreaterThan(3);
        final CellResult again = mortal(lock, 0.001, SEED);
        assertThat(again.value(Metric.GOODPUT)).as("seed %d", SEED).isEqualTo(result.value(Metric.GOODPUT));
        assertThat(again.latencies()).isEqualTo(result.latencies());
    }

    @Test
    @Tag("thorough")
    void outagesLastAsLongAsThePaperSays() {
        assertThat(mortal(RecoverableLocks.SHIFTLOCK, 0.001, SEED).value(Metric.OUTAGE).orElseThrow())
            .isEqualTo(30, within(5.0));
        assertThat(mortal(RecoverableLocks.DSLR, 0.001, SEED).value(Metric.OUTAGE).orElseThrow())
            .isEqualTo(20, within(5.0));
        assertThat(mortal(RecoverableLocks.BATON, 0.001, SEED).value(Metric.OUTAGE).orElseThrow()).isLessThan(15);
    }

    /** The client of ShiftLock's section 4.8, to the letter: no process is gone, and none is fenced. */
    @Test
    void aSkippedReleaseIsMadeUpForByAResetAfterOneLease() {
        final PaperLock lock = RecoverableLocks.shiftLock(
            "Baton", ShiftLockOptions.product().apart(), RecoveryOptions.product());
        final CellResult result = mortal(lock, 0.001, SEED, Testbed.ofForgetful(6));
        assertThat(result.value(Metric.DEATHS).orElseThrow() * result.windowNanos() / 1e9).isGreaterThan(3);
        assertThat(result.value(Metric.OUTAGE).orElseThrow()).as("seed %d", SEED).isBetween(5.0, 15.0);
    }

    @Test
    @Tag("thorough")
    void whereNobodyDiesThereIsNoOutage() {
        final CellResult result = mortal(RecoverableLocks.BATON, 0, SEED);
        assertThat(result.value(Metric.DEATHS).orElseThrow()).isZero();
        assertThat(result.value(Metric.OUTAGE)).isEmpty();
    }
}
