package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.ResultFile;
import io.baton.history.DamagedHistoryException;
import io.baton.history.HistoryReader;
import io.baton.history.check.Anomaly;
import io.baton.history.check.HistoryChecker;
import io.baton.history.check.Verdict;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Judges a history. */
@Command(name = "check", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Check whether what a run did was strictly serializable.",
    description = {"",
        "Follows every version from its writer to its readers and to who overwrote it, and looks for transactions "
            + "that come before each other in a circle. If there are some, prints a smallest circle in words.",
        ""},
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run tpcc --clients 64 --history tpcc.history",
        "  baton history check tpcc.history",
        "",
        "Exit status: 0 if the history is strictly serializable, 1 if it is not, 2 for bad arguments",
        "or a damaged file.",
        "", "Long histories need more heap: BATON_JAVA_OPTS=-Xmx12g baton history check tpcc.history"})
final class HistoryCheckCommand extends ParsedCommand {

    /** The rest is for the transactions themselves and what the JVM needs. */
    private static final double SHARE_OF_HEAP = 0.7;
    private static final double SECONDS_PER_MINUTE = 60;

    @Parameters(paramLabel = "FILE", description = "The history, from a run with --history.")
    private String file = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryCheckCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final ResultFile target = json.file(spec(), context);
        final Path path = context.files().getPath(file);
        final long begin = context.clock().nanoTime();
        final Verdict verdict;
        try (HistoryReader history = HistoryReader.open(path)) {
            verdict = new HistoryChecker(history, (long) (Runtime.getRuntime().maxMemory() * SHARE_OF_HEAP)).check();
        } catch (DamagedHistoryException e) {
            context.err().println("baton: " + e.getMessage() + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
        final double seconds = (context.clock().nanoTime() - begin) / 1e9;
        print(verdict, seconds);
        if (target != null) {
            target.write(json(verdict, seconds));
        }
        return verdict.serializable() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private void print(Verdict verdict, double seconds) {
        final Console console = context.console();
        console.line(Figures.plural(verdict.transactions(), "transaction") + ", "
            + Figures.count(verdict.committed()) + " committed, with "
            + Figures.plural(verdict.operations(), "operation") + " and "
            + Figures.count(verdict.dependencies()) + " dependencies, checked in " + Figures.seconds(seconds));
        for (Anomaly anomaly : verdict.anomalies()) {
            console.line("");
            console.line(console.bad(anomaly.kind().label()) + ": " + anomaly.kind().meaning() + " (found "
                + Figures.plural(anomaly.count(), "time") + ")");
            anomaly.words().forEach(line -> console.line("  " + line));
        }
        console.line("");
        console.line(verdict.serializable() ? console.good("Strictly serializable")
            : console.bad("Not strictly serializable"));
    }

    private static String json(Verdict verdict, double seconds) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("serializable", verdict.serializable());
        json.put("transactions", verdict.transactions());
        json.put("committed", verdict.committed());
        json.put("operations", verdict.operations());
        json.put("dependencies", verdict.dependencies());
        json.put("suspicious", verdict.suspicious());
        json.put("seconds", seconds);
        json.put("transactionsPerMinute", verdict.transactions() / seconds * SECONDS_PER_MINUTE);
        json.put("anomalies", verdict.anomalies().stream().map(HistoryCheckCommand::json).toList());
        return JsonWriter.write(json);
    }

    private static Map<String, Object> json(Anomaly anomaly) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", anomaly.kind().name());
        json.put("label", anomaly.kind().label());
        json.put("count", anomaly.count());
        json.put("transactions", List.copyOf(anomaly.transactions()));
        json.put("words", List.copyOf(anomaly.words()));
        return json;
    }
}
