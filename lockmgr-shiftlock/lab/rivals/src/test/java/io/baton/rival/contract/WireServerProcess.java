package io.baton.rival.contract;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.RecoveryServer;
import io.baton.testing.Certificates;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import io.baton.wire.tls.LaneSecurity;
import io.baton.wire.tls.LaneTls;
import io.baton.wire.tls.LaneTlsFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A process with one lock server after the other, each with free locks. It ends with this object, or this process. */
final class WireServerProcess implements AutoCloseable {

    /** TCP with TLS. */
    static final String TLS = "tls";
    private static final String END = "end";
    /** What recovery goes by where there is any: nobody is fenced for being slow. */
    static final RecoveryOptions RECOVERY =
        RecoveryOptions.product().withTimes(TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.MINUTES.toNanos(5));

    private final Path folder;
    private final Process process;
    private final BufferedReader lines;
    private final LaneSecurity encrypted;
    private int servers;

    WireServerProcess(Path folder) throws Exception {
        this.folder = folder;
        final Certificates certificates = new Certificates(folder.resolve("certificates"));
        final Certificates.Pair pair = certificates.forThisMachine("both");
        encrypted = security(pair.certificate().toString(), pair.key().toString(), certificates.ca.toString());
        final List<String> command = command(WireServerProcess.class);
        command.addAll(
            List.of(pair.certificate().toString(), pair.key().toString(), certificates.ca.toString()));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a small process like this one. */
    static List<String> command(Class<?> main) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib") && !flag.startsWith("-Xmx"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
            main.getName()));
        return command;
    }

    private static LaneSecurity security(String... files) throws IOException {
        return LaneSecurity.encrypted(LaneTls.open(new LaneTlsFiles(Path.of(files[0]), Path.of(files[1]),
            Path.of(files[2]))));
    }

    /** How clients protect their lanes. */
    LaneSecurity security(String scheme) {
        return scheme.equals(TLS) ? encrypted : LaneSecurity.loopbackOnly();
    }

    /** Starts a lock server and returns where it listens; it recovers so many locks, or none. */
    String listen(String scheme, long memoryBytes, int recovered) {
        final String place =
            scheme.equals("tcp") || scheme.equals(TLS) ? "tcp:127.0.0.1:0"
                : scheme + ":" + folder.resolve(scheme + servers++);
        return ask(place + " " + memoryBytes + " " + scheme + " " + recovered);
    }

    /** Ends the lock server. */
    void end() {
        ask(END);
    }

    private String ask(String line) {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
            final String answer = lines.readLine();
            if (answer == null || answer.contains("xception")) {
                throw new AssertionError("the lock server's process has answered " + answer + " to " + line);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("the lock server's process is gone", e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process: a lock server for each line that is no end. */
    public static void main(String[] arguments) throws IOException {
        final LaneSecurity tls = security(arguments);
        final BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            final String[] words = line.split(" ", -1);
            final int recovered = Integer.parseInt(words[3]);
            final LockServerOptions options = LockServerOptions.of(
                Thread.ofPlatform().factory(), new Random(), said -> System.out.println(said))
                .withSecurity(words[2].equals(TLS) ? tls : LaneSecurity.loopbackOnly());
            try (InProcessFabric memory = new InProcessFabric(Long.parseLong(words[1]), WaitPolicy.adaptive(1));
                LockServer server = LockServer.start(memory, WireAddress.parseAll(words[0]),
                    recovered > 0 ? options.withSessionsOnly() : options)) {
                serve(server, recovered, asked);
            }
            System.out.println(END);
        }
    }

    /** Serves until the next line. */
    private static void serve(LockServer server, int recovered, BufferedReader asked) throws IOException {
        if (recovered == 0) {
            System.out.println(server.addresses().getFirst());
            asked.readLine();
            return;
        }
        try (RecoveryServer recovery = new RecoveryServer(server.fabric(), recovered, RECOVERY, 1,
            Thread.ofPlatform().daemon().factory(), event -> {}, server::fail)) {
            server.recoverAt(recovery.route());
            System.out.println(server.addresses().getFirst());
            asked.readLine();
        }
    }
}
