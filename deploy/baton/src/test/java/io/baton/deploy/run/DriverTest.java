package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.workload.ConditionResult;
import io.baton.engine.workload.TransactionEnd;
import io.baton.lock.LockCounter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver takes a workload through its phases and counts what the clients do. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class DriverTest {

    private static final Duration GRACE = Duration.ofMillis(300);
    private static final long RESIDENT = 12_345_678;

    private final FakeWorkload workload = new FakeWorkload();
    private final RecordingListener listener = new RecordingListener();
    private final Interruption interruption = new Interruption();

    private RunResult run(int clients, long warmupMillis, long millis) {
        return run(new RunSettings(clients, Duration.ofMillis(warmupMillis), Duration.ofMillis(millis), true, 2));
    }

    private RunResult run(RunSettings settings) {
        final RunEnvironment environment = new RunEnvironment(
            SystemNanoClock.INSTANCE, LockSupport::parkNanos, () -> OptionalLong.of(RESIDENT));
        return new Driver(workload.open(settings), settings, environment, listener, interruption, GRACE).run();
    }

    @Test
    void goesThroughAllPhasesInOrder() {
        final RunResult result = run(2, 20, 60);
        assertThat(listener.events).containsExactly("progress LOADING", "loaded 1000", "progress CHECKING_LOADED",
            "checked CHECKING_LOADED [1, 2, 3]", "started", "ended", "progress CHECKING_RUN",
            "checked CHECKING_RUN [1, 2]");
        assertThat(result.good()).isTrue();
        assertThat(result.checks().keySet()).containsExactly("1", "2", "3");
        assertThat(result.residentBytes()).hasValue(RESIDENT);
        assertThat(result.seconds()).isEqualTo(0.06);
        assertThat(workload.open).hasValue(0);
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void countsWhatWasDoneInTheWindowByType() {
        final RunResult result = run(2, 0, 200);
        final TransactionResult put = result.transactions().getFirst();
        final TransactionResult get = result.transactions().getLast();
        assertThat(put.rolledBack()).isZero();
        assertThat(get.rolledBack()).isBetween(get.committed() / 5, get.committed() / 3);
        final TransactionResult all = result.all();
        assertThat(all.committed()).isEqualTo(put.committed() + get.committed());
        assertThat(all.restarts()).as("the fake restarts once each").isEqualTo(all.committed() + all.rolledBack());
        assertThat(workload.executed.sum() - all.committed() - all.rolledBack()).as("ended too late").isBetween(0L, 2L);
        assertThat(all.latency().p50()).isGreaterThan(10_000).isLessThanOrEqualTo(all.latency().max());
        assertThat(result.headlineValue()).isEqualTo(put.committed() * 60 / 0.2);
        assertThat(result.committedPerSecond()).isEqualTo(all.committed() / 0.2);
    }

    @Test
    void leavesTheWarmupOut() {
        final RunResult result = run(1, 400, 100);
        final long measured = result.all().committed() + result.all().rolledBack();
        assertThat(measured).isPositive().isLessThan(workload.executed.sum() / 2);
        assertThat(result.locks().get(LockCounter.ACQUISITIONS)).isPositive().isLessThan(workload.executed.sum() / 2);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 1", "2, 0, 1000", "2, 60, 1000", "64, 0, 777", "3, 30, 64"})
    void endsAfterSoManyTransactionsIfToldSo(int clients, long warmupMillis, long transactions) {
        final RunResult result = run(
            new RunSettings(clients, Duration.ofMillis(warmupMillis), Duration.ofHours(24), true, 2, transactions));
        assertThat(result.good()).isTrue();
        assertThat(result.all().committed() + result.all().rolledBack()).isEqualTo(transactions);
        assertThat(result.seconds()).isBetween(0.00001, 10.0);
        if (warmupMillis == 0) {
            assertThat(workload.executed.sum()).isEqualTo(transactions);
        } else {
            assertThat(workload.executed.sum()).isGreaterThan(transactions);
        }
    }

    @Test
    void timeEndsARunOfMoreTransactionsThanItHasTimeFor() {
        final RunResult result =
            run(new RunSettings(2, Duration.ZERO, Duration.ofMillis(100), true, 2, 1_000_000_000));
        assertThat(result.seconds()).isEqualTo(0.1);
        assertThat(result.all().committed()).isPositive();
    }

    @Test
    void givesVirtualThreadsToManyClients() {
        final RunResult result = run(64, 0, 200);
        assertThat(result.settings().virtualThreads()).isTrue();
        assertThat(result.all().committed()).isGreaterThan(64);
    }

    @Test
    void tellsOncePerSecondWhatHappened() {
        run(1, 600, 1_200);
        assertThat(listener.seconds).hasSize(2);
        assertThat(listener.seconds.getFirst().measuring()).isFalse();
        assertThat(listener.seconds.getLast().elapsedSeconds()).isBetween(1.79, 1.99);
        assertThat(listener.seconds.getFirst().committedPerSecond()).isPositive();
        assertThat(listener.seconds.getFirst().p99Nanos()).isGreaterThan(10_000);
    }

    @Test
    void failedTransactionsMakeTheRunBad() {
        workload.end = number -> number == 3 ? TransactionEnd.FAILED : TransactionEnd.COMMITTED;
        final RunResult result = run(1, 0, 50);
        assertThat(result.good()).isFalse();
        assertThat(result.all().failed()).isEqualTo(1);
        assertThat(result.failures()).containsExactly("Get failed: the box is shut");
    }

    @Test
    void refusedTransactionsAreCountedAndNoFailures() {
        workload.end = number -> number % 4 == 1 ? TransactionEnd.OUT_OF_MEMORY : TransactionEnd.COMMITTED;
        final RunResult result =
            run(new RunSettings(1, Duration.ZERO, Duration.ofHours(24), true, 2, 1_000));
        assertThat(result.good()).isTrue();
        assertThat(result.failures()).isEmpty();
        assertThat(result.transactions()).extracting(TransactionResult::outOfMemory).containsExactly(0L, 250L);
        assertThat(result.all().outOfMemory()).isEqualTo(250);
        assertThat(result.all().failed()).isZero();
    }

    @Test
    void memoryIsToldEverySecond() {
        workload.engine = builder -> builder.memoryBytes(1 << 30);
        workload.end = number -> TransactionEnd.OUT_OF_MEMORY;
        final RunResult result = run(1, 0, 600);
        assertThat(result.memory().budgetBytes()).isEqualTo(1 << 30);
        assertThat(result.memory().bytes()).isPositive();
        assertThat(result.everySecond()).isEqualTo(listener.seconds).isNotEmpty();
        assertThat(result.everySecond()).extracting(LiveSecond::memoryBytes).containsOnly(result.memory().bytes());
        assertThat(result.everySecond()).extracting(LiveSecond::outOfMemory).allMatch(refused -> refused > 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dataBeyondTheBudgetAreNotRunOn(boolean wrapped) {
        workload.engine = builder -> builder.memoryBytes(1);
        workload.wrapsFailures = wrapped;
        final RunResult result = run(1, 0, 50);
        assertThat(listener.events).doesNotContain("started");
        assertThat(result.good()).isFalse();
        assertThat(result.failures()).singleElement().asString()
            .startsWith("the data do not fit into the budget of --memory: no row can be added to table box: ")
            .contains(" of 1 bytes of memory");
        assertThat(result.memory().budgetBytes()).isEqualTo(1);
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void clientThatThrowsEndsTheRunAndIsNamed() {
        workload.end = number -> {
            if (number == 5) {
                throw new IllegalStateException("the box is gone");
            }
            return TransactionEnd.COMMITTED;
        };
        final RunResult result = run(2, 0, 60_000);
        assertThat(result.good()).isFalse();
        assertThat(result.failures().getFirst()).startsWith("client ")
            .contains("stopped: java.lang.IllegalStateException: the box is gone", "DriverTest");
        assertThat(result.seconds()).isLessThan(10);
    }

    @Test
    void clientThatHangsIsReportedAndTheEngineStaysOpen() {
        final CountDownLatch never = new CountDownLatch(1);
        workload.end = number -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return TransactionEnd.COMMITTED;
        };
        final RunResult result = run(1, 0, 50);
        assertThat(result.failures()).containsExactly(
            "a client did not end its last transaction after the end of the run");
        assertThat(workload.closed()).isFalse();
        never.countDown();
    }

    @Test
    void brokenDataAreNotRunOn() {
        workload.second = phase -> new ConditionResult(false, "box 7 is missing");
        final RunResult result = run(1, 0, 50);
        assertThat(listener.events).doesNotContain("started");
        assertThat(result.good()).isFalse();
        assertThat(result.checks().get("2")).isEqualTo(new ConditionResult(false, "box 7 is missing"));
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void conditionBrokenByTheRunMakesItBad() {
        workload.second = phase -> new ConditionResult(phase == 0, "box 7 went missing");
        final RunResult result = run(1, 0, 50);
        assertThat(result.all().committed()).isPositive();
        assertThat(result.good()).isFalse();
        assertThat(result.checks().get("2")).isEqualTo(new ConditionResult(false, "box 7 went missing"));
        assertThat(result.checks().get("3")).isEqualTo(new ConditionResult(true, ""));
    }

    @Test
    void failureOfTheLoaderIsThrown() {
        workload.whileLoading = () -> {
            throw new IllegalArgumentException("no boxes");
        };
        assertThatThrownBy(() -> run(1, 0, 50)).isInstanceOf(IllegalArgumentException.class).hasMessage("no boxes");
    }

    @Test
    void interruptionInTheMiddleReturnsWhatIsKnown() {
        workload.end = number -> {
            if (number == 100) {
                interruption.request();
            }
            return TransactionEnd.COMMITTED;
        };
        final RunResult result = run(1, 0, 60_000);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.good()).isTrue();
        assertThat(result.seconds()).isBetween(0.001, 10.0);
        assertThat(result.all().committed()).isGreaterThanOrEqualTo(100);
        assertThat(result.checks()).as("nobody has looked at the end").isEmpty();
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void interruptionWhileLoadingDoesNotWaitForTheEnd() {
        final CountDownLatch never = new CountDownLatch(1);
        workload.whileLoading = () -> {
            interruption.request();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5 * never.getCount()));
        };
        final RunResult result = run(1, 0, 50);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.seconds()).isZero();
        assertThat(workload.closed()).as("the loader may still be at work").isFalse();
    }

    @Test
    void interruptionWhileCheckingKeepsTheFigures() {
        workload.whileChecking = () -> {
            interruption.request();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
        };
        final RunResult result = run(1, 0, 50);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.seconds()).isEqualTo(0.05);
        assertThat(result.all().committed()).isPositive();
        assertThat(result.checks()).isEmpty();
    }
}
