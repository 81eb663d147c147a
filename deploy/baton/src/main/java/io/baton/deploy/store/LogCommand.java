package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.storage.recovery.StoreDirectory;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Verifies a store and shows what it has: {@code baton log}. */
@Command(name = "log", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Verify a store, and show its checkpoints and its log.",
    description = {"",
        "Reads all files of a store of whatever workload, verifies every check value, and says where the log ends and "
            + "whether anything is damaged. Changes nothing. No engine may have the store open.",
        ""},
    optionListHeading = "Options:%n", footerHeading = "%nExamples:%n",
    footer = {"  baton log --data DIR", "  baton log --data DIR --records | less", "",
        "Exit status: 0 if all is well, a torn end included; 1 if the store is damaged; 2 for bad arguments or a",
        "store that cannot be used."})
public final class LogCommand extends ParsedCommand {

    @Option(names = "--data", paramLabel = "DIR", required = true, order = 1,
        description = "The directory of the store, as it was given to 'baton run'.")
    private String data = "";

    @Option(names = "--records", order = 2,
        description = "Also show every record of the log, and what transactions wrote.")
    private boolean records;

    public LogCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final Console console = context.console();
        final StoreReport report = new StoreReport(console);
        try (StoreDirectory store = StoreDirectory.openExisting(directory())) {
            final StoreSummary summary =
                new StoreInspector(store).inspect(records ? report::record : (record, transaction, writes) -> {});
            report.print(store.path(), summary);
            return summary.damages().isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
        }
    }

    private Path directory() {
        return OptionValues.store(spec(), context, "--data", data);
    }
}
