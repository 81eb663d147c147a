package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The example of the README compiles, runs, and prints what its comments say. */
@ResourceLock(Resources.SYSTEM_OUT)
class ReadmeExampleTest {

    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void exampleDoesWhatItSays() throws Exception {
        final Path source = folder.resolve("Transfers.java");
        Files.writeString(source, example());
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors,
            "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString());
        assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(run().lines()).containsExactlyElementsOf(List.of(
            "7000 4000",
            "AbortedByProcedure[reason=GAVE_UP, message=account 1 holds only 4000 cents, cause=null]"));
    }

    private String example() throws IOException {
        final String readme = Files.readString(root().resolve("README.md"));
        final int begin = readme.indexOf("```java\n") + "```java\n".length();
        return readme.substring(begin, readme.indexOf("```", begin));
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("deploy/bin/baton"))) {
            folder = Objects.requireNonNull(folder.getParent(), "run the tests inside the repository");
        }
        return folder;
    }

    private String run() throws Exception {
        final PrintStream before = System.out;
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass("Transfers").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return output.toString(StandardCharsets.UTF_8);
    }
}
