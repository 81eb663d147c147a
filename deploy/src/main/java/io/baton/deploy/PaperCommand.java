package io.baton.deploy;

import io.baton.deploy.paper.Experiment;
import io.baton.deploy.paper.Laboratory;
import io.baton.deploy.paper.Outcome;
import io.baton.deploy.paper.OutcomeReport;
import io.baton.deploy.paper.Scale;
import io.baton.deploy.paper.cell.CellRunner;
import io.baton.deploy.paper.experiment.Experiments;
import io.baton.deploy.paper.plot.SvgPlot;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.report.ResultFolder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the papers' experiments on the simulated cluster. */
@Command(name = "paper", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run the experiments of the papers on a simulated cluster, beside the papers' numbers.",
    description = {"",
        "The locks run unchanged; the network, its adapters and time are simulated (docs/paper.md says how well). Each "
            + "experiment prints a table, and writes a CSV file and a plot.", ""},
    parameterListHeading = "Parameters:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton paper list                            which experiments there are",
        "  baton paper figure6 --quick                 a first look at one of them",
        "  baton paper figure4 figure5 --json f45.json  two that share their runs, and a result for a script",
        "  baton paper all                             all of them; takes up to half an hour"})
final class PaperCommand implements Callable<Integer> {

    private static final String ALL = "all";

    private final CommandContext context;

    @Spec
    private @Nullable CommandSpec command;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Experiments, or 'all'.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "Fewer points and shorter windows: under 20 seconds each.")
    private boolean quick;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Decides all that is random; the same seed gives the same rows. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "deploy/out/paper",
        description = "Where CSV files and plots go; made if need be. Default: ${DEFAULT-VALUE}.")
    private String out = "";

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to a file.")
    private @Nullable String json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also write the tables as Markdown.")
    private @Nullable String markdown;

    PaperCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final List<Experiment> experiments = experiments();
        final long seedNumber = OptionValues.number(command(), "--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        final @Nullable ResultFile jsonFile =
            json == null ? null : OptionValues.file(command(), context, "--json", json);
        final @Nullable ResultFile markdownFile =
            markdown == null ? null : OptionValues.file(command(), context, "--markdown", markdown);
        final ResultFolder folder = OptionValues.folder(command(), context, "--out", out);
        final Scale scale = quick ? Scale.QUICK : Scale.FULL;
        final Laboratory laboratory =
            new Laboratory(new CellRunner(seedNumber, context.interruption()::requested), scale);
        final List<Outcome> outcomes = new ArrayList<>();
        for (final Experiment experiment : experiments) {
            final Optional<Outcome> outcome = run(experiment, laboratory, scale, folder);
            if (outcome.isEmpty()) {
                context.console().line("Interrupted in " + experiment.name() + ": " + outcomes.size() + " of "
                    + Figures.plural(experiments.size(), "experiment") + " complete"
                    + (jsonFile == null && markdownFile == null ? "." : "; no result file was written."));
                return ExitStatus.INTERRUPTED;
            }
            outcomes.add(outcome.get());
        }
        if (jsonFile != null) {
            jsonFile.write(OutcomeReport.json(outcomes));
        }
        if (markdownFile != null) {
            markdownFile.write(OutcomeReport.markdown(outcomes));
        }
        return ExitStatus.GOOD;
    }

    private Optional<Outcome> run(
            Experiment experiment, Laboratory laboratory, Scale scale, ResultFolder folder) {
        final Console console = context.console();
        console.line(console.strong(experiment.name()) + ": " + experiment.shows() + " (" + experiment.source() + ")");
        final long begunNanos = context.clock().nanoTime();
        final Optional<Outcome> outcome = laboratory.run(experiment, (done, total) -> console.transientLine(
            "Measuring " + Console.bar(done, total) + "  point " + done + " of " + total));
        console.clear();
        if (outcome.isPresent()) {
            final double seconds = (context.clock().nanoTime() - begunNanos) / 1e9;
            OutcomeReport.table(outcome.get()).forEach(console::line);
            experiment.remarks().forEach(console::line);
            console.line(console.faint(scale.window().describe() + "; took " + Figures.seconds(seconds) + "; "
                + folder.name() + "/" + experiment.name() + ".csv, .svg"));
            console.line("");
            folder.write(experiment.name() + ".csv", OutcomeReport.csv(outcome.get()));
            folder.write(experiment.name() + ".svg", SvgPlot.draw(outcome.get().panels()));
        }
        return outcome;
    }

    private List<Experiment> experiments() {
        if (names.isEmpty()) {
            throw new ParameterException(command().commandLine(),
                "an experiment is missing after 'baton paper': say " + known());
        }
        final Set<Experiment> chosen = new LinkedHashSet<>();
        for (final String name : names) {
            if (name.equals(ALL)) {
                chosen.addAll(Experiments.all());
            } else {
                chosen.add(Experiments.named(name).orElseThrow(() -> new ParameterException(
                    command().commandLine(), "there is no experiment " + name + "; say " + known())));
            }
        }
        return List.copyOf(chosen);
    }

    private static String known() {
        return Experiments.all().stream().map(Experiment::name).collect(Collectors.joining(", "))
            + " or " + ALL;
    }

    private CommandSpec command() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command;
    }
}
