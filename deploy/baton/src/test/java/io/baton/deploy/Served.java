package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A server that runs as a shell would run it, on a thread. */
public final class Served implements AutoCloseable {
    public final CommandRun run = new CommandRun();
    private final CompletableFuture<Integer> status;

    public Served(String... arguments) {
        final List<String> all = new ArrayList<>(List.of("server", "--listen", "127.0.0.1:0"));
        all.addAll(List.of(arguments));
        status = CompletableFuture.supplyAsync(() -> run.execute(all.toArray(String[]::new)),
            task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(run.out()).as(run.err()).contains("Serving ");
    }

    public String address() {
        final String line =
            run.out().lines().filter(text -> text.startsWith("Listening to ")).findFirst().orElseThrow();
        return line.substring("Listening to ".length());
    }

    /** What it has logged. */
    public Stream<String> events() {
        return run.err().lines();
    }

    /** Stops it; what it has said is not looked at. */
    public void end() {
        run.interruption.request();
        assertThat(status.join()).isZero();
    }

    @Override
    public void close() {
        end();
        // Other tests of this JVM leave engines open on purpose, as a run does whose client hangs.
        assertThat(events().filter(line -> !line.endsWith("is not closed manually, cleaned up from Cleaner"))
            .map(line -> line.replaceFirst("^\\S+ (INFO )", "$1")))
            .allMatch(line -> line.startsWith("INFO ")
                && (line.startsWith("INFO  the server ") || line.contains(" data directory: ")
                    || line.contains(" store was made") || line.contains(" recovery is done: ")));
    }
}
