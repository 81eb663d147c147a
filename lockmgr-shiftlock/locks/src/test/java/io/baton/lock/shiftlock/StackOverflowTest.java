package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose stack ends in a lock client harms nobody, whatever runs the code: the interpreter, C1, C2, or all in turn. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class StackOverflowTest {

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation", "-XX:+TieredCompilation",
        "-XX:CompileCommand=dontinline,io.baton.fabric.StackHeadroom::*"})
    void hundredsOfOverflows(String flag) throws IOException, InterruptedException {
        run(flag, 200, 1);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation", "-XX:+TieredCompilation",
        "-XX:CompileCommand=dontinline,io.baton.fabric.StackHeadroom::*"})
    void thousandsOfOverflows(String flag) throws IOException, InterruptedException {
        run(flag, 10_000, 2);
    }

    private static void run(String flag, int overflows, long seed) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flag, "-Xmx256m", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow", "-cp", System.getProperty("java.class.path"),
            OverflowRun.class.getName(), Integer.toString(overflows), Long.toString(seed)));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            assertThat(output).contains("good after " + overflows + " overflows");
        } finally {
            process.destroyForcibly();
        }
    }
}
