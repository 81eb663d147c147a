package io.baton.deploy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.CommandRun;
import io.baton.deploy.Served;
import io.baton.deploy.command.ExitStatus;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code baton shell}, with lines from a pipe. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ShellCommandTest {

    private static final String PAID = "SendPayment 1 2 5";

    private final CommandRun run = new CommandRun();

    private int shell(String address, String lines) {
        final var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
        return new CommandLine(new ShellCommand(run.context, in)).execute("--url", address);
    }

    private static Served bank() {
        return new Served("--workload", "smallbank", "--set", "accounts=10");
    }

    @Test
    void linesAreCarriedOutInOrder() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), """
                # a payment, and what is left
                SendPayment 1 2 5

                  call SendPayment 2 1 "5" ;
                procedures Bal
                describe Balance
                within 5s
                Balance '0000000000000001'
                within off
                """)).as(run.err()).isZero();
            assertThat(run.out().lines().toList()).startsWith("0", "0", "Balance")
                .contains("Balance(name string) returns int64 not null, reads only").hasSize(5);
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void callsAreExplainedAndRolledBack() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), """
                explain SendPayment 1 2 5
                explain analyze SendPayment 1 2 5
                EXPLAIN ANALYZE Balance 0000000000000001
                SendPayment 2 1 0
                """)).as(run.err()).isZero();
            assertThat(run.out()).contains("may write; not run", "planned",
                "may write; was run, and rolled back", "only reads; was run, and rolled back", "EXCLUSIVE",
                "would have been committed; was rolled back");
            assertThat(run.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        explain | give the name of a procedure and its arguments; procedures lists them.
        explain analyze Nobody | not called (42883): there is no procedure Nobody at the server.
        SendPayment 1 2 | the procedure is SendPayment(from int64 not null, to int64 not null, cents int64 not null) \
        returns int64 not null, so give 3 arguments.
        SendPayment 1 2 x | cents x: give a whole number.
        SendPayment 1 2 99999999999 | aborted (45000): The checking account has not so much.
        Nobody | not called (42883): there is no procedure Nobody at the server.
        describe | give the name of a procedure or a table behind it, and no more; help explains.
        call | give the name of a procedure and its arguments; procedures lists them.
        Balance "1 | a quotation mark or a backslash at the end leaves the line open; close it.
        within 5 | within 5: give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h.
        timing maybe | timing maybe: give on or off.
        """)
    void whatFailsEndsAFileOfLinesAndIsSaidInOneLine(String line, String complaint) {
        try (Served server = bank()) {
            assertThat(shell(server.address(), PAID + "\n" + line + "\n" + PAID)).isEqualTo(ExitStatus.FAILED);
            assertThat(run.out()).isEqualTo("0\n");
            assertThat(run.err()).isEqualTo("baton: line 2: " + complaint + "\n");
        }
    }

    @Test
    void linesBehindTheEndAreNotCarriedOut() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), PAID + "\nquit\n" + PAID)).isZero();
            assertThat(run.out()).isEqualTo("0\n");
        }
    }

    /** A line that was meant to be carried out would be sent to prove who the user is. */
    @Test
    void theFirstLineIsNoPasswordUnlessThatIsSaid() {
        run.piped.add(PAID);
        final var in = new ByteArrayInputStream(PAID.getBytes(StandardCharsets.UTF_8));
        final ShellCommand command = new ShellCommand(run.context, in);
        final StringWriter complaint = new StringWriter();
        assertThat(new CommandLine(command).setErr(new PrintWriter(complaint))
            .execute("--url", "127.0.0.1:1", "--user", "ann")).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(complaint.toString()).contains("standard input has the lines to be carried out", "give a file");
        assertThat(run.piped).hasSize(1);
        assertThat(new CommandLine(command).execute("--url", "127.0.0.1:1", "--user", "ann", "--password-file", "-"))
            .isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.piped).isEmpty();
        assertThat(run.err()).contains("08001");
    }

    @Test
    void helpAndTimesAreShown() {
        try (Served server = bank()) {
            assertThat(shell(server.address(), "help\ntiming on\n" + PAID)).isZero();
            assertThat(run.out()).contains("describe NAME", "Ctrl-C cancels").containsPattern("0\n\\d+\\.\\d ms");
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidSo() {
        assertThat(shell("127.0.0.1:1", PAID)).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.err()).startsWith("baton: not called (08001): ").hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }
}
