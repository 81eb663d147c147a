package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program copies the directory of the store that it has open, and somebody tries the command line on it. */
@Timeout(60)
final class HeldStoreTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("notes");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final TableSchema NOTES = BUILDER.primaryKey(ID.bits(40)).build();

    @TempDir
    private Path folder;

    /** What a process has said, and how it has ended. */
    private record Ended(int status, String err) {
    }

    /** Adds a row. */
    public static final class Add {
        /** Adds one. */
        public Long run(Transaction transaction, long id) {
            transaction.insert(NOTES, id);
            return id;
        }
    }

    private static Ended baton(String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(flag -> flag.startsWith("-"))
            .filter(flag -> !flag.startsWith("-javaagent")).forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), BatonCommand.class.getName()));
        command.addAll(List.of(arguments));
        final Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        final String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), err);
    }

    private void copy(Path store) throws IOException {
        try (Stream<Path> files = Files.walk(store)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve("copy").resolve(store.relativize(file).toString()));
            }
        }
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"log", "check smallbank", "run smallbank", "backup --out COPY"})
    void isRefusedWithThePidAndNothingIsLost(String line) throws Exception {
        final Path store = folder.resolve("store");
        final DataDirectory data = new DataDirectory(store).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN);
        try (Engine engine = Engine.builder().table(NOTES, 100).data(data).open()) {
            final Procedure<Long> add = engine.register(new Add(), Long.class);
            engine.call(add, 1L);
            copy(store);
            final List<String> words =
                new ArrayList<>(List.of(line.replace("COPY", folder.resolve("backup").toString()).split(" ")));
            words.addAll(List.of("--data", store.toString()));
            final Ended ended = baton(words.toArray(String[]::new));
            assertThat(ended.err()).startsWith("baton: " + store + " is in use: " + store.resolve("lock")
                + " is locked by process " + ProcessHandle.current().pid() + ", started ").hasLineCount(1);
            assertThat(ended.status()).isEqualTo(2);
            engine.call(add, 2L);
        }
        try (Engine engine = Engine.builder().table(NOTES, 100).data(data).open()) {
            assertThat(engine.rows(NOTES)).isEqualTo(2);
        }
    }
}
