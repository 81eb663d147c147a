package io.baton.lab.server.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that serves, from the side of the measurement. It ends when it is closed, and also when this process ends,
 * however that comes about. One thread.
 */
final class ServedProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;
    private final Writer orders;

    private ServedProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts a JVM with the same Java, class path and flags as this one. */
    static ServedProcess java(List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib"))
            .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServedChild.class.getName()));
        command.addAll(arguments);
        return start(command);
    }

    /** Starts a program. */
    static ServedProcess start(List<String> command) throws IOException {
        return new ServedProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Waits for a line that begins with a word; returns the rest of it. */
    String await(String word) throws IOException {
        final String line = lines.readLine();
        if (line == null || !line.startsWith(word)) {
            throw new IOException("the server's process said " + line + " instead of '" + word + "'");
        }
        return line.substring(word.length()).strip();
    }

    /** Waits until it says where it listens. */
    InetSocketAddress awaitAddress() throws IOException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(),
            Integer.parseInt(await(ServedChild.READY)));
    }

    /** Asks; returns the answer. */
    String ask(String order) throws IOException {
        orders.write(order + "\n");
        orders.flush();
        return await(ServedChild.ANSWER);
    }

    /** The processor time of the process and of those that it has started. */
    long processorNanos() {
        return nanos(process.toHandle()) + process.descendants().mapToLong(ServedProcess::nanos).sum();
    }

    static long nanos(ProcessHandle handle) {
        return handle.info().totalCpuDuration().map(time -> time.toNanos()).orElse(0L);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Tells it to end by closing its input, and waits. */
    void end() throws IOException {
        orders.close();
        await();
    }

    /** Kills it, as {@code kill -9} does; it may be there for a moment. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        await();
    }

    private void await() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.toHandle().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
