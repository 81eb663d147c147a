package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFolder;
import io.baton.storage.recovery.BackupReport;
import io.baton.storage.recovery.ClosedBackup;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Copies a store that no engine has open, whatever its tables are: {@code baton backup}. */
@Command(name = "backup", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Copy a store that no engine has open.",
    description = {"",
        "Copies the newest checkpoint and the log behind it, of a store of whatever workload or bundle, and verifies "
            + "every check value. The copy opens as a store. A server that runs is copied with 'baton call "
            + "baton.backup NAME', see --backups of 'baton server'; a program copies its engine with Store.backup.",
        ""},
    optionListHeading = "Options:%n", footerHeading = "%nExample:%n",
    footer = {"  baton backup --data DIR --out COPY", "",
        "Exit status: 0 if all is well, 1 if the store is damaged, 2 for bad arguments or a store that cannot be",
        "used."})
public final class BackupCommand extends ParsedCommand {

    @Option(names = "--data", paramLabel = "DIR", required = true, order = 1,
        description = "The directory of the store, as it was given to 'baton run' or 'baton server'.")
    private String data = "";

    @Option(names = "--out", paramLabel = "DIR", required = true, order = 2,
        description = "Where to: a folder that is not there yet, or an empty one.")
    private String out = "";

    public BackupCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final Path store = OptionValues.store(spec(), context, "--data", data);
        final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
        final long begin = context.clock().nanoTime();
        final BackupReport report = ClosedBackup.write(store, folder.path());
        context.console().line("Copied the store up to LSN " + report.endLsn() + ", "
            + Figures.plural(report.bytes(), "byte") + ", to " + folder.name() + " in "
            + Figures.seconds((context.clock().nanoTime() - begin) / 1e9) + ".");
        return ExitStatus.GOOD;
    }
}
