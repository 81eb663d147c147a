package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.VersionText;
import io.baton.lab.Experiment;
import io.baton.lab.experiment.Experiments;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs the papers' experiments on the simulated cluster. */
@Command(name = "paper", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run the experiments of the papers on a simulated cluster, beside the papers' numbers.",
    description = {"",
        "The locks run unchanged; the network, its adapters and time are simulated (docs/paper.md says how well). Each "
            + "experiment prints a table, and writes a CSV file and a plot.",
        ""},
    parameterListHeading = "Parameters:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton paper list                            which experiments there are",
        "  baton paper figure6 --quick                 a first look at one of them",
        "  baton paper figure4 figure5 --json f45.json  two that share their runs, and a result for a script",
        "  baton paper all                             all of them; takes up to half an hour",
        "  baton paper ablation                        what each of Baton's own ways is worth",
        "  baton paper sessions                        what sessions and recovery cost",
        "  baton paper all calibration                 and how far the model is from the papers",
        "  baton paper plots                           draw the plots of docs/paper.md again"})
final class PaperCommand implements Callable<Integer> {

    private static final String ALL = "all";
    /** Not an experiment but a summary of those that are run with it. */
    private static final String CALIBRATION = "calibration";

    @Mixin
    private final PaperRun run;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = {
        "Experiments, or 'all' of them.",
        "'calibration' adds the model's parameters and the error of every number of the papers."})
    private List<String> names = new ArrayList<>();

    PaperCommand(CommandContext context) {
        this.run = new PaperRun(context);
    }

    @Override
    public Integer call() {
        final boolean calibration = names.contains(CALIBRATION);
        return run.run(experiments(calibration), calibration);
    }

    /** The experiments that were named, each once; for calibration alone, those that it is about. */
    private List<Experiment> experiments(boolean calibration) {
        if (names.isEmpty()) {
            throw new ParameterException(run.command().commandLine(),
                "an experiment is missing after 'baton paper': say " + known());
        }
        final Set<Experiment> chosen = new LinkedHashSet<>();
        for (final String name : names) {
            if (name.equals(ALL)) {
                chosen.addAll(Experiments.ofThePapers());
            } else if (!name.equals(CALIBRATION)) {
                chosen.add(Experiments.named(name).orElseThrow(() -> new ParameterException(
                    run.command().commandLine(), "there is no experiment " + name + "; say " + known())));
            }
        }
        return chosen.isEmpty() && calibration ? Experiments.ofCalibration() : List.copyOf(chosen);
    }

    private static String known() {
        return Experiments.all().stream().map(Experiment::name).collect(Collectors.joining(", "))
            + ", " + CALIBRATION + " or " + ALL;
    }
}
