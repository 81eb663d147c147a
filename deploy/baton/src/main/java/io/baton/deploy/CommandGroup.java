package io.baton.deploy;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has others below it. */
public abstract class CommandGroup implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec command;

    /** For commands that are declared by an annotation. */
    protected CommandGroup() {
    }

    @Override
    public Integer call() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        final List<String> names = List.copyOf(command.subcommands().keySet());
        final int last = names.size() - 1;
        final String below = last == 0
            ? names.getFirst()
            : String.join(", ", names.subList(0, last)) + " or " + names.getLast();
        throw new ParameterException(
            command.commandLine(), "a command is missing after '" + command.qualifiedName() + "': say " + below);
    }

    /** {@code baton run}. */
    @Command(name = "run", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WORKLOAD",
        header = "Load a workload or go on with a store, run it, check it and report.",
        commandListHeading = "%nWorkloads:%n",
        footer = {"", "'baton run tpcc --help' shows the options of one."})
    static final class Run extends CommandGroup {
    }

    /** {@code baton bench}. */
    @Command(name = "bench", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "BENCHMARK",
        header = "Measure parts of Baton beside what one would use instead, and what durability costs.",
        commandListHeading = "%nBenchmarks:%n",
        footer = {"", "'baton bench locks --help' shows the options."})
    static final class Bench extends CommandGroup {
    }

    /** {@code baton history}. */
    @Command(name = "history", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        header = "Read what a run with --history has recorded.",
        commandListHeading = "%nCommands:%n",
        footer = {"", "'baton history check --help' explains the verdict."})
    static final class History extends CommandGroup {
    }

    /** {@code baton check}. */
    @Command(name = "check", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WORKLOAD",
        header = "Recover the data of a workload from a store and check them.",
        commandListHeading = "%nWorkloads:%n",
        footer = {"", "'baton check tpcc --help' shows the options of one."})
    static final class Check extends CommandGroup {
    }

    /** {@code baton backup}. */
    @Command(name = "backup", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WORKLOAD",
        header = "Copy the store of a workload.",
        commandListHeading = "%nWorkloads:%n",
        footer = {"", "'baton backup tpcc --help' shows the options of one."})
    static final class Backup extends CommandGroup {
    }

    /** {@code baton export}. */
    @Command(name = "export", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WORKLOAD",
        header = "Write the initial data of a workload as CSV files.",
        commandListHeading = "%nWorkloads:%n",
        footer = {"", "'baton export tpcc --help' shows the options of one."})
    static final class Export extends CommandGroup {
    }

    /** {@code baton}. */
    @Command(name = "baton", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        header = "Baton, an in-memory OLTP engine whose clients hand locks to each other.",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton run tpcc       load TPC-C data, run the mix for 10 seconds, check it, print the result",
            "  baton bench locks    compare Baton's locks with the JDK's",
            "  baton paper list     which experiments of the papers can be run again",
            "  baton simulate locks let the network and processes fail, and judge the locks",
            "  baton run --help     which workloads there are"})
    static final class Baton extends CommandGroup {
    }
}
