package io.baton.deploy.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteTransaction;
import io.baton.deploy.CommandRun;
import io.baton.deploy.Served;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code baton top}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class TopCommandTest {

    private static Served bank(String... more) {
        final List<String> all = new ArrayList<>(List.of("--workload", "smallbank", "--set", "accounts=10"));
        all.addAll(List.of(more));
        return new Served(all.toArray(String[]::new));
    }

    private static CommandRun top(int status, String... arguments) {
        return look("200ms", status, arguments);
    }

    private static CommandRun look(String interval, int status, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("top", "--interval", interval));
        all.addAll(List.of(arguments));
        final CommandRun run = new CommandRun();
        assertThat(run.execute(all.toArray(String[]::new))).as(run.err()).isEqualTo(status);
        return run;
    }

    /** It looks for a second: a force that takes long then still leaves the log some transactions. */
    @Test
    @Tag("thorough")
    void aLookTellsWhatHasHappenedMeanwhile(@TempDir Path folder) {
        try (Served server = bank("--data", folder.resolve("data").toString());
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            client.procedure("SendPayment", Long.class).call(1, 2, 5);
            final CompletableFuture<CommandRun> looked = CompletableFuture.supplyAsync(
                () -> look("1s", 0, "--once", "--url", server.address()),
                task -> Thread.ofPlatform().daemon().start(task));
            for (int i = 0; !looked.isDone(); i++) {
                client.procedure("SendPayment", Long.class).call(1 + i % 2, 2 - i % 2, 1);
            }
            final String out = looked.join().out();
            assertThat(out).startsWith("Baton at " + server.address() + ", up ")
                .doesNotContain("\033", "\r", "baton.statistics");
            assertThat(out).containsPattern("Calls +[1-9][0-9.,]*/s committed, 0/s not, 0/s restarts; p50 \\d")
                .containsPattern("Now +\\d calls? under way, 0 waiting for locks; 2 connections")
                .containsPattern("Locks +[1-9][0-9.,]*/s, 0/s waits")
                .containsPattern("Memory +\\d+ MB of ")
                .containsPattern("Log +[1-9][0-9.,]*/s transactions, .* not forced; \\d+ checkpoints?")
                .containsPattern("Procedure +calls/s +p50 +p99 +gave up/s")
                .containsPattern("SendPayment +[1-9][0-9.,]* +[0-9.]+ [mu]s +[0-9.]+ [mu]?s +0 +0 +0 +0 +[1-9]");
        }
    }

    @Test
    void anOpenTransactionThatIdlesIsTold() {
        try (Served server = bank();
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()).name("till\n7"))) {
            final RemoteTransaction transaction = client.begin();
            client.procedure("SendPayment", Long.class).in(transaction).call(1, 2, 5);
            final String out = top(0, "--once", "--url", server.address()).out();
            assertThat(out)
                .containsPattern("Transactions 1 of several calls open, the oldest for [1-9][\\d,]* ms; 0/s calls")
                .containsPattern("Now +0 calls under way, 0 waiting")
                .containsPattern("Open transactions +open for +calls +locks +state")
                .containsPattern("127.0.0.1:\\d+ \\(till\\\\n7\\) +[1-9][\\d,]* ms +1 +[1-9] +idle for [1-9][\\d,]* ms")
                .containsPattern("SendPayment +0 .* 1\n");
            transaction.rollback();
        }
    }

    @Test
    @Tag("thorough")
    void aServerWithUsersTellsOperatorsOnly(@TempDir Path folder) throws IOException {
        final Path users = folder.resolve("users");
        final Path password = Files.writeString(folder.resolve("password"), "correct horse\n");
        for (final List<String> user : List.of(List.of("ann", "--all", "--tables"), List.of("olga", "--operator"))) {
            final List<String> all = new ArrayList<>(
                List.of("user", "add", "--users", users.toString(), "--password-file", password.toString()));
            all.addAll(user);
            assertThat(new CommandRun().execute(all.toArray(String[]::new))).isZero();
        }
        final CommandRun run = new CommandRun();
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--set", "accounts=10",
                "--users", users.toString()),
            task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final String url = run.out().lines().findFirst().orElseThrow().substring("Listening to ".length());
        final String[] olga = {"--url", url, "--password-file", password.toString(), "--user", "olga"};
        assertThat(top(0, olga).out()).contains("Procedure  ", "Log          none");
        olga[5] = "ann";
        assertThat(top(2, olga).err())
            .isEqualTo("baton: not called (42501): user ann may not call baton.statistics; an operator grants the "
                + "work of operators with 'baton user grant --operator ann'.\n");
        run.interruption.request();
        assertThat(status.join()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --url 127.0.0.1:1 | not called (08001): cannot connect
        --interval 5      | --interval 5: give a number with a unit
        --interval 10ms   | from 100ms to 24h
        --url x:y         | --url x:y: \
        """)
    void whatCannotBeDoneIsToldInOneSentence(String arguments, String why) {
        final CommandRun run = new CommandRun();
        final List<String> all = new ArrayList<>(List.of("top", "--once"));
        all.addAll(List.of(arguments.split(" ")));
        assertThat(run.execute(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(run.err()).contains(why.strip()).hasLineCount(1);
    }

    /** A terminal without a window. */
    private static final class Glass implements AutoCloseable {
        private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        private final PipedOutputStream keys = new PipedOutputStream();
        private final Terminal terminal;

        Glass() throws IOException {
            terminal =
                new ExternalTerminal("glass", "xterm", new PipedInputStream(keys), shown, StandardCharsets.UTF_8);
            terminal.setSize(new Size(60, 12));
        }

        private void await(String text, CompletableFuture<Void> watching) throws InterruptedException {
            while (!shown.toString(StandardCharsets.UTF_8).contains(text)) {
                assertThat(watching).as(shown.toString(StandardCharsets.UTF_8)).isNotDone();
                Thread.sleep(5);
            }
        }

        @Override
        public void close() throws IOException {
            keys.close();
            terminal.close();
        }
    }

    @Test
    void theScreenGoesOnWithoutItsServerAndEndsWithQ() throws Exception {
        try (Glass glass = new Glass()) {
            final CommandRun run = new CommandRun();
            final CompletableFuture<Void> watching;
            try (Served server = bank()) {
                final TopCommand top = new TopCommand(run.context);
                new CommandLine(top).parseArgs("--url", server.address(), "--interval", "100ms");
                watching = CompletableFuture.runAsync(() -> {
                    try (BatonClient client = BatonClient.connect(ClientOptions.of(server.address()));
                        Screen screen = new Screen(glass.terminal, () -> false, System::nanoTime)) {
                        top.watch(client, ServerReading.of(client), Duration.ofMillis(100), screen);
                    }
                }, task -> Thread.ofPlatform().daemon().start(task));
                glass.await("q ends", watching);
                glass.await("Baton at " + server.address(), watching);
            }
            glass.await("NO ANSWER, trying again", watching);
            glass.keys.write('q');
            glass.keys.flush();
            watching.get(20, TimeUnit.SECONDS);
            // The main screen is back, with its cursor.
            assertThat(glass.shown.toString(StandardCharsets.UTF_8)).contains("\033[?1049h", "\033[?1049l");
        }
    }
}
