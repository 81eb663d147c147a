package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store is opened as it was left, or refused with a sentence. */
@Timeout(120)
class RecoveryTest {
    private static final ExecutorService THREADS = TestEngine.threads();
    private static final TableSchema ONE = table("one", false);
    private static final TableSchema TWO = table("two", true);

    @TempDir
    Path temporary;

    @AfterAll
    static void end() {
        THREADS.shutdownNow();
    }

    static TableSchema table(String name, boolean ordered) {
        var builder = TableSchema.named(name);
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        builder.primaryKey(id.bits(64));
        builder.index("by_text", 0, text.part());
        return (ordered ? builder.ordered(0) : builder).build();
    }

    private Path store() {
        return temporary.resolve("a/store");
    }

    private RecoveryConfig config(TableSchema... schemas) {
        return TestEngine.config(store(), THREADS, Map.of(), schemas);
    }

    private TestEngine open() throws IOException {
        return new TestEngine(config(ONE, TWO));
    }

    /** Opens the store, which must have these rows, and closes it again. */
    private RecoveryReport reopened(Map<String, Map<Long, String>> rows) throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.rows()).isEqualTo(rows);
            return engine.recovered.report();
        }
    }

    private void assertRefused(String... why) throws IOException {
        assertRefused(config(ONE, TWO), why);
    }

    /** The store is not opened, and no file is changed. */
    private void assertRefused(RecoveryConfig config, String... why) throws IOException {
        Map<String, Integer> before = files();
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> Recovery.open(config).close())
            .withMessageContainingAll(why);
        assertThat(files()).isEqualTo(before);
    }

    private Map<String, Integer> files() throws IOException {
        var files = new TreeMap<String, Integer>();
        try (Stream<Path> paths = Files.walk(temporary)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(path.toString(), Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return files;
    }

    /** Writes transactions and checkpoints; returns the rows at the end. */
    private Map<String, Map<Long, String>> work(long seed, int checkpoints) throws IOException {
        var random = new Random(seed);
        try (TestEngine engine = open()) {
            for (int i = 0; i <= checkpoints; i++) {
                for (int j = 0; j < 100; j++) {
                    engine.commit(random, 1 + random.nextInt(4), 100);
                }
                if (i < checkpoints) {
                    engine.checkpoint(false);
                }
            }
            return engine.rows();
        }
    }

    private Path checkpoint(int number) {
        return store().resolve("checkpoint/%016x".formatted(number));
    }

    @Test
    void aNewStoreIsMadeWithItsParentsAndOpenedAgain() throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().created()).isTrue();
            assertThat(engine.recovered.checkpointNeeded()).isFalse();
        }
        RecoveryReport report = reopened(Map.of("one", Map.of(), "two", Map.of()));
        assertThat(report.created()).isFalse();
        assertThat(report.checkpoint()).isEqualTo(1);
        assertThat(report.closed()).isTrue();
    }

    @Test
    void whatWasWrittenIsThereAgain() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 0);
        RecoveryReport report = reopened(rows);
        assertThat(report.transactions()).isEqualTo(100);
        assertThat(report.writes()).isBetween(150L, 400L);
        assertThat(report.checkpointRows()).isZero();
        rows = work(2, 3);
        report = reopened(rows);
        assertThat(report.checkpoint()).isEqualTo(4);
        assertThat(report.transactions()).isEqualTo(100);
        assertThat(report.checkpointRows()).isPositive();
        assertThat(report.damagedCheckpoints()).isEmpty();
        assertThat(report.upgrades()).isEmpty();
        assertThat(report.endLsn()).isGreaterThan(report.beginLsn());
        assertThat(reopened(rows).transactions()).isEqualTo(100);
    }

    @Test
    void progressIsTold() throws IOException {
        work(1, 1);
        var phases = EnumSet.noneOf(RecoveryPhase.class);
        RecoveryConfig config = config(ONE, TWO);
        try (Recovered recovered = Recovery.open(new RecoveryConfig(config.directory(), config.tables(),
            config.defaults(), config.ids(), config.clock(), config.wallClock(), THREADS,
            (phase, done, expected) -> {
                phases.add(phase);
                assertThat(done).isLessThanOrEqualTo(expected);
            }))) {
            assertThat(recovered.report().nanos()).isPositive();
        }
        // The log is shorter than what is worth a report.
        assertThat(phases).containsExactly(RecoveryPhase.CHECKPOINT, RecoveryPhase.INDEXES);
    }

    @Test
    void directoriesOfSomethingElseAreRefused() throws IOException {
        Files.createDirectories(store());
        Files.writeString(store().resolve("letter.txt"), "Dear reader");
        assertRefused("is not empty", "letter.txt");
        Files.delete(store().resolve("letter.txt"));
        Files.createDirectory(store().resolve("log"));
        Files.writeString(store().resolve("log/0000000000000001.log"), "a segment");
        assertRefused("is not empty", "log");
    }

    @Test
    void anUnfinishedNewStoreIsFinished() throws IOException {
        Files.createDirectories(store().resolve("log"));
        Files.createDirectory(store().resolve("checkpoint"));
        Files.writeString(store().resolve("lock"), "");
        Files.writeString(store().resolve("store.tmp"), "half");
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().created()).isTrue();
        }
        reopened(Map.of("one", Map.of(), "two", Map.of()));
    }

    @Test
    void oneProcessAtATime() throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.rows()).hasSize(2);
            assertRefused("is in use", "lock");
        }
        reopened(Map.of("one", Map.of(), "two", Map.of()));
    }

    @Test
    void aDamagedStoreFileIsRefused() throws IOException {
        work(1, 0);
        Path file = store().resolve("store");
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            Files.write(file, damaged);
            assertRefused(file.toString());
        }
        Files.write(file, Arrays.copyOf(bytes, 39));
        assertRefused("it has 39 bytes and should have 40");
        Files.write(file, Arrays.copyOf(bytes, 50));
        assertRefused("it has 41 bytes");
        Files.delete(file);
        assertRefused("has no file \"store\"");
    }

    @Test
    void aDamagedCheckpointIsPassedOverAndSetAside() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 3);
        Path file = checkpoint(4).resolve("1.rows");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        RecoveryReport report = reopened(rows);
        assertThat(report.checkpoint()).isEqualTo(3);
        assertThat(report.damagedCheckpoints()).hasSize(1).first().asString()
            .contains(file.toString(), "offset 64", "check value of block 0");
        assertThat(checkpoint(4)).doesNotExist();
        assertThat(checkpoint(4).resolveSibling("0000000000000004.damaged")).isDirectory();
        report = reopened(rows);
        assertThat(report.damagedCheckpoints()).isEmpty();
        Files.delete(checkpoint(3).resolve("manifest"));
        assertRefused("no checkpoint in", "manifest: the file is missing");
    }

    @Test
    void aDamagedBaseIsNotReplacedByWhatIsOlder() throws IOException {
        work(1, 1);
        try (TestEngine engine = open()) {
            engine.checkpoint(false);
            Path older = checkpoint(2);
            Path kept = temporary.resolve("kept");
            Files.move(older, kept);
            engine.checkpoint(true);
            Files.move(kept, older);
        }
        Path file = checkpoint(4).resolve("0.rows");
        byte[] bytes = Files.readAllBytes(file);
        bytes[100] ^= 1;
        Files.write(file, bytes);
        assertRefused(file.toString(), "no checkpoint");
        bytes[100] ^= 1;
        Files.write(file, bytes);
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().checkpoint()).isEqualTo(4);
        }
        assertThat(checkpoint(2)).doesNotExist();
    }

    @Test
    void aLogThatLacksSomethingIsRefused() throws IOException {
        var random = new Random(1);
        try (TestEngine engine = open()) {
            for (int i = 0; i < 1000; i++) {
                engine.commit(random, 3, 100);
            }
        }
        List<Path> segments;
        try (Stream<Path> files = Files.list(store().resolve("log"))) {
            segments = files.filter(f -> f.toString().endsWith(".log")).sorted().toList();
        }
        for (Path segment : segments) {
            byte[] bytes = Files.readAllBytes(segment);
            Files.delete(segment);
            if (segment != segments.getLast()) {
                assertRefused("log");
            }
            Files.write(segment, bytes);
        }
        assertThat(segments).hasSizeGreaterThan(4);
        try (TestEngine engine = open()) {
            engine.checkpoint(false);
        }
        for (Path segment : segments) {
            Files.deleteIfExists(segment);
        }
        try (Stream<Path> files = Files.list(store().resolve("log"))) {
            for (Path segment : files.toList()) {
                Files.delete(segment);
            }
        }
        assertRefused(store().resolve("log").toString(), "there is none");
    }

    @Test
    void aLogThatEndsBeforeACheckpointIsRefused() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 2);
        try (TestEngine engine = open()) {
            engine.checkpoints().write(engine.storage().tables(), false, engine.log.appended(),
                () -> engine.log.appended() + 1000, lsn -> engine.log.force());
        }
        assertRefused("the log ends at LSN", "but it had reached LSN");
        assertThat(rows).hasSize(2);
    }

    @Test
    void newTablesColumnsAndIndexesAreUpgrades() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 1);
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        LongColumn number = builder.int32("number");
        builder.nullable().string("maybe", 10);
        builder.primaryKey(id.bits(64));
        builder.index("by_number", 0, number.signed(32), text.part());
        TableSchema more = builder.build();
        Map<? extends Column, ?> defaults = Map.of(number, 7L);
        RecoveryConfig config = TestEngine.config(store(), THREADS, defaults, TWO, table("three", false), more);
        Map<String, Map<Long, String>> after;
        try (TestEngine engine = new TestEngine(config)) {
            assertThat(engine.recovered.report().upgrades()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(engine.rows().get("two")).isEqualTo(rows.get("two"));
            assertThat(engine.rows().get("three")).isEmpty();
            engine.rows().get("one").forEach((key, values) -> assertThat(values).endsWith(",7,null"));
            assertThat(engine.rows().get("one").keySet()).isEqualTo(rows.get("one").keySet());
            assertThat(checkpoint(2)).doesNotExist();
            assertThat(checkpoint(3)).isDirectory();
            var random = new Random(4);
            for (int i = 0; i < 100; i++) {
                engine.commit(random, 3, 100);
            }
            after = engine.rows();
        }
        try (TestEngine engine = new TestEngine(config)) {
            assertThat(engine.recovered.report().upgrades()).isEmpty();
            assertThat(engine.rows()).isEqualTo(after);
        }
        assertRefused("table three is in the store");
    }

    @Test
    void tablesInAnotherOrderKeepTheirRows() throws IOException {
        Map<String, Map<Long, String>> rows = work(1, 1);
        try (TestEngine engine = new TestEngine(config(TWO, ONE))) {
            assertThat(engine.recovered.checkpointNeeded()).isTrue();
            assertThat(engine.rows()).isEqualTo(rows);
            engine.commit(new Random(3), 20, 100);
            rows = engine.rows();
        }
        try (TestEngine engine = new TestEngine(config(TWO, ONE))) {
            assertThat(engine.recovered.checkpointNeeded()).isFalse();
            assertThat(engine.rows()).isEqualTo(rows);
        }
    }

    @Test
    void aSchemaThatLacksSomethingIsRefused() throws IOException {
        work(1, 0);
        assertRefused(config(ONE), "another schema", "table two");
        var builder = TableSchema.named("two");
        LongColumn id = builder.int64("id");
        builder.primaryKey(id.bits(64)).ordered(0);
        assertRefused(config(ONE, builder.build()), "another schema", "text");
    }

    @Test
    void aNewUniqueIndexOverEqualRowsIsRefused() throws IOException {
        work(1, 0);
        var builder = TableSchema.named("one");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        LongColumn same = builder.int32("same");
        builder.primaryKey(id.bits(64));
        builder.index("by_text", 0, text.part());
        builder.uniqueIndex("by_same", same.signed(32));
        TableSchema unique = builder.build();
        assertRefused(TestEngine.config(store(), THREADS, Map.of(same, 1L), unique, TWO), "by_same", "(id=",
            "as it was declared before");
    }

    @Test
    void tablesThatAreDeclaredTooSmallAreRefused() throws IOException {
        try (TestEngine engine = open()) {
            var random = new Random(1);
            for (int i = 0; i < 100; i++) {
                engine.commit(random, 100, 1_000_000);
            }
            engine.checkpoint(false);
        }
        RecoveryConfig config = config(ONE, TWO);
        assertRefused(new RecoveryConfig(config.directory(),
            () -> Storage.builder().table(ONE, 1).table(TWO, 1).open(), config.defaults(), config.ids(), config.clock(),
            config.wallClock(), THREADS, RecoveryProgress.NONE), "more rows than its tables may have");
        try (TestEngine engine = open()) {
            assertThat(engine.storage().table(ONE).rows()).isGreaterThan(1000);
        }
    }
}
