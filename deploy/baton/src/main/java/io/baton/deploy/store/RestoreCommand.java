package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFolder;
import io.baton.protocol.Spellings;
import io.baton.storage.recovery.RestoreReport;
import io.baton.storage.recovery.RestoreTarget;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Restores the state that a store had at a time: {@code baton restore}. */
@Command(name = "restore", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Restore a backup, or the state that a store had at a time, into a new store.",
    description = {"",
        "Reads the newest checkpoint that is old enough, and the log behind it up to the last mark that is not later "
            + "than the time. Backup or store, of whatever workload, is not changed; no engine may have it open.",
        ""},
    optionListHeading = "Options:%n", footerHeading = "%nExamples:%n",
    footer = {"  baton restore --data DIR --until 2026-11-22T23:35:15Z --out NEW",
        "  baton restore --data BACKUP --log DIR/log --out NEW",
        "  baton restore --data BACKUP --log ARCHIVE,DIR/log --until 2026-11-22T23:35:15Z --out NEW", "",
        "Exit status: 0 if all is well, 1 if the store is damaged, 2 for bad arguments or a store that cannot be",
        "used."})
public final class RestoreCommand extends ParsedCommand {

    @Option(names = "--data", paramLabel = "DIR", required = true, order = 1,
        description = "The directory of a backup, or of a store as it was given to 'baton run'.")
    private String data = "";

    @Option(names = "--log", paramLabel = "DIR", order = 2, split = ",",
        description = "Where the log behind a backup is: the archive of its store, the folder 'log' of its store, "
            + "which may be in use, or both with a comma between, the archive first. "
            + "Default: what the backup has itself.")
    private List<String> logs = new ArrayList<>();

    @Option(names = "--until", paramLabel = "TIME|LSN", order = 3,
        description = "A time in UTC: 2026-11-22T23:35:15Z, with decimals of a second if wanted; or an LSN. "
            + "Default: the end of the log.")
    private @Nullable String until;

    @Option(names = "--out", paramLabel = "DIR", required = true, order = 4,
        description = "Where the new store goes: a folder that is not there yet, or an empty one.")
    private String out = "";

    public RestoreCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final Path store = OptionValues.store(spec(), context, "--data", data);
        final RestoreTarget target = until == null ? new RestoreTarget.End() : target(until);
        final List<Path> behind =
            logs.stream().map(log -> OptionValues.directory(spec(), context, "--log", log)).toList();
        final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
        final RestoreReport report =
            new StoreRestore(context.clock(), context.processors()).run(store, behind, folder.path(), target);
        report.damagedCheckpoints().forEach(damage -> context.console().line("Passed over: " + damage + "."));
        context.console().line("Restored checkpoint " + report.checkpoint() + " and "
            + Figures.plural(report.transactions(), "transaction") + " of the log up to LSN " + report.endLsn()
            + ", " + Figures.plural(report.rows(), "row") + " in all, to " + folder.name() + ".");
        return ExitStatus.GOOD;
    }

    private RestoreTarget target(String text) {
        try {
            return text.matches("\\d{1,18}") ? new RestoreTarget.Lsn(Long.parseLong(text))
                : new RestoreTarget.Time(Spellings.moment(text).toInstant());
        } catch (DateTimeException e) {
            throw OptionValues.complaint(spec(), "--until", text,
                "give a time in UTC such as 2026-11-22T23:35:15Z, or an LSN", e);
        }
    }
}
