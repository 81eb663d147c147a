package io.baton.lab.command;

import io.baton.deploy.CommandContext;
import io.baton.deploy.CommandGroup;
import io.baton.deploy.CommandProvider;
import io.baton.deploy.VersionText;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code baton paper}, {@code baton simulate}, {@code baton crash} and {@code baton plot}. */
public final class LabCommands implements CommandProvider {

    /** For the service loader. */
    public LabCommands() {
    }

    @Override
    public List<CommandLine> commands(CommandContext context) {
        return List.of(
            new CommandLine(new PaperCommand(context))
                .addSubcommand(new PaperListCommand(context))
                .addSubcommand(new PaperPlotsCommand(context))
                .addSubcommand(new PaperTraceCommand(context)),
            new CommandLine(new Simulate())
                .addSubcommand(new SimulateLocksCommand(context))
                .addSubcommand(new SimulateDslrCommand(context)),
            new CommandLine(new CrashCommand(context)),
            new CommandLine(new Plot())
                .addSubcommand(new PlotRunCommand(context)));
    }

    /** {@code baton simulate}. */
    @Command(name = "simulate", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WHAT",
        header = "Let things go wrong in simulated clusters, and judge what becomes of it.",
        commandListHeading = "%nWhat:%n",
        footer = {"", "'baton simulate locks --help' shows the options."})
    static final class Simulate extends CommandGroup {
    }

    /** {@code baton plot}. */
    @Command(name = "plot", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        synopsisSubcommandLabel = "WHAT",
        header = "Draw what other commands have measured.",
        commandListHeading = "%nWhat:%n",
        footer = {"", "'baton plot run --help' shows the options."})
    static final class Plot extends CommandGroup {
    }
}
