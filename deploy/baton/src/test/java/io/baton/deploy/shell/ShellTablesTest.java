package io.baton.deploy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.deploy.CommandRun;
import io.baton.deploy.Served;
import io.baton.deploy.command.ExitStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tables, queries, lists, and a person at a terminal. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ShellTablesTest {

    private final CommandRun run = new CommandRun();

    private int shell(String address, String lines) {
        final var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
        return new CommandLine(new ShellCommand(run.context, in)).execute("--url", address);
    }

    private static Served bank() {
        return new Served("--workload", "smallbank", "--set", "accounts=10");
    }

    @Test
    void tablesAreListedDescribedAndRead() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), """
                tables
                tables check
                describe accounts
                SELECT * FROM checking WHERE custid = 1;
                select custid from checking where custid between 1 and 3
                timing on
                SELECT 'it''s' ;
                SELECT custid FROM checking WHERE custid = 77
                """)).as(run.err()).isZero();
            assertThat(run.out()).contains("table     primary key  rows\naccounts  custid         10\n",
                "table     primary key  rows\nchecking  custid         10\n",
                "custid  BIGINT       not null\nname    VARCHAR(64)  not null\nprimary key (custid)\n"
                    + "index accounts_by_name (name)\nnever changes\n")
                .containsPattern("custid\n(?:[123]\n){3}")
                .containsPattern("bal +custid\n\\d+\\.\\d\\d +1\n")
                .containsPattern("value\nit's\n1 row, ").containsPattern("custid\n0 rows, ");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void queriesAreExplained() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), """
                explain SELECT * FROM checking WHERE custid = 1 AND custid <> 2;
                EXPLAIN ANALYZE select 'it''s', custid from checking where custid = 1
                """)).as(run.err()).isZero();
            assertThat(run.out()).contains("only reads; not run", "plan", "checking",
                "only reads; was run, and rolled back", "would have been committed; was rolled back");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void aQueryThatIsNotUnderstoodIsSaidInOneLine() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), "SELECT * FROM nowhere")).isEqualTo(ExitStatus.FAILED);
            assertThat(run.err()).isEqualTo("baton: line 1: aborted (42P01): there is no table nowhere.\n");
            final CommandRun second = new CommandRun();
            final var in = new ByteArrayInputStream("describe nowhere".getBytes(StandardCharsets.UTF_8));
            new CommandLine(new ShellCommand(second.context, in)).execute("--url", server.address());
            assertThat(second.err()).contains("(42883): there is no procedure nowhere").hasLineCount(1);
        }
    }

    @Test
    void anOrderOfTpccIsMadeByShellAndByCall() {
        try (Served server = new Served("--workload", "tpcc", "--set", "warehouses=1")) {
            assertThat(shell(server.address(), "NewOrder 1 1 1 [1,2] [1,1] '[5, 3]' 0")).as(run.err()).isZero();
            assertThat(run.out()).contains("= 3001\n");
            final CommandRun call = new CommandRun();
            assertThat(call.execute("call", "NewOrder", "1", "1", "1", "[1,2]", "[1,1]", "[5,3]", "0", "--url",
                server.address())).as(call.err()).isZero();
            assertThat(call.out()).contains("= 3002\n");
            final CommandRun wrong = new CommandRun();
            assertThat(wrong.execute("call", "NewOrder", "1", "1", "1", "[1,x]", "[1,1]", "[5,3]", "0", "--url",
                server.address())).isEqualTo(ExitStatus.BAD_ARGUMENTS);
            assertThat(wrong.err()).contains("[1,x]: give a whole number").hasLineCount(1);
        }
    }

    /** A person at a terminal without a window. */
    private static final class Typist implements AutoCloseable {
        private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        private final PipedOutputStream keys = new PipedOutputStream();
        private final TerminalLines lines;

        Typist(ShellCommands commands, Path history) throws IOException {
            final ExternalTerminal terminal =
                new ExternalTerminal("desk", "xterm", new PipedInputStream(keys), shown, StandardCharsets.UTF_8);
            terminal.setSize(new Size(80, 24));
            lines = new TerminalLines(terminal, commands, history);
        }

        String types(String text) throws IOException {
            keys.write(text.getBytes(StandardCharsets.UTF_8));
            keys.flush();
            return String.valueOf(lines.next());
        }

        @Override
        public void close() throws IOException {
            keys.close();
            lines.close();
        }
    }

    @Test
    void namesAreCompletedAndEarlierLinesFoundAgain(@TempDir Path folder) throws IOException {
        final Path history = folder.resolve("history");
        try (Served server = bank(); BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            final ShellCommands commands = new ShellCommands(client);
            commands.learn();
            try (Typist typist = new Typist(commands, history)) {
                assertThat(typist.types("SendP\t1 2 5\r")).isEqualTo("SendPayment 1 2 5");
                assertThat(typist.types("desc\tBal\t\r").strip()).isEqualTo("describe Balance");
                assertThat(typist.types("select * from chec\t\r").strip()).isEqualTo("select * from checking");
                assertThat(typist.types("describe sav\t\r").strip()).isEqualTo("describe savings");
                assertThat(typist.types("explain ana\tSendP\t\r").strip()).isEqualTo("explain analyze SendPayment");
                assertThat(typist.types(" Secret 1\r")).isEqualTo(" Secret 1");
            }
            assertThat(Files.readString(history)).contains("SendPayment 1 2 5").doesNotContain("Secret");
            try (Typist later = new Typist(commands, history)) {
                // The arrow that points up, as xterm sends it.
                assertThat(later.types("\033OA\033OA\r").strip()).isEqualTo("describe savings");
            }
        }
    }

    @Test
    void aLineOfTheTerminalIsCarriedOut(@TempDir Path folder) throws IOException {
        try (Served server = bank(); BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            final ShellCommands commands = new ShellCommands(client);
            final Shell shell = new Shell(client, commands, run.context.console(), run.context.err(),
                run.context.clock(), text -> Duration.ofSeconds(1));
            final Typist typist = new Typist(commands, folder.resolve("history"));
            try (typist.lines) {
                typist.keys.write("SELECT 1\rNobody 1\rexit\r".getBytes(StandardCharsets.UTF_8));
                typist.keys.flush();
                assertThat(shell.run(typist.lines)).isTrue();
            }
            assertThat(run.out()).containsPattern("value\n1\n1 row, \\d+\\.\\d ms\n");
            assertThat(run.err()).startsWith("baton: not called (42883)").hasLineCount(1);
        }
    }
}
