package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.house.EmbeddingProgram.Run;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine opens wherever a user's program may run, says nothing there, and tells which flags a JVM lacks. */
@ResourceLock(Resources.SYSTEM_OUT)
@Timeout(120)
class OpeningTest {
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final String COUNTS = "1\n2\n3\n";
    private static final String EXPORTS = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String OPENS = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";
    /** A start had 4,991 when it compiled a class, and has 2,424 now. */
    private static final long CLASSES_MAX = 2_700;

    @TempDir
    private Path folder;
    private EmbeddingProgram program;
    private String flags;

    @BeforeEach
    void compile() throws IOException {
        program = new EmbeddingProgram(Files.createDirectory(folder.resolve("classes")));
        flags = EmbeddingProgram.flags(folder);
    }

    @Test
    void programHasOnlyItsOwnOutput() throws Exception {
        assertThat(program.run(JAVA_HOME, List.of(flags))).isEqualTo(new Run(0, COUNTS, ""));
    }

    @Test
    void programThatLogsToStandardErrorHasNothingThere() throws Exception {
        final Path logging = EmbeddingProgram.library("org.slf4j.jul.JULServiceProvider");
        assertThat(program.run(JAVA_HOME, List.of(flags), logging)).isEqualTo(new Run(0, COUNTS, ""));
    }

    /** Else the test before this one would show nothing. */
    @Test
    @Tag("thorough")
    void programThatLogsEverythingShowsChroniclesDebugging() throws Exception {
        final Path logging = EmbeddingProgram.library("org.slf4j.jul.JULServiceProvider");
        final Path configuration = Files.writeString(folder.resolve("logging.properties"),
            "handlers = java.util.logging.ConsoleHandler\n"
                + "java.util.logging.ConsoleHandler.level = ALL\n.level = ALL\n");
        final Run run = program.run(JAVA_HOME,
            List.of(flags, "-Djava.util.logging.config.file=" + configuration), logging);
        assertThat(run.output()).isEqualTo(COUNTS);
        assertThat(run.errors()).contains("net.openhft.chronicle", "FINE: ").doesNotContain("INFO", "WARNING");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"-, -", EXPORTS + ", -", "-, " + OPENS})
    void withoutAFlagOneSentenceNamesIt(String exports, String opens) throws Exception {
        final Run run = program.run(JAVA_HOME, Stream.of(exports, opens).filter(flag -> flag != null).toList());
        final String missing = exports != null ? OPENS : opens != null ? EXPORTS : EXPORTS + " and " + OPENS;
        final String first = run.errors().lines().findFirst().orElse("");
        assertThat(run.status()).isOne();
        assertThat(run.output()).isEmpty();
        assertThat(first)
            .startsWith("Exception in thread \"main\" java.lang.IllegalStateException: Baton cannot open an "
                + "engine because this JVM was started without " + missing
                + "; copy all flags out of the engine's jar with unzip -p ")
            .endsWith(" META-INF/baton.flags > baton.flags, and start it with java @baton.flags");
        assertThat(run.errors()).doesNotContain("Caused by", "openhft", "WARN");
    }

    @Test
    @Tag("thorough")
    void noCompilerIsLoadedAndFewOtherClasses() throws Exception {
        final Path log = folder.resolve("classes.log");
        assertThat(program.run(JAVA_HOME, List.of(flags, "-Xlog:class+load:file=" + log)).output()).isEqualTo(COUNTS);
        final List<String> lines = Files.readAllLines(log);
        assertThat(lines.size()).isBetween(1_000, (int) CLASSES_MAX);
        assertThat(lines).noneMatch(line -> line.contains("com.sun.tools.javac") || line.contains("jdk.jfr.Event"));
    }

    @Test
    @Tag("thorough")
    void opensInAnImageWithoutACompiler() throws Exception {
        final Path jlink = JAVA_HOME.resolve("bin/jlink");
        final String help = Files.isExecutable(jlink) ? output(jlink.toString(), "--help") : "";
        assumeTrue(Files.isDirectory(JAVA_HOME.resolve("jmods"))
            || help.contains("Linking from run-time image enabled"), "this JDK has nothing that jlink could link");
        final String page = Files.readString(PageExample.root().resolve("docs/embedding.md"));
        final String modules = page.replaceFirst("(?s).*jlink --add-modules ([a-z.,]+).*", "$1");
        final Path image = folder.resolve("image");
        assertThat(output(jlink.toString(), "--add-modules", modules, "--output", image.toString())).isEmpty();
        assertThat(output(image.resolve("bin/java").toString(), "--list-modules")).doesNotContain("compiler");
        assertThat(program.run(image, List.of(flags))).isEqualTo(new Run(0, COUNTS, ""));
    }

    @Test
    @Tag("thorough")
    void opensInAnExecutableJarOfSpringBoot() throws Exception {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Add-Exports", "java.base/jdk.internal.misc");
        manifest.getMainAttributes().putValue("Add-Opens", "java.base/java.lang.reflect");
        final Path jar = program.bootJar(folder, manifest);
        final List<String> quiet = List.of("--sun-misc-unsafe-memory-access=allow");
        assertThat(program.runJar(JAVA_HOME, quiet, jar)).isEqualTo(new Run(0, COUNTS, ""));

        final Run warned = program.runJar(JAVA_HOME, List.of(), jar);
        assertThat(warned.output()).isEqualTo(COUNTS);
        assertThat(warned.errors().lines()).hasSize(4).allMatch(line -> line.startsWith("WARNING: "))
            .anyMatch(line -> line.contains("sun.misc.Unsafe"));
    }

    @Test
    @Tag("thorough")
    void executableJarOfSpringBootWithoutFlagsSaysWhichOnes() throws Exception {
        final Run run = program.runJar(JAVA_HOME, List.of(), program.bootJar(folder, new Manifest()));
        assertThat(run.output()).isEmpty();
        assertThat(run.errors()).contains("Baton cannot open an engine because this JVM was started without " + EXPORTS
            + " and " + OPENS + "; copy all flags out of the engine's jar with unzip -p JAR META-INF/baton.flags")
            .doesNotContain("openhft");
    }

    /** As in an application server: the opening thread's class loader knows no Baton, or there is none. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "the platform's", "the program's"})
    @Tag("thorough")
    void opensWithinAnotherClassLoader(String context) throws Exception {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(program.urls(), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(switch (context) {
                case "none" -> null;
                case "the platform's" -> ClassLoader.getPlatformClassLoader();
                default -> loader;
            });
            final ClassLoader given = thread.getContextClassLoader();
            for (int i = 0; i < 2; i++) {
                assertThat(PageExample.output(EmbeddingProgram.MAIN_CLASS, loader)).isEqualTo(COUNTS);
                assertThat(thread.getContextClassLoader()).isSameAs(given);
            }
            assertThat(System.getProperty("chronicle.announcer.disable")).isNull();
            assertThat(System.getProperty("slf4j.internal.verbosity")).isNull();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String output(String... command) throws IOException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
