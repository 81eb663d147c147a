package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.TextTable;
import io.baton.lab.Experiment;
import io.baton.lab.experiment.Experiments;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists the papers' experiments. */
@Command(name = "list", mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "List the experiments.", footerHeading = "%nExample:%n", footer = "  baton paper list")
final class PaperListCommand implements Callable<Integer> {

    private static final int WORD_COLUMNS = 3;

    private final CommandContext context;

    PaperListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final TextTable table = new TextTable(WORD_COLUMNS, "name", "shows", "source");
        for (final Experiment experiment : Experiments.all()) {
            table.row(experiment.name(), experiment.shows(), experiment.source());
        }
        table.lines().forEach(context.console()::line);
        return ExitStatus.GOOD;
    }
}
