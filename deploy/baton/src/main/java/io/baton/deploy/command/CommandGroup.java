package io.baton.deploy.command;

import io.baton.workload.Workload;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has others below it. */
@Command(mixinStandardHelpOptions = true, versionProvider = VersionText.class)
public final class CommandGroup implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec command;

    private CommandGroup() {
    }

    /**
     * Makes a group without commands.
     *
     * @param name what it is called
     * @param label what stands for one of its commands in the synopsis, for example WORKLOAD
     * @param header what its commands do, in a sentence
     * @param heading above the list of its commands, without a colon
     * @param footer lines at the end of its help
     * @return the group, to which its commands are added
     */
    public static CommandLine of(String name, String label, String header, String heading, String... footer) {
        final CommandLine group = new CommandLine(new CommandGroup());
        group.getCommandSpec().name(name).usageMessage().synopsisSubcommandLabel(label).header(header)
            .commandListHeading("%n" + heading + ":%n").footer(footer);
        return group;
    }

    /**
     * Makes a group with a command for each workload.
     *
     * @param context what they get from the outside world
     * @param name what it is called
     * @param header what its commands do, in a sentence
     * @param command makes the command of a workload
     * @return the group
     */
    public static CommandLine ofWorkloads(CommandContext context, String name, String header,
            BiFunction<CommandContext, Workload, CommandLine> command) {
        final CommandLine group =
            of(name, "WORKLOAD", header, "Workloads", "", "'baton " + name + " tpcc --help' shows the options of one.");
        context.workloads().forEach(workload -> group.addSubcommand(command.apply(context, workload)));
        return group;
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
}
