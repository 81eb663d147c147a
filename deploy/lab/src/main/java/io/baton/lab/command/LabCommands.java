package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.CommandGroup;
import io.baton.deploy.command.CommandProvider;
import io.baton.lab.bench.BenchDurabilityCommand;
import io.baton.lab.bench.BenchLocksCommand;
import io.baton.lab.bench.BenchPlan;
import io.baton.lab.bench.remote.BenchFabricCommand;
import java.util.List;
import picocli.CommandLine;

/**
 * {@code baton bench}, {@code baton paper}, {@code baton simulate}, {@code baton crash}, {@code baton torture} and
 * {@code baton plot}.
 */
public final class LabCommands implements CommandProvider {

    /** For the service loader. */
    public LabCommands() {
    }

    @Override
    public List<CommandLine> commands(CommandContext context) {
        return List.of(
            CommandGroup.of("bench", "BENCHMARK",
                "Measure parts of Baton beside what one would use instead, and what durability costs.", "Benchmarks",
                "", "'baton bench locks --help' shows the options.")
                .addSubcommand(new BenchLocksCommand(context, BenchPlan.standard()))
                .addSubcommand(new BenchFabricCommand(context))
                .addSubcommand(new BenchDurabilityCommand(context))
                .addSubcommand(new BenchServerCommand(context)),
            new CommandLine(new PaperCommand(context))
                .addSubcommand(new PaperListCommand(context))
                .addSubcommand(new PaperPlotsCommand(context))
                .addSubcommand(new PaperTraceCommand(context)),
            CommandGroup.of("simulate", "WHAT",
                "Let things go wrong in simulated clusters, and judge what becomes of it.", "What",
                "", "'baton simulate locks --help' shows the options.")
                .addSubcommand(new SimulateLocksCommand(context))
                .addSubcommand(new SimulateDslrCommand(context)),
            new CommandLine(new CrashCommand(context)),
            CommandGroup.of("torture", "WHAT",
                "Let things go wrong with real processes, and judge what becomes of it.", "What",
                "", "'baton torture locks --help' shows the options.")
                .addSubcommand(new TortureLocksCommand(context)),
            CommandGroup.of("plot", "WHAT", "Draw what other commands have measured.", "What",
                "", "'baton plot run --help' shows the options.")
                .addSubcommand(new PlotRunCommand(context)));
    }

    @Override
    public List<String> examples() {
        return List.of(
            "  baton bench locks    compare Baton's locks with the JDK's",
            "  baton paper list     which experiments of the papers can be run again",
            "  baton simulate locks let the network and processes fail, and judge the locks");
    }
}
