package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the models under {@code spec} with TLC: a folder holds one module and its configurations, and the second
 * line of a configuration says what TLC must find. TLC's output is left in {@code target/models}. The folder
 * {@code traces} is for {@link TraceValidationTest}.
 */
@Tag("models")
@Timeout(300)
class ModelsTest {

    private static final Path SPEC = Path.of("../../locks/spec").toAbsolutePath().normalize();
    private static final String EXPECTED = "\\* Expected: ";

    static Stream<Path> configurations() throws IOException {
        try (Stream<Path> files = Files.walk(SPEC, 2)) {
            return files.filter(file -> file.toString().endsWith(".cfg") && !file.startsWith(SPEC.resolve("traces")))
                .map(SPEC::relativize).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void findsWhatItMust(Path configuration) throws IOException, InterruptedException {
        final Path file = SPEC.resolve(configuration);
        final String name = String.valueOf(configuration.getFileName()).replace(".cfg", "");
        final String output = Tlc.check(name, module(file), file);
        assertThat(output).as("what TLC says of %s", configuration).contains(verdict(file));
    }

    private static Path module(Path configuration) throws IOException {
        try (Stream<Path> files = Files.list(configuration.resolveSibling("."))) {
            final List<Path> modules = files.filter(file -> file.toString().endsWith(".tla")).toList();
            assertThat(modules).as("modules beside %s", configuration).hasSize(1);
            return modules.getFirst().normalize();
        }
    }

    /** What TLC says if it finds what the configuration's second line names. */
    private static String verdict(Path configuration) throws IOException {
        final String line = Files.readAllLines(configuration).get(1);
        assertThat(line).startsWith(EXPECTED);
        return switch (line.substring(EXPECTED.length())) {
            case "no error" -> "Model checking completed. No error has been found.";
            case "deadlock" -> "Deadlock reached.";
            case String invariant -> "Invariant " + invariant + " is violated.";
        };
    }
}
