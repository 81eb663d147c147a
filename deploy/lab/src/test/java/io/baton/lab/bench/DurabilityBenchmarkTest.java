package io.baton.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.LogWork;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.RunEnvironment;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import io.baton.smallbank.SmallBankWorkload;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Setting;
import io.baton.workload.Terminal;
import io.baton.workload.TransactionKind;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The durability benchmark measures each case in a store of its own, and leaves nothing behind. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class DurabilityBenchmarkTest {

    private static final List<DurabilityCase> CASES = List.of(
        new DurabilityCase(Durability.NONE, 2, 2_000, false),
        new DurabilityCase(Durability.ASYNC, 2, 2_000, false),
        new DurabilityCase(Durability.GROUP, 8, 1_000, false),
        new DurabilityCase(Durability.NONE, 16, 2_000, true),
        new DurabilityCase(Durability.GROUP, 16, 2_000, true));

    /** SmallBank, changed on each engine. */
    private record ChangedBank(Workload bank, BiFunction<Engine, EngineWorkload, EngineWorkload> change)
        implements Workload {

        ChangedBank(BiFunction<Engine, EngineWorkload, EngineWorkload> change) {
            this(new SmallBankWorkload(), change);
        }

        @Override
        public String name() {
            return bank.name();
        }

        @Override
        public WorkloadHelp help() {
            return bank.help();
        }

        @Override
        public List<Setting> settings() {
            return bank.settings();
        }

        @Override
        public List<? extends TransactionKind> transactionTypes() {
            return bank.transactionTypes();
        }

        @Override
        public HeadlineMetric headline() {
            return bank.headline();
        }

        @Override
        public void addTables(EngineBuilder builder, WorkloadConfig config) {
            bank.addTables(builder, config);
        }

        @Override
        public Map<Setting, Long> storedScale(Engine engine) {
            return bank.storedScale(engine);
        }

        @Override
        public EngineWorkload on(Engine engine, WorkloadConfig config) {
            return change.apply(engine, bank.on(engine, config));
        }
    }

    /** Data whose loading does something and fails. */
    private record FailingLoad(EngineWorkload bank, Runnable whileLoading) implements EngineWorkload {

        @Override
        public long rowsToLoad() {
            return bank.rowsToLoad();
        }

        @Override
        public void load(LongConsumer rowsLoaded) {
            whileLoading.run();
            throw new IllegalStateException("its files are gone");
        }

        @Override
        public boolean resume() {
            return bank.resume();
        }

        @Override
        public Terminal terminal(Session session, int number) {
            return bank.terminal(session, number);
        }

        @Override
        public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
            return bank.check(loadedOnly);
        }
    }

    @TempDir
    private Path temporary;
    private final Interruption interruption = new Interruption();

    private List<DurabilityFigure> run(List<Integer> progress) {
        return run(new SmallBankWorkload(), Duration.ofMillis(300), CASES, progress);
    }

    private List<DurabilityFigure> run(Workload workload, Duration duration, List<DurabilityCase> cases,
            List<Integer> progress) {
        try (BenchFolder folder = BenchFolder.open(temporary.resolve("data"))) {
            return new DurabilityBenchmark(workload, Duration.ofMillis(20), duration, 2,
                new RunEnvironment(SystemNanoClock.INSTANCE, LockSupport::parkNanos, OptionalLong::empty, null),
                interruption, folder).run(cases, progress::add);
        }
    }

    @Test
    @Tag("thorough")
    void measuresEveryCaseAndLeavesNothing() throws Exception {
        final List<Integer> progress = new ArrayList<>();
        final List<DurabilityFigure> figures = run(progress);
        assertThat(progress).containsExactly(0, 0, 1, 2, 3, 4, 5);
        assertThat(figures).extracting(DurabilityFigure::of).isEqualTo(CASES);
        assertThat(figures).allSatisfy(figure -> {
            assertThat(figure.committedPerSecond()).isPositive();
            assertThat(figure.commit().p99()).isPositive().isGreaterThanOrEqualTo(figure.commit().p50());
            if (figure.of().durability() == Durability.NONE) {
                assertThat(figure.log()).isEqualTo(LogWork.NONE);
            } else {
                assertThat(figure.log().forces()).isPositive();
                assertThat(figure.log().bytesPerTransaction()).isPositive();
                assertThat(figure.forcesPerSecond()).isPositive();
            }
        });
        assertThat(temporary.resolve("data")).isEmptyDirectory();
    }

    @Test
    void interruptionLeavesOutWhatIsNotDone() {
        interruption.request();
        assertThat(run(new ArrayList<>())).isEmpty();
        assertThat(temporary.resolve("data")).isEmptyDirectory();
    }

    @Test
    @Tag("thorough")
    void interruptionWhileLoadingEndsItAlthoughTheEngineIsStillOpen() throws Exception {
        final CountDownLatch written = new CountDownLatch(1);
        final Workload workload = new ChangedBank((engine, bank) -> new FailingLoad(bank, () -> {
            interruption.request();
            writeIntoTheStore();
            written.countDown();
        }));
        final List<DurabilityCase> durable = List.of(new DurabilityCase(Durability.GROUP, 2, 1_000, false));
        assertThat(run(workload, Duration.ofMinutes(10), durable, new ArrayList<>())).isEmpty();
        written.await();
    }

    /** What an engine does that is still open. */
    private void writeIntoTheStore() {
        final Path log = temporary.resolve("data").resolve("durability-bench").resolve("log");
        final long begin = System.nanoTime();
        for (int i = 0; System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(500); i++) {
            try {
                Files.writeString(log.resolve("file" + i), "x");
            } catch (IOException e) {
                // It is gone.
                return;
            }
        }
    }

    @Test
    void asynchronousCallsThatFailEndTheWindow() {
        final Workload workload = new ChangedBank((engine, bank) -> {
            engine.unregister(engine.procedure("Balance"));
            return bank;
        });
        final List<DurabilityCase> asynchronous = List.of(new DurabilityCase(Durability.NONE, 16, 2_000, true));
        assertThatThrownBy(() -> run(workload, Duration.ofMinutes(10), asynchronous, new ArrayList<>()))
            .hasStackTraceContaining("unregistered");
    }

    @Test
    void folderRefusesWhatItWouldRemove() throws Exception {
        Files.writeString(temporary.resolve("durability-bench"), "Dear reader");
        assertThatIllegalArgumentException().isThrownBy(() -> BenchFolder.open(temporary))
            .withMessageContaining("durability-bench");
        assertThat(temporary.resolve("durability-bench")).exists();
        try (BenchFolder folder = BenchFolder.open(null)) {
            assertThat(folder.path()).isEmptyDirectory();
            final Latencies writes = folder.forcedWrites(SystemNanoClock.INSTANCE);
            assertThat(writes.p99()).isGreaterThanOrEqualTo(writes.p50());
            assertThat(folder.path()).isEmptyDirectory();
        }
    }

    @Test
    void reportComparesWithNoneOfTheSameCase() {
        final Latencies latency = new Latencies(1_000, 2_000, 3_000, 4_000, 5_000);
        final List<DurabilityFigure> figures = List.of(
            new DurabilityFigure(CASES.get(0), 1_000, 2, latency, LogWork.NONE),
            new DurabilityFigure(CASES.get(1), 900, 2, latency, new LogWork(800, 160_000, 40, 1_000)),
            new DurabilityFigure(CASES.get(2), 100, 2, latency, new LogWork(100, 20_000, 10, 1_000)),
            new DurabilityFigure(CASES.get(4), 100, 2, latency, new LogWork(100, 20_000, 10, 1_000)));
        final List<String> lines = DurabilityReport.lines(figures);
        assertThat(lines.get(1)).startsWith("none").contains("500", "1.00");
        assertThat(lines.get(2)).startsWith("async").contains("450", "0.90", "20", "200");
        assertThat(lines.get(3)).startsWith("group").contains(" - ");
        assertThat(lines.get(4)).contains("16 async");
        assertThat(DurabilityReport.json(figures.subList(1, 2)).replaceAll("\\s", "")).isEqualTo(
            "[{\"mode\":\"async\",\"clients\":2,\"warehouses\":2000,\"committedPerSecond\":450,\"commitP50Nanos\":1000,"
                + "\"commitP99Nanos\":3000,\"forcesPerSecond\":20,\"transactionsPerForce\":20,"
                + "\"logBytesPerTransaction\":200}]");
        assertThat(DurabilityReport.json(figures)).contains("\"asynchronous\"");
    }
}
