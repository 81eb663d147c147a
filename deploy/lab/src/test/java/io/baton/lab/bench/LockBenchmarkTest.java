package io.baton.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.report.Console;
import io.baton.deploy.run.Latencies;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock benchmark measures all contenders in all cases, and shows them side by side. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class LockBenchmarkTest {

    private static final List<BenchCase> CASES =
        List.of(new BenchCase(100, 1, 0), new BenchCase(100, 2, 50), new BenchCase(1, 8, 0));
    private static final BenchPlan PLAN = new BenchPlan(CASES, 3, Duration.ofMillis(10), Duration.ofMillis(10));

    private final Interruption interruption = new Interruption();
    private final Console console = new Console(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false, false);

    private List<BenchFigure> run(List<Integer> progress) {
        return run(Contender.with(true, false), progress);
    }

    private List<BenchFigure> run(List<Contender> contenders, List<Integer> progress) {
        return new LockBenchmark(PLAN, contenders, 2, SystemNanoClock.INSTANCE, LockSupport::parkNanos, interruption)
            .run(progress::add);
    }

    @Test
    @Tag("thorough")
    void measuresEveryContenderInEveryCase() {
        final List<Integer> progress = new ArrayList<>();
        final List<BenchFigure> figures = run(progress);
        assertThat(progress).containsExactly(0, 1, 2, 3);
        assertThat(figures).extracting(figure -> figure.lock() + " " + figure.of().clients()).containsExactly(
            "ShiftLock 1", "ReentrantReadWriteLock 1", "StampedLock 1",
            "ShiftLock 2", "ReentrantReadWriteLock 2", "StampedLock 2",
            "ShiftLock 8", "ReentrantReadWriteLock 8", "ReentrantReadWriteLock(fair) 8", "StampedLock 8");
        assertThat(figures).allSatisfy(figure -> {
            assertThat(figure.pairsPerSecond()).isPositive();
            assertThat(figure.acquire().p99()).isPositive().isGreaterThanOrEqualTo(figure.acquire().p50());
        });
    }

    @Test
    void bothEntriesStandBesideEachOther() {
        final List<BenchFigure> figures = run(Contender.with(true, true), new ArrayList<>());
        assertThat(figures).extracting(BenchFigure::lock).startsWith("ShiftLock", "ShiftLock-8",
            "ReentrantReadWriteLock", "StampedLock");
        assertThat(figures).filteredOn(figure -> figure.lock().equals("ShiftLock-8")).hasSize(CASES.size())
            .allSatisfy(figure -> assertThat(figure.pairsPerSecond()).isPositive());
        assertThat(Contender.with(false, true)).doesNotContain(Contender.SHIFTLOCK).contains(Contender.SHIFTLOCK_8);
    }

    @Test
    void interruptionLeavesOutWhatIsNotDone() {
        interruption.request();
        assertThat(run(new ArrayList<>())).isEmpty();
        assertThat(BenchReport.json(List.of())).isEqualTo("[]\n");
    }

    @Test
    void drawsAreUniformAndSharedAsOftenAsAsked() {
        final int[] draws = Draws.of(new BenchCase(10, 1, 30), new SplittableRandom(42));
        final int[] counts = new int[10];
        int shared = 0;
        for (final int draw : draws) {
            counts[Draws.lock(draw)]++;
            shared += Draws.isShared(draw) ? 1 : 0;
        }
        assertThat(shared / (double) draws.length).isBetween(0.29, 0.31);
        for (final int count : counts) {
            assertThat(count * 10.0 / draws.length).isBetween(0.98, 1.02);
        }
    }

    @Test
    void loopsDoNotShareAClass() {
        assertThat(PairLoop.copy().getClass()).isNotEqualTo(PairLoop.copy().getClass());
    }

    @Test
    void medianIsTheMiddleOne() {
        assertThat(LockBenchmark.median(5, 1, 3)).isEqualTo(3);
    }

    @Test
    void reportComparesWithTheReentrantLock() {
        final BenchCase one = new BenchCase(1_000, 2, 0);
        final Latencies acquire = new Latencies(40, 60, 80, 100, 200);
        final List<BenchFigure> figures = List.of(new BenchFigure("ShiftLock", one, 4e7, acquire),
            new BenchFigure("ReentrantReadWriteLock", one, 1e7, acquire));
        assertThat(BenchReport.lines(figures, PLAN, console)).endsWith(
            "One lock after the other, chosen uniformly",
            "locks  clients  reads                    lock     pairs/s  ns/pair  x RRWL    p50    p99",
            "1,000        2    0 %               ShiftLock  40,000,000       50    0.25  40 ns  80 ns",
            "1,000        2    0 %  ReentrantReadWriteLock  10,000,000      200    1.00  40 ns  80 ns");
    }

    @Test
    void jsonIsAListOfFigures() {
        final BenchFigure figure = new BenchFigure(
            "ShiftLock", new BenchCase(1, 16, 0), 1_234.5678, new Latencies(40, 60, 80, 100, 200));
        assertThat(BenchReport.json(List.of(figure))).isEqualTo("""
            [
              {
                "lock": "ShiftLock",
                "locks": 1,
                "clients": 16,
                "readPercent": 0,
                "pairsPerSecond": 1234.568,
                "acquireNanos": {
                  "p50": 40,
                  "p99": 80
                }
              }
            ]
            """);
    }

    @Test
    void standardPlanHasTheAgreedCases() {
        assertThat(BenchPlan.standard().cases()).contains(
            new BenchCase(1_000, 1, 0), new BenchCase(1_000, 2, 0), new BenchCase(1_000_000, 1, 0),
            new BenchCase(1_000_000, 2, 0), new BenchCase(1, 2, 0), new BenchCase(1, 16, 0), new BenchCase(1, 128, 0));
    }
}
