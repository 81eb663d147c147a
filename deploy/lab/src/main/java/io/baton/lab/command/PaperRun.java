package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.report.ResultFolder;
import io.baton.lab.Calibration;
import io.baton.lab.Experiment;
import io.baton.lab.ExperimentResult;
import io.baton.lab.ExperimentScale;
import io.baton.lab.Laboratory;
import io.baton.lab.OutcomeReport;
import io.baton.lab.cell.CellRunner;
import io.baton.lab.plot.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that all commands which run experiments have, and what those commands do once they are read. */
final class PaperRun {

    private static final double SECOND = 1e9;
    /** The launcher gives the simulated clusters as many carrier threads; each cell needs some 500 MB. */
    private static final int CELLS_AT_ONCE_MAX = 2;

    private final CommandContext context;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--quick", order = 20,
        description = "Fewer points and shorter windows: under 20 seconds each.")
    private boolean quick;

    @Option(names = "--seed", paramLabel = "N", order = 21, defaultValue = "1",
        description = "Decides all that is random; the same seed gives the same rows. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    @Option(names = "--out", paramLabel = "DIR", order = 22, defaultValue = "deploy/out/paper",
        description = "Where CSV files and plots go; made if need be. Default: ${DEFAULT-VALUE}.")
    private String out = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--markdown", paramLabel = "FILE", order = 24,
        description = "Also write the tables to a file, as Markdown.")
    private @Nullable String markdown;

    PaperRun(CommandContext context) {
        this.context = context;
    }

    CommandSpec command() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command;
    }

    /** Runs experiments one after the other, tells what came out, and returns the exit status. */
    int run(List<Experiment> experiments, boolean calibration) {
        final long seedNumber = OptionValues.number(command(), "--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        final @Nullable ResultFile jsonFile = json.file(command(), context);
        final @Nullable ResultFile markdownFile =
            markdown == null ? null : OptionValues.file(command(), context, "--markdown", markdown);
        final ResultFolder folder = OptionValues.folder(command(), context, "--out", out);
        final ExperimentScale scale = quick ? ExperimentScale.QUICK : ExperimentScale.FULL;
        final Laboratory laboratory =
            new Laboratory(new CellRunner(seedNumber, context.interruption()::requested), scale,
                Math.clamp(context.processors(), 1, CELLS_AT_ONCE_MAX));
        final List<ExperimentResult> outcomes = new ArrayList<>();
        for (final Experiment experiment : experiments) {
            final Optional<ExperimentResult> outcome = run(experiment, laboratory, scale, folder);
            if (outcome.isEmpty()) {
                context.console().line("Interrupted in " + experiment.name() + ": " + outcomes.size() + " of "
                    + Figures.plural(experiments.size(), "experiment") + " complete"
                    + (jsonFile == null && markdownFile == null ? "." : "; no result file was written."));
                return ExitStatus.INTERRUPTED;
            }
            outcomes.add(outcome.get());
        }
        if (calibration) {
            Calibration.lines(outcomes).forEach(context.console()::line);
        }
        if (jsonFile != null) {
            jsonFile.write(OutcomeReport.json(outcomes));
        }
        if (markdownFile != null) {
            markdownFile.write(OutcomeReport.markdown(outcomes));
        }
        return ExitStatus.GOOD;
    }

    private Optional<ExperimentResult> run(
            Experiment experiment, Laboratory laboratory, ExperimentScale scale, ResultFolder folder) {
        final Console console = context.console();
        console.line(console.strong(experiment.name()) + ": " + experiment.shows() + " (" + experiment.source() + ")");
        final long begunNanos = context.clock().nanoTime();
        final Optional<ExperimentResult> outcome = laboratory.run(experiment, (done, total) -> console.transientLine(
            "Measuring " + Console.bar(done, total) + "  " + done + " of " + Figures.plural(total, "point")
                + left(done, total, (context.clock().nanoTime() - begunNanos) / SECOND)));
        console.clear();
        outcome.ifPresent(complete -> tell(complete, scale, (context.clock().nanoTime() - begunNanos) / SECOND,
            folder));
        return outcome;
    }

    /** Says how long the rest takes if it takes as long for each point as what is done. */
    private static String left(int done, int total, double seconds) {
        return done == 0 ? "" : ", about " + Figures.seconds(seconds / done * (total - done)) + " left";
    }

    private void tell(ExperimentResult outcome, ExperimentScale scale, double seconds, ResultFolder folder) {
        final Console console = context.console();
        final String name = outcome.experiment().name();
        folder.write(name + ".csv", OutcomeReport.csv(outcome));
        folder.write(name + ".svg", SvgPlot.draw(outcome.panels()));
        OutcomeReport.table(outcome).forEach(console::line);
        outcome.experiment().remarks().forEach(console::line);
        console.line(console.faint(scale.window().describe() + "; took " + Figures.seconds(seconds) + "; "
            + folder.name() + "/" + name + ".csv, .svg"));
        console.line("");
    }
}
