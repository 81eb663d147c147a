package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.ResultFile;
import io.baton.lab.run.RecordedRun;
import io.baton.lab.run.RunPlot;
import io.baton.lab.run.RunReportFile;
import java.io.UncheckedIOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws a run's report. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Draw a run second by second, from its report.",
    description = {"",
        "Panels over time, warm-up included: memory of rows and indexes with its budget, transactions committed per "
            + "second, transactions refused per second for want of memory. A long run is drawn with fewer points.",
        ""},
    parameterListHeading = "Parameters:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run tpcc --memory 2g --duration 10m --json run.json",
        "  baton plot run run.json --out run.svg"})
final class PlotRunCommand extends ParsedCommand {

    private static final String REPORT = "report";
    private static final String OUT = "--out";

    @Parameters(paramLabel = "REPORT", description = "What 'baton run WORKLOAD --json FILE' has written.")
    private String report = "";

    @Option(names = OUT, paramLabel = "FILE", required = true, description = "A new file for the SVG.")
    private String out = "";

    PlotRunCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final String svg = RunPlot.draw(read());
        try {
            ResultFile.ofNew(context.files(), out).write(svg);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), OUT, out, String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            throw OptionValues.complaint(spec(), OUT, out, "it cannot be written; give another file", e);
        }
        return ExitStatus.GOOD;
    }

    private RecordedRun read() {
        try {
            return RunReportFile.read(context.files(), report);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), REPORT, report, String.valueOf(e.getMessage()), e);
        }
    }

}
