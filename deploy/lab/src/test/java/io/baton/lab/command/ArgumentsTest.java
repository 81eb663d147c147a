package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with arguments is said in one line, and nothing is done. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ArgumentsTest {

    private final CommandRun run = new CommandRun();

    private void assertComplaint(String arguments, String complaint) {
        assertThat(run.execute(arguments.split(" ", -1))).as("exit status").isEqualTo(2);
        assertThat(run.err()).isEqualTo("baton: " + complaint + "\n");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run tpcc --fast                | unknown option --fast; 'baton run tpcc --help' lists what there is.
        run tpcc --clints 2            | unknown option --clints; 'baton run tpcc --help' lists what there is.
        run tatp --think               | unknown option --think; 'baton run tatp --help' lists what there is.
        run tpcc fast                  | unexpected argument fast; 'baton run tpcc --help' lists what there is.
        run tatq                       | unexpected argument tatq; 'baton run --help' lists what there is.
        walk                           | unexpected argument walk; 'baton --help' lists what there is.
        run | a command is missing after 'baton run': say tpcc, tatp or smallbank; 'baton run --help' explains.
        bench | a command is missing after 'baton bench': say locks, fabric, durability or server; \
        'baton bench --help' explains.
        bench server --access odbc | --access odbc: give embedded, client, client-pipelined, jdbc, h2, postgresql, \
        echo, or several with commas between; 'baton bench server --help' explains.
        bench server --connections 1,0 | --connections 0: give a whole number from 1 to 4,096; \
        'baton bench server --help' explains.
        paper --fast                   | unknown option --fast; 'baton paper --help' lists what there is.
        simulate locks --locks -1      | --locks -1: give a whole number from 0 to 1,000; \
        'baton simulate locks --help' explains.
        torture | a command is missing after 'baton torture': say locks; 'baton torture --help' explains.
        torture locks --cycles 0 | --cycles 0: give a whole number from 1 to 1,000,000; \
        'baton torture locks --help' explains.
        torture locks --cycles 1 --carriers tcp,rdma | --carriers tcp,rdma: give shm, unix or tcp, or several with \
        commas between; 'baton torture locks --help' explains.
        torture locks --cycles 1 --carriers tcp,tcp | --carriers tcp,tcp: give each carrier once; \
        'baton torture locks --help' explains.
        torture locks --cycles 1 --planted bug | --planted bug: give none, open-gate, lost-release, \
        shared-for-exclusive or deaf-server; 'baton torture locks --help' explains.
        user | a command is missing after 'baton user': say add, password, remove, list, grant or revoke; \
        'baton user --help' explains.
        user add ann | missing required option: '--users=FILE'; 'baton user add --help' shows how.
        user grant --users none ann | PROCEDURE '': name procedures, or give --all, --tables or --operator; \
        'baton user grant --help' explains.
        server --workload smallbank --trace-ratio 0.5 | --trace-ratio is for --traces; add it, or leave both out; \
        'baton server --help' explains.
        server --workload smallbank --traces http://127.0.0.1:4318 --trace-ratio 2 | --trace-ratio 2: give a number \
        from 0 to 1, for example 0.01; 'baton server --help' explains.
        server --workload smallbank --trace-clients 5 | --trace-clients is for --traces; add it, or leave both out; \
        'baton server --help' explains.
        server --workload smallbank --traces http://127.0.0.1:4318 --trace-clients -1 | --trace-clients -1: give a \
        whole number from 0 to 1,000,000; 'baton server --help' explains.
        server --workload smallbank --traces 127.0.0.1:4318 | --traces 127.0.0.1:4318: give the address of a \
        collector that takes OTLP over HTTP, such as http://127.0.0.1:4318; 'baton server --help' explains.
        user list --users none | --users none: there is no file none; 'baton user list --help' explains.
        server --tls-cert a.pem | --tls-cert is for TLS, which needs --tls-cert and --tls-key; add what is missing, \
        or leave it out; 'baton server --help' explains.
        call P --tls-key a.key | --tls-key is for TLS; add --ca FILE or --tls, or leave it out; \
        'baton call --help' explains.
        call P --password-file x | --password-file needs --user NAME; add it, or leave it out; \
        'baton call --help' explains.
        plot | a command is missing after 'baton plot': say run; 'baton plot --help' explains.
        bench locks --warehouses 2     | unknown option --warehouses; 'baton bench locks --help' lists what there is.
        """)
    void whatIsNotKnown(String arguments, String complaint) {
        assertComplaint(arguments, complaint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --warehouses 0                 | give a whole number from 1 to 4,096
        --warehouses 1.5               | give a whole number from 1 to 4,096
        --warehouses 99999999999999999999 | give a whole number from 1 to 4,096
        --clients 0                    | give a whole number from 1 to 4,096
        --clients two                  | give a whole number from 1 to 4,096
        --clients 4097                 | give a whole number from 1 to 4,096
        --lock-slots 0                 | give a whole number from 1 to 268,435,456
        --lock-tables 0                | give a whole number from 1 to 64
        --lock-tables 65               | give a whole number from 1 to 64
        --seed x                       | give a whole number
        --duration 10                  | give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h
        --duration 0s                  | give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h
        --duration 25h                 | give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h
        --duration -1s                 | give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h
        --transactions 0               | give a whole number from 1 to 1,000,000,000,000
        --transactions 1e6             | give a whole number from 1 to 1,000,000,000,000
        --warmup soon                  | give a number with a unit, for example 500ms, 10s or 2m, and at most 24h
        --locks mutex                  | give shiftlock or none
        """)
    void valuesThatDoNotFit(String option, String advice) {
        assertComplaint("run tpcc " + option, option + ": " + advice + "; 'baton run tpcc --help' explains.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        tatp | --subscribers 0         | give a whole number from 1 to 100,000,000
        tatp | --subscribers many      | give a whole number from 1 to 100,000,000
        tatp | --clients 0             | give a whole number from 1 to 4,096
        smallbank | --accounts 1       | give a whole number from 2 to 100,000,000
        smallbank | --hot-accounts 0   | give a whole number from 1 to 100
        smallbank | --hot-transactions 101 | give a whole number from 0 to 100
        smallbank | --duration 10      | give a number with a unit, for example 500ms, 10s or 2m, from 1ms to 24h
        """)
    void valuesThatDoNotFitOtherWorkloads(String workload, String option, String advice) {
        assertComplaint("run " + workload + " " + option,
            option + ": " + advice + "; 'baton run " + workload + " --help' explains.");
    }

    @Test
    void emptyCommandLine() {
        assertThat(run.execute()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(
            "baton: a command is missing after 'baton': say run, check, log, backup, restore, export, import, "
                + "server, call, shell, top, user, node, history, bench, paper, simulate, crash, torture or plot; "
                + "'baton --help' explains.\n");
    }

    @Test
    void emptyValue() {
        assertThat(run.execute("run", "tpcc", "--clients", "")).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: --clients '': give a whole number").hasLineCount(1);
    }

    @Test
    void missingValue() {
        assertThat(run.execute("run", "tpcc", "--clients")).isEqualTo(2);
        assertThat(run.err()).contains("--clients").hasLineCount(1);
    }

    @Test
    void valueForASwitch() {
        assertThat(run.execute("run", "tpcc", "--think=often")).isEqualTo(2);
        assertThat(run.err()).contains("--think").contains("often").hasLineCount(1);
    }

    @Test
    void optionGivenTwice() {
        assertThat(run.execute("run", "tpcc", "--clients", "1", "--clients", "2")).isEqualTo(2);
        assertThat(run.err()).contains("--clients").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --exhaustive --policy lease | --policy is for fault campaigns, which draw their runs from seeds; \
        leave it out with --exhaustive
        --exhaustive crash --seeds 5 | --seeds is for fault campaigns, which draw their runs from seeds; \
        leave it out with --exhaustive
        --planted all --seed 5      | --seed does not go with a hunt for planted bugs, which takes all faults and \
        both policies; leave it out
        --states 100                | --states is for --exhaustive; add that, or leave it out
        """)
    void optionsOfOtherWaysToSimulateLocks(String options, String complaint) {
        assertComplaint("simulate locks " + options, complaint + "; 'baton simulate locks --help' explains.");
    }

    @Test
    void noLocksForMoreThanOneClient() {
        assertComplaint("run tpcc --locks none --clients 2", "--locks none: with 2 clients transactions would "
            + "overwrite each other; add --clients 1 or use --locks shiftlock; 'baton run tpcc --help' explains.");
    }

    @Test
    void transactionsAndTimeTogether() {
        assertComplaint("run smallbank --transactions 5 --duration 5s", "--transactions 5: the run ends when they are "
            + "done; leave --duration out; 'baton run smallbank --help' explains.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run tpcc", "bench locks", "paper figure6"})
    void resultFileInADirectoryThatIsNotThere(String command, @TempDir Path folder) {
        final Path file = folder.resolve("none/result.json");
        assertComplaint(command + " --json " + file, "--json " + file + ": there is no directory " + folder
            + "/none; create it or give another file; 'baton " + command.replace(" figure6", "")
            + " --help' explains.");
    }

    @Test
    void resultFileThatIsADirectory(@TempDir Path folder) {
        assertComplaint("run tpcc --json " + folder, "--json " + folder
            + ": this is no file; give a file's name; 'baton run tpcc --help' explains.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "run tpcc --help", "run tatp --help",
        "run smallbank --help", "bench --help", "bench locks --help", "paper --help", "paper list --help",
        "paper trace --help", "paper plots --help", "torture --help", "torture locks --help", "plot --help",
        "plot run --help", "server --help",
        "call --help", "user --help", "user add --help", "user grant --help"})
    void helpIsThereAtEveryLevel(String arguments) {
        assertThat(run.execute(arguments.split(" ", -1))).isZero();
        assertThat(run.out()).startsWith(arguments.contains("tpcc") ? "Run the mix" : run.out().substring(0, 1))
            .contains("Usage: baton", "--help", "baton ").doesNotContain("\033", "${");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void experimentThatIsNotThere() {
        assertThat(run.execute("paper", "figure4", "figure44", "--quick")).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: there is no experiment figure44; say single-lock, figure4, figure5, ")
            .contains(" or all; 'baton paper --help' explains.").hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void experimentThatIsMissing() {
        assertThat(run.execute("paper", "--quick")).isEqualTo(2);
        assertThat(run.err()).startsWith("baton: an experiment is missing after 'baton paper': say single-lock, ")
            .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --seed one | give a whole number
        --seed 1.5 | give a whole number
        """)
    void seedOfAnExperimentThatIsNoNumber(String option, String advice) {
        assertComplaint("paper figure6 " + option, option + ": " + advice + "; 'baton paper --help' explains.");
    }

    @Test
    void folderOfPlotsThatCannotBeMade(@TempDir Path folder) throws IOException {
        final Path file = Files.createFile(folder.resolve("file"));
        assertComplaint("paper figure6 --out " + file + "/plots", "--out " + file
            + "/plots: this folder cannot be made; give another; 'baton paper --help' explains.");
    }

    @Test
    void helpShowsOptionsDefaultsAndExamples() {
        run.execute("run", "tpcc", "--help");
        assertThat(run.out()).contains("--warehouses", "--clients", "--duration", "--transactions", "--warmup",
            "--locks", "--lock-slots", "--lock-tables", "--seed", "--json", "--no-check", "--think", "Default: 2.",
            "Default: 10s.",
            "Default: 5s.", "Default: 1048576.", "Examples:", "baton run tpcc --warehouses 4 --clients 64",
            "Exit status:", "45 %");
    }

    @Test
    void versionIsOneLine() {
        assertThat(run.execute("--version")).isZero();
        assertThat(run.out()).startsWith("baton ").contains("Java 25").hasLineCount(1);
    }
}
