package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A heap that really ends, in a JVM of its own: calls fail, or the engine stops, but nothing is half there and nobody
 * hangs.
 */
@Timeout(180)
class HeapExhaustionTest {

    private static final long SECONDS_MAX = 120;

    @Test
    @Tag("thorough")
    void heapThatEndsWhileThreadsChangeRowsLeavesTablesRightOrTheEngineStopped()
            throws IOException, InterruptedException {
        run(2);
    }

    @Tag("slow")
    @Test
    void heapThatEndsAgainAndAgainLeavesTablesRightOrTheEngineStopped() throws IOException, InterruptedException {
        run(24);
    }

    private static void run(int fillings) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("--add-") || flag.startsWith("--enable-") || flag.startsWith("--sun-"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("java.class.path"), HeapExhaustionRun.class.getName(), Integer.toString(fillings)));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final boolean over = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
            assertThat(over).as("the run has ended").isTrue();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(output).containsPattern("right; |stopped with a cause: true; ")
                .containsPattern("calls committed, [1-9][0-9]* failed");
        } finally {
            process.destroyForcibly();
        }
    }
}
