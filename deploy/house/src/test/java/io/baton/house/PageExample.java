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

/**
 * The first Java program of a page, or behind one of its headings, which tests compile and run. Redirects the standard
 * output.
 */
final class PageExample {
    private static final String FENCE = "```java\n";

    private final String source;

    /** Reads a page by its path from the root of the repository. */
    PageExample(String page) throws IOException {
        this(page, "# ");
    }

    /** Reads a page, from a heading on. */
    PageExample(String page, String heading) throws IOException {
        final String text = Files.readString(root().resolve(page));
        assertThat(text).as(page).contains(heading).contains(FENCE);
        final int begin = text.indexOf(FENCE, text.indexOf(heading)) + FENCE.length();
        source = text.substring(begin, text.indexOf("```", begin));
    }

    /** Compiles the program and returns the lines that its main method prints. */
    List<String> run(String mainClass, Path folder) throws Exception {
        final Path file = folder.resolve(mainClass + ".java");
        Files.writeString(file, source);
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors,
            "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), file.toString());
        assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        return output(mainClass, folder).lines().toList();
    }

    static String output(String mainClass, Path folder) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            return output(mainClass, loader);
        }
    }

    /** Runs a main method of a class loader and returns what it prints. */
    static String output(String mainClass, ClassLoader loader) throws Exception {
        final PrintStream before = System.out;
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass(mainClass).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("deploy/bin/baton"))) {
            folder = Objects.requireNonNull(folder.getParent(), "run the tests inside the repository");
        }
        return folder;
    }
}
