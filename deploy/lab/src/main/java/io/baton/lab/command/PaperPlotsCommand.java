package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFolder;
import io.baton.lab.Experiment;
import io.baton.lab.ExperimentResult;
import io.baton.lab.ExperimentScale;
import io.baton.lab.Laboratory;
import io.baton.lab.cell.CellRunner;
import io.baton.lab.experiment.Experiments;
import io.baton.lab.page.PagePlots;
import io.baton.lab.page.Results;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Draws the plots of docs/paper.md from its results, after measuring some of them again if that is wanted. */
@Command(name = "plots", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Draw the plots of docs/paper.md again, from its results or from new measurements.",
    description = {"",
        "The page's numbers are in results.csv beside its plots. Without --measure nothing is simulated: the plots are "
            + "drawn from that file. With it, experiments run first, in full and with seed 1, and their lines of "
            + "the file are written again.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton paper plots                         draw again what is in docs/paper",
        "  baton paper plots --measure figure4       measure the goodputs again before",
        "  baton paper plots --measure all           all experiments of the page; takes up to half an hour"})
final class PaperPlotsCommand extends ParsedCommand {

    private static final String RESULTS = "results.csv";
    private static final String ALL = "all";
    private static final long SEED = 1;
    private static final int CELLS_AT_ONCE_MAX = 2;

    @Option(names = "--out", paramLabel = "DIR", order = 1, defaultValue = "docs/paper",
        description = "Where results.csv is and plots go. Default: ${DEFAULT-VALUE}.")
    private String out = "";

    @Option(names = "--measure", paramLabel = "NAME", order = 2, split = ",",
        description = "An experiment of the page to run again, or all; may be given several times.")
    private List<String> measured = new ArrayList<>();

    PaperPlotsCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final ResultFolder folder = OptionValues.folder(spec(), context, "--out", out);
        Results results = read(folder);
        final Laboratory laboratory = new Laboratory(new CellRunner(SEED, context.interruption()::requested),
            ExperimentScale.FULL, Math.clamp(context.processors(), 1, CELLS_AT_ONCE_MAX));
        for (final Experiment experiment : experiments(results)) {
            final Optional<ExperimentResult> outcome = measure(laboratory, experiment);
            if (outcome.isEmpty()) {
                context.console().line("Interrupted in " + experiment.name() + "; its results are as they were.");
                return ExitStatus.INTERRUPTED;
            }
            results = results.with(experiment.name(), outcome.get().rows());
            folder.write(RESULTS, results.csv());
        }
        for (final Map.Entry<String, String> plot : new PagePlots(results).draw().entrySet()) {
            folder.write(plot.getKey(), plot.getValue());
            context.console().line(folder.name() + "/" + plot.getKey());
        }
        return ExitStatus.GOOD;
    }

    private Optional<ExperimentResult> measure(Laboratory laboratory, Experiment experiment) {
        final Console console = context.console();
        console.line(console.strong(experiment.name()) + ": " + experiment.shows());
        final Optional<ExperimentResult> outcome = laboratory.run(experiment, (done, total) -> console.transientLine(
            "Measuring " + Console.bar(done, total) + "  " + done + " of " + Figures.plural(total, "point")));
        console.clear();
        return outcome;
    }

    private Results read(ResultFolder folder) {
        final String text = folder.read(RESULTS).orElseThrow(() -> OptionValues.complaint(spec(), "--out", out,
            "there is no " + RESULTS + " in it; run this in the repository, or copy docs/paper/" + RESULTS
                + " there",
            null));
        try {
            return Results.parse(text);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--out", out, RESULTS + ": " + e.getMessage(), e);
        }
    }

    private List<Experiment> experiments(Results results) {
        final Set<String> names = new LinkedHashSet<>();
        measured.forEach(name -> names.addAll(name.equals(ALL) ? results.experiments() : Set.of(name)));
        return names.stream().map(name -> Experiments.named(name)
            .filter(experiment -> results.experiments().contains(name))
            .orElseThrow(() -> OptionValues.complaint(spec(), "--measure", name,
                "give " + String.join(", ", results.experiments()) + " or " + ALL, null)))
            .toList();
    }

}
