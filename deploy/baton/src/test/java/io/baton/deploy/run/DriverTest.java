package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.deploy.open.Interruption;
import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.lock.LockCounter;
import io.baton.workload.ConditionResult;
import io.baton.workload.TransactionEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver takes a workload through its phases and counts what the clients do. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class DriverTest {

    private static final Duration GRACE = Duration.ofSeconds(30);
    /** For clients that never end their last transaction. */
    private static final Duration SHORT_GRACE = Duration.ofMillis(300);
    private static final Duration FOREVER = Duration.ofHours(24);
    private static final long RESIDENT = 12_345_678;
    /** What a transaction takes on the clock that clients move. */
    private static final long STEP_NANOS = 1_000_000;

    private final FakeWorkload workload = new FakeWorkload();
    private final RecordingListener listener = new RecordingListener();
    private final Interruption interruption = new Interruption();
    private final AtomicLong movedNanos = new AtomicLong();
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private Duration grace = GRACE;

    private RunResult run(int clients, long warmupMillis, long millis) {
        return run(new RunSettings(clients, Duration.ofMillis(warmupMillis), Duration.ofMillis(millis), true, 2));
    }

    private RunResult runTransactions(int clients, long transactions) {
        return run(new RunSettings(clients, Duration.ZERO, FOREVER, true, 2, transactions));
    }

    private RunResult run(RunSettings settings) {
        final RunEnvironment environment =
            new RunEnvironment(clock, LockSupport::parkNanos, () -> OptionalLong.of(RESIDENT),
                FileSystems.getDefault());
        return new Driver(workload.open(settings), settings, environment, listener, interruption, grace).run();
    }

    /** From now on only transactions make time pass, so that the machine does not decide how many fit into a window. */
    private void clientsMoveTheClock() {
        clientsMoveTheClockAndWaitAt(FOREVER.toNanos());
    }

    /** The same; at a certain time, the end of a warm-up, one waits until the driver has told of it. */
    private void clientsMoveTheClockAndWaitAt(long waitNanos) {
        final Thread driver = Thread.currentThread();
        clock = movedNanos::get;
        workload.work = nanos -> {
            // The driver has seen the beginning when it waits for what comes.
            while (movedNanos.get() == 0 && driver.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
            if (movedNanos.addAndGet(STEP_NANOS) == waitNanos) {
                await(listener.firstSecond);
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        clientsMoveTheClock();
        final RunResult result = run(2, 0, 200);
        final TransactionResult put = result.transactions().getFirst();
        final TransactionResult get = result.transactions().getLast();
        assertThat(put.rolledBack()).isZero();
        assertThat(get.rolledBack()).isBetween(get.committed() / 5, get.committed() / 3);
        final TransactionResult all = result.all();
        assertThat(all.committed()).isEqualTo(put.committed() + get.committed());
        assertThat(all.restarts()).as("the fake restarts once each").isEqualTo(all.committed() + all.rolledBack());
        assertThat(workload.executed.sum() - all.committed() - all.rolledBack()).as("ended too late").isBetween(0L, 2L);
        assertThat(all.latency().p50()).isGreaterThanOrEqualTo(STEP_NANOS).isLessThanOrEqualTo(all.latency().max());
        assertThat(result.headlineValue()).isEqualTo(put.committed() * 60 / 0.2);
        assertThat(result.committedPerSecond()).isEqualTo(all.committed() / 0.2);
    }

    @Test
    void leavesTheWarmupOut() {
        clientsMoveTheClockAndWaitAt(600_000_000);
        final RunResult result = run(1, 600, 100);
        assertThat(workload.executed.sum()).isEqualTo(700);
        assertThat(result.all().committed() + result.all().rolledBack()).isEqualTo(100);
        assertThat(result.locks().get(LockCounter.ACQUISITIONS)).isBetween(100L, 101L);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 1", "2, 0, 1000", "2, 60, 1000", "64, 0, 777", "3, 30, 64"})
    void endsAfterSoManyTransactionsIfToldSo(int clients, long warmupMillis, long transactions) {
        clientsMoveTheClock();
        final RunResult result =
            run(new RunSettings(clients, Duration.ofMillis(warmupMillis), FOREVER, true, 2, transactions));
        assertThat(result.good()).isTrue();
        assertThat(result.all().committed() + result.all().rolledBack()).isEqualTo(transactions);
        // A warm-up is over after a transaction for each of its milliseconds; then the other clients may end one more.
        final long executed = workload.executed.sum();
        final long late = warmupMillis == 0 ? 0 : clients - 1;
        assertThat(executed - transactions).isBetween(warmupMillis, warmupMillis + late);
        assertThat(result.seconds()).isEqualTo((executed - warmupMillis) / 1e3);
    }

    @Test
    void timeEndsARunOfMoreTransactionsThanItHasTimeFor() {
        clientsMoveTheClock();
        final RunResult result =
            run(new RunSettings(2, Duration.ZERO, Duration.ofMillis(100), true, 2, 1_000_000_000));
        assertThat(result.seconds()).isEqualTo(0.1);
        assertThat(result.all().committed() + result.all().rolledBack()).isBetween(100L, 101L);
    }

    @Test
    void givesVirtualThreadsToManyClients() {
        clientsMoveTheClock();
        final RunResult result = run(64, 0, 200);
        assertThat(result.settings().virtualThreads()).isTrue();
        assertThat(result.all().committed()).isGreaterThan(64);
    }

    @Test
    void tellsOncePerSecondWhatHappened() {
        clientsMoveTheClockAndWaitAt(600_000_000);
        run(1, 600, 1_200);
        assertThat(listener.seconds).extracting(LiveSecond::measuring).containsExactly(false, true);
        assertThat(listener.seconds).extracting(LiveSecond::elapsedSeconds).containsExactly(0.6, 1.8);
        // The last transaction of the warm-up, which is rolled back as every tenth is, was still under way.
        assertThat(listener.seconds).extracting(LiveSecond::committedPerSecond).containsExactly(900.0, 900.0);
        assertThat(listener.seconds).extracting(LiveSecond::rolledBack).containsExactly(59L, 121L);
        assertThat(listener.seconds.getFirst().p99Nanos()).isGreaterThanOrEqualTo(STEP_NANOS);
    }

    @Test
    void failedTransactionsMakeTheRunBad() {
        workload.end = number -> number == 3 ? TransactionEnd.FAILED : TransactionEnd.COMMITTED;
        final RunResult result = runTransactions(1, 20);
        assertThat(result.good()).isFalse();
        assertThat(result.all().failed()).isEqualTo(1);
        assertThat(result.failures()).containsExactly("Get failed: the box is shut");
    }

    @Test
    void refusedTransactionsAreCountedAndNoFailures() {
        workload.end = number -> number % 4 == 1 ? TransactionEnd.OUT_OF_MEMORY : TransactionEnd.COMMITTED;
        final RunResult result = runTransactions(1, 1_000);
        assertThat(result.good()).isTrue();
        assertThat(result.failures()).isEmpty();
        assertThat(result.transactions()).extracting(TransactionResult::outOfMemory).containsExactly(0L, 250L);
        assertThat(result.all().outOfMemory()).isEqualTo(250);
        assertThat(result.all().failed()).isZero();
    }

    @Test
    void memoryIsToldEverySecond() {
        clientsMoveTheClock();
        workload.engine = builder -> builder.memoryBytes(1 << 30);
        workload.end = number -> TransactionEnd.OUT_OF_MEMORY;
        final RunResult result = run(1, 0, 600);
        assertThat(result.memory().budgetBytes()).isEqualTo(1 << 30);
        assertThat(result.memory().bytes()).isPositive();
        assertThat(result.everySecond()).isEqualTo(listener.seconds).isNotEmpty();
        assertThat(result.everySecond()).extracting(LiveSecond::memoryBytes).containsOnly(result.memory().bytes());
        assertThat(result.everySecond()).extracting(LiveSecond::outOfMemory).allMatch(refused -> refused > 0);
    }

    private static DataDirectory data(Path store) {
        return new DataDirectory(store).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN);
    }

    @Test
    void laterRunGoesOnWithItsStoreAndLoadsNothing(@TempDir Path folder) {
        workload.engine = builder -> builder.data(data(folder));
        assertThat(run(1, 0, 50).good()).isTrue();
        assertThat(workload.closed()).isTrue();
        final FakeWorkload later = new FakeWorkload();
        later.engine = workload.engine;
        listener.events.clear();
        final RunSettings settings = new RunSettings(1, Duration.ZERO, Duration.ofMillis(50), true, 2);
        final RunEnvironment environment = new RunEnvironment(clock, LockSupport::parkNanos, OptionalLong::empty, null);
        final RunResult result =
            new Driver(later.open(settings), settings, environment, listener, interruption, grace).run();
        assertThat(listener.events).containsExactly("progress RESUMING", "progress CHECKING_RECOVERED",
            "checked CHECKING_RECOVERED [1, 2]", "started", "ended", "progress CHECKING_RUN",
            "checked CHECKING_RUN [1, 2]");
        assertThat(result.good()).isTrue();
        assertThat(result.rows()).isZero();
    }

    @Test
    void partOfALoadDoesNotBecomeDurable(@TempDir Path folder) {
        final Path store = folder.resolve("store");
        workload.engine = builder -> builder.memoryBytes(1).data(data(store));
        try {
            assertThat(run(1, 0, 50).failures()).singleElement().asString().startsWith("the data do not fit");
            assertThat(workload.closed()).as("closing would save what was loaded").isFalse();
            assertThat(store.resolve("checkpoint")).isDirectoryContaining("glob:**/0000000000000001")
                .isDirectoryNotContaining("glob:**/0000000000000002");
        } finally {
            workload.close();
        }
    }

    @Test
    void runWhoseLastCheckpointCannotBeWrittenIsReportedAsFailed(@TempDir Path folder) {
        final Path store = folder.resolve("store");
        workload.engine = builder -> builder.data(data(store).durability(Durability.NONE));
        workload.whileChecking = () -> replaceByAFile(store.resolve("checkpoint"));
        final RunResult result = runTransactions(1, 20);
        assertThat(result.all().committed()).isPositive();
        assertThat(result.good()).isFalse();
        assertThat(result.failures()).singleElement().asString().startsWith("the engine could not be closed: ");
        assertThat(workload.closed()).isTrue();
    }

    private static void replaceByAFile(Path directory) {
        try {
            Files.move(directory, directory.resolveSibling("moved"));
            Files.writeString(directory, "no directory");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        final RunResult result = run(new RunSettings(2, Duration.ZERO, FOREVER, true, 2));
        assertThat(result.good()).isFalse();
        assertThat(result.failures().getFirst()).startsWith("client ")
            .contains("stopped: java.lang.IllegalStateException: the box is gone", "DriverTest");
    }

    @Test
    void clientThatHangsIsReportedAndTheEngineStaysOpen() {
        final CountDownLatch never = new CountDownLatch(1);
        grace = SHORT_GRACE;
        workload.end = number -> {
            await(never);
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
        final RunResult result = runTransactions(1, 20);
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
        final RunResult result = run(new RunSettings(1, Duration.ZERO, FOREVER, true, 2));
        assertThat(result.interrupted()).isTrue();
        assertThat(result.good()).isTrue();
        assertThat(result.seconds()).isGreaterThan(0.001);
        assertThat(result.all().committed()).isGreaterThanOrEqualTo(100);
        assertThat(result.checks()).as("nobody has looked at the end").isEmpty();
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void interruptionWhileLoadingDoesNotWaitForTheEnd() {
        final CountDownLatch never = new CountDownLatch(1);
        workload.whileLoading = () -> {
            interruption.request();
            await(never);
        };
        final RunResult result = run(1, 0, 50);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.seconds()).isZero();
        assertThat(workload.closed()).as("the loader may still be at work").isFalse();
        never.countDown();
    }

    @Test
    void interruptionWhileCheckingKeepsTheFigures() {
        clientsMoveTheClock();
        final CountDownLatch never = new CountDownLatch(1);
        workload.whileChecking = () -> {
            interruption.request();
            await(never);
        };
        final RunResult result = run(1, 0, 50);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.seconds()).isEqualTo(0.05);
        assertThat(result.all().committed()).isPositive();
        assertThat(result.checks()).isEmpty();
        never.countDown();
    }
}
