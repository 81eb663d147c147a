package io.baton.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM with this one's Java, class path and flags, killed when it is closed. Its lines can be waited for. */
final class ChildJvm implements AutoCloseable {

    private static final long LINE_SECONDS = 20;
    private static final String END = "END OF OUTPUT";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    ChildJvm(Class<?> main, String... arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib") && !flag.startsWith("-Xmx"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
            main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lines.add(END);
        }
    }

    /** The rest of the next line that begins with a word. */
    String await(String word) throws InterruptedException {
        final StringBuilder said = new StringBuilder();
        for (String line = next(); line != null; line = next()) {
            if (line.startsWith(word)) {
                return line.substring(word.length()).strip();
            }
            if (line.equals(END)) {
                break;
            }
            said.append('\n').append(line);
        }
        throw new AssertionError("the child has not said " + word + ", but:" + said);
    }

    private String next() throws InterruptedException {
        return lines.poll(LINE_SECONDS, TimeUnit.SECONDS);
    }

    /** Says something to the child. */
    void say(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(LINE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the child has not ended");
        }
        return process.exitValue();
    }

    /** Sends it STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        if (new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor() != 0) {
            throw new AssertionError("the child cannot be sent SIG" + name);
        }
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
