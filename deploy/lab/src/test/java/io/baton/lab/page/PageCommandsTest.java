package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.deploy.BatonCommand;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.PasswordSource;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.Workloads;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Each {@code deploy/bin/baton ...} on a page is a command with options that there are. None is run. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PageCommandsTest {

    private static final String LAUNCHER = "deploy/bin/baton";
    /** Up to the end of the code, a comment, a pipe or another command. */
    private static final Pattern COMMAND = Pattern.compile("deploy/bin/baton((?:\\\\\n|[^`#|;<>&')\n])*)");
    private static final int COMMANDS_LEAST = 100;
    private static final List<String> PAGES = List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
        "docs", "engine/net/protocol/spec", "lockmgr-shiftlock/locks/spec", "lockmgr-shiftlock/wire/spec",
        "storage/spec");

    private final CommandLine parser = parser();

    private static CommandLine parser() {
        final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return BatonCommand.commandLine(new CommandContext(nowhere, nowhere, false, false, SystemNanoClock.INSTANCE,
            SystemEpochClock.INSTANCE, LockSupport::parkNanos, FileSystems.getDefault(), 2,
            Workloads.find(PageCommandsTest.class.getClassLoader()), PasswordSource.none(), new Interruption()));
    }

    /** The arguments of a command, with something in the places of what pages leave to the reader. */
    private static String[] arguments(String written) {
        return Arrays.stream(written.replace("\\\n", " ").strip().split("\\s+"))
            .filter(word -> !word.isEmpty() && !word.equals("\"$@\""))
            .map(word -> switch (word) {
                case "WORKLOAD", "W" -> "tpcc";
                case "N", "P" -> "1";
                default -> word.endsWith(",") ? word.substring(0, word.length() - 1) : word;
            }).toArray(String[]::new);
    }

    private static List<String> commands(String text) {
        final List<String> commands = new ArrayList<>();
        final Matcher matcher = COMMAND.matcher(text);
        while (matcher.find()) {
            commands.add(matcher.group(1));
        }
        return commands;
    }

    /** The page itself, or those of a folder and its folders. */
    private static void addPages(Path place, List<Path> pages) throws IOException {
        try (Stream<Path> below = Files.walk(place)) {
            below.filter(path -> path.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
    }

    private void parse(String written) {
        parser.parseArgs(arguments(written));
    }

    @Test
    void everyCommandOfAPageCanBeParsed() throws IOException {
        final Path root = Page.docs().resolveSibling("");
        final List<Path> pages = new ArrayList<>();
        for (final String folder : PAGES) {
            addPages(root.resolve(folder), pages);
        }
        final List<String> wrong = new ArrayList<>();
        int found = 0;
        for (final Path page : pages) {
            for (final String command : commands(Files.readString(page))) {
                found++;
                try {
                    parse(command);
                } catch (CommandLine.MissingParameterException e) {
                    // A page may name a command without saying how it is called.
                    if (command.contains(" -")) {
                        wrong.add(root.relativize(page) + ": " + LAUNCHER + command + ": " + e.getMessage());
                    }
                } catch (CommandLine.ParameterException e) {
                    wrong.add(root.relativize(page) + ": " + LAUNCHER + command + ": " + e.getMessage());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(found).isGreaterThan(COMMANDS_LEAST);
    }

    @ParameterizedTest
    @ValueSource(strings = {" run tpcd", " run tpcc --warehouse 2", " bench locks --warehouses 2", " paper --fast",
        " user add ann", " walk", " run tpcc --warehouses"})
    void whatThereIsNotIsFound(String written) {
        assertThatThrownBy(() -> parse(written)).isInstanceOf(CommandLine.ParameterException.class);
    }

    @Test
    void commandsEndWhereTheirCodeDoes() {
        assertThat(commands("""
            Say `deploy/bin/baton run tpcc`, or
            deploy/bin/baton call --list   # all
            compare 5 '../before/deploy/bin/baton run tatp' 'run tatp'
            deploy/bin/baton run tpcc \\
              --clients 2
            """)).map(PageCommandsTest::arguments).containsExactly(new String[] {"run", "tpcc"},
            new String[] {"call", "--list"}, new String[] {"run", "tatp"},
            new String[] {"run", "tpcc", "--clients", "2"});
    }
}
