package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.RowArena;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a huge transaction needs, its coordinator gives back but for what it keeps for the next ones: in a JVM of its
 * own, where nothing else takes memory.
 */
@Timeout(360)
class MemoryGivenBackTest {

    private static final long SECONDS_MAX = 300;
    private static final int KINDS = 7;
    private static final int BYTES_PER_KB = 1024;
    private static final long HEAP_KEPT_KB_MAX = 2 * BYTES_PER_KB;

    @TempDir
    private Path folder;

    @Test
    @Tag("thorough")
    void memoryAfterHugeTransactionsIsNearWhatItWas() throws IOException, InterruptedException {
        assertGivenBack(run(folder.resolve("store").toString()));
    }

    @Tag("slow")
    @Test
    void memoryAfterHugeTransactionsThatAreNotLoggedIsNearWhatItWas() throws IOException, InterruptedException {
        assertGivenBack(run());
    }

    private static void assertGivenBack(List<String> lines) {
        assertThat(lines).as("%s", lines).hasSize(KINDS);
        for (String line : lines) {
            final String[] words = line.split(" ", 4);
            assertThat(words[3]).as(line).startsWith(
                words[0].endsWith("ABORT") ? "AbortedByProcedure[reason=GAVE_UP" : "Committed");
            assertThat(Long.parseLong(words[1])).as("KB of the heap: %s", line).isLessThan(HEAP_KEPT_KB_MAX);
            assertThat(Long.parseLong(words[2])).as("KB of native memory: %s", line)
                .isLessThanOrEqualTo(RowArena.KEPT_BYTES_MAX / BYTES_PER_KB);
        }
    }

    private List<String> run(String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("--add-") || flag.startsWith("--enable-") || flag.startsWith("--sun-"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:NativeMemoryTracking=summary", "-cp", System.getProperty("java.class.path"),
            MemoryGivenBackRun.class.getName()));
        command.addAll(List.of(arguments));
        final Path output = folder.resolve("output");
        // Apart from the lines that are looked at: libraries have something to say, too.
        final Path errors = folder.resolve("errors");
        final Process process =
            new ProcessBuilder(command).redirectError(errors.toFile()).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).as("the run has ended").isTrue();
            assertThat(process.exitValue()).as("%s", Files.readString(errors)).isZero();
            return Files.readAllLines(output, StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
