package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs each script under {@code src/test/resources/scripts} and compares the trace with what stands below its
 * {@code ----}. {@code mvn test -Dtest.flags=-Dbaton.scripts.rewrite=true} writes the traces anew; look at the
 * difference before you commit it.
 */
@Timeout(60)
class GoldenScriptTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");
    private static final String SEPARATOR = "----";

    static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void producesTheExpectedTrace(String name) throws IOException {
        final Path file = SCRIPTS.resolve(name);
        final List<String> lines = Files.readAllLines(file);
        final int separator = lines.indexOf(SEPARATOR);
        final List<String> directives = separator < 0 ? lines : lines.subList(0, separator);
        final List<String> trace = ScriptRunner.run(directives);
        if (Boolean.getBoolean("baton.scripts.rewrite")) {
            final List<String> rewritten = new ArrayList<>(directives);
            rewritten.add(SEPARATOR);
            rewritten.addAll(trace);
            Files.write(file, rewritten);
            return;
        }
        assertThat(String.join("\n", trace))
            .as("trace of %s", name)
            .isEqualTo(String.join("\n", separator < 0 ? List.of() : lines.subList(separator + 1, lines.size())));
    }
}
