package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opens stores in a directory of the test's own. */
@Timeout(120)
abstract class RecoveryFixture {
    final Workers threads = TestEngine.threads();
    static final TableSchema ONE = table("one", false);
    static final TableSchema TWO = table("two", true);

    @TempDir
    Path temporary;

    static TableSchema table(String name, boolean ordered) {
        var builder = TableSchema.named(name);
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 40);
        builder.primaryKey(id.bits(64));
        builder.index("by_text", 0, text.part());
        return (ordered ? builder.ordered(0) : builder).build();
    }

    Path store() {
        return temporary.resolve("a/store");
    }

    RecoveryConfig config(TableSchema... schemas) {
        return TestEngine.config(store(), threads, Map.of(), schemas);
    }

    TestEngine open() throws IOException {
        return new TestEngine(config(ONE, TWO));
    }

    /** Opens the store, which must have these rows, and closes it again. */
    RecoveryReport reopened(Map<String, Map<Long, String>> rows) throws IOException {
        try (TestEngine engine = open()) {
            assertThat(engine.rows()).isEqualTo(rows);
            return engine.recovered.report();
        }
    }

    void assertRefused(String... why) throws IOException {
        assertRefused(config(ONE, TWO), why);
    }

    /** The store is not opened, and no file is changed. */
    void assertRefused(RecoveryConfig config, String... why) throws IOException {
        Map<String, Integer> before = files();
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> Recovery.open(config).close())
            .withMessageContainingAll(why);
        assertThat(files()).isEqualTo(before);
    }

    Map<String, Integer> files() throws IOException {
        var files = new TreeMap<String, Integer>();
        try (Stream<Path> paths = Files.walk(temporary)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(path.toString(), Arrays.hashCode(Files.readAllBytes(path)));
            }
        }
        return files;
    }

    /** Writes transactions and checkpoints; returns the rows at the end. */
    Map<String, Map<Long, String>> work(long seed, int checkpoints) throws IOException {
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

    Path checkpoint(int number) {
        return store().resolve("checkpoint/%016x".formatted(number));
    }
}
