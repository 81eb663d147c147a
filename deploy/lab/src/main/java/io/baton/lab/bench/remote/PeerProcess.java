package io.baton.lab.bench.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The other process, from this one's side. Closing it ends it. */
final class PeerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;
    private final String ready;

    PeerProcess(Class<?> main, List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib") && !flag.startsWith("-Xm"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        lines = process.inputReader(StandardCharsets.UTF_8);
        final String line = lines.readLine();
        if (line == null || !line.startsWith(BenchPeer.READY)) {
            process.destroyForcibly();
            if (line != null && line.startsWith(RemoteClients.FAILED)) {
                throw new IOException("a client has failed: " + line.substring(RemoteClients.FAILED.length()));
            }
            throw new IOException("the other process of the measurement said " + line + " instead of where it listens");
        }
        ready = line.substring(BenchPeer.READY.length());
    }

    /** Tells it something. */
    void tell(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    }

    /** Waits for the next thing that it says. */
    String said() throws IOException {
        final String line = lines.readLine();
        if (line == null) {
            throw new IOException("a process of the measurement has ended without a result");
        }
        return line;
    }

    /** What it has said. */
    String ready() {
        return ready;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
