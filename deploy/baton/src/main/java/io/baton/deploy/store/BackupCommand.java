package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFolder;
import io.baton.engine.workload.Workload;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies the store of a workload: {@code baton backup NAME}. */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    optionListHeading = "Options:%n", footerHeading = "%nExample:%n")
public final class BackupCommand implements Callable<Integer> {

    private final CommandContext context;
    private final Workload workload;

    @Mixin
    private final StoreOptions options;

    @Option(names = "--out", paramLabel = "DIR", required = true, order = 11,
        description = "Where to: a folder that is not there yet, or an empty one.")
    private String out = "";

    private BackupCommand(CommandContext context, Workload workload) {
        this.context = context;
        this.workload = workload;
        this.options = new StoreOptions(context);
    }

    /**
     * Makes the command of a workload.
     *
     * @param context what it gets from the outside world
     * @param workload whose store it is, and after which the command is called
     * @return the command
     */
    public static CommandLine of(CommandContext context, Workload workload) {
        final CommandLine command = new CommandLine(new BackupCommand(context, workload));
        command.getCommandSpec().name(workload.name()).usageMessage()
            .header("Copy a store of " + workload.name() + ".")
            .description("", "Opens the store, which no engine may have open, and writes a copy that opens as a store. "
                + "A program copies a running engine with Store.backup.", "")
            .footer("  baton backup " + workload.name() + " --data DIR --out COPY", "",
                "Exit status: 0 if all is well, 1 if the store is damaged or the copy could not be written,",
                "2 for bad arguments or a store that cannot be used.");
        return command;
    }

    @Override
    public Integer call() {
        options.directory();
        final ResultFolder folder = OptionValues.newFolder(options.command(), context, "--out", out);
        final Optional<OpenWorkload> opened = options.open(workload);
        if (opened.isEmpty()) {
            return ExitStatus.INTERRUPTED;
        }
        try (OpenWorkload open = opened.get()) {
            final long begin = context.clock().nanoTime();
            open.backup(folder.path());
            context.console().line("Copied the store to " + folder.name() + " in "
                + Figures.seconds((context.clock().nanoTime() - begin) / 1e9) + ".");
            return ExitStatus.GOOD;
        }
    }
}
