package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.explore.lock.Explorations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton simulate locks --exhaustive}: small scenarios in every order of their steps. */
final class ExhaustiveRun {

    static final String ALL = "all";

    /** What only fault campaigns have. */
    private static final List<String> NOT_WITH = List.of("--seeds", "--seed", "--first", "--clients", "--locks",
        "--faults", "--policy");

    private final CommandContext context;
    private final CommandSpec spec;

    ExhaustiveRun(CommandContext context, CommandSpec spec) {
        this.context = context;
        this.spec = spec;
    }

    int run(String name, int statesMax, @Nullable String planted, @Nullable ResultFile file) {
        OptionValues.refuse(spec, NOT_WITH,
            "is for fault campaigns, which draw their runs from seeds; leave it out with --exhaustive");
        final Explorations explorations = new Explorations(statesMax, context.clock());
        if (!name.equals(ALL) && !explorations.only(name)) {
            throw OptionValues.complaint(spec, "--exhaustive", name,
                "give one of " + String.join(", ", Explorations.names()), null);
        }
        if (planted != null && !explorations.plant(planted)) {
            throw OptionValues.complaint(spec, "--planted", planted,
                "give the name of a bug that 'baton simulate locks --planted all' lists", null);
        }
        final Console console = context.console();
        console.line(ExplorationReport.heading());
        final ExplorationReport report = new ExplorationReport(explorations.explore(context.interruption()::requested,
            (scenario, states) -> console.transientLine(
                "Exploring " + scenario + "  " + Figures.count(states) + " states"),
            finding -> {
                console.clear();
                ExplorationReport.lines(finding).forEach(console::line);
            }));
        if (file != null) {
            file.write(report.json());
        }
        if (context.interruption().requested()) {
            return ExitStatus.INTERRUPTED;
        }
        return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }
}
