package io.baton.deploy.store;

import io.baton.bundle.ProcedureBundle;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.BundleJars;
import io.baton.engine.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Checks a store of whatever tables: {@code baton check}. Below it are the commands of workloads. */
@Command(name = "check", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Check the data of a store, of whatever workload or bundle.",
    description = {"",
        "Verifies every check value of checkpoints and log, recovers the store, and looks whether each row is found by "
            + "its key and in every index, has values that its columns can have, and is alone where an index is "
            + "unique. "
            + "With --procedures also checks what the bundles demand of their rows; 'baton check tpcc' and so on do so "
            + "for a workload. No engine may have the store open.",
        ""},
    optionListHeading = "Options:%n", commandListHeading = "%nWorkloads:%n", footerHeading = "%nExamples:%n",
    synopsisSubcommandLabel = "[WORKLOAD]",
    footer = {"  baton check --data my-data", "  baton check --data my-data --procedures my.jar",
        "  baton check tpcc --data DIR", "",
        "Exit status: 0 if all is well, 1 if something is wrong or the store is damaged, 2 for bad arguments or a",
        "store that cannot be used."})
public final class CheckStoreCommand extends ParsedCommand {

    @Mixin
    private final AnyStoreOptions options;

    private CheckStoreCommand(CommandContext context) {
        super(context);
        this.options = new AnyStoreOptions(context);
    }

    /**
     * Makes the command with those of workloads below it.
     *
     * @param context what it gets from the outside world
     * @return the command
     */
    public static CommandLine of(CommandContext context) {
        final CommandLine command = new CommandLine(new CheckStoreCommand(context));
        context.workloads().forEach(workload -> command.addSubcommand(CheckCommand.of(context, workload)));
        return command;
    }

    @Override
    public Integer call() {
        if (!options.given()) {
            throw new ParameterException(spec().commandLine(), "--data is missing: give the directory of a store");
        }
        final Path directory = options.existing(spec());
        final StructureReport report = new StructureReport(context);
        try (BundleJars bundles = options.bundles(spec())) {
            if (!report.files(directory)) {
                return ExitStatus.FAILED;
            }
            final Optional<Engine> opened = options.open(spec(), directory, bundles, 0);
            if (opened.isEmpty()) {
                return ExitStatus.INTERRUPTED;
            }
            try (Engine engine = opened.get()) {
                final Optional<Boolean> good = report.tables(engine);
                if (good.isEmpty()) {
                    return ExitStatus.INTERRUPTED;
                }
                // Conditions are checked also where the tables are not right.
                final boolean conditions = conditions(engine, bundles.bundles(), report);
                return good.get() && conditions ? ExitStatus.GOOD : ExitStatus.FAILED;
            }
        }
    }

    private boolean conditions(Engine engine, List<ProcedureBundle> bundles, StructureReport report) {
        boolean good = true;
        for (final ProcedureBundle bundle : bundles) {
            final List<String> wrong = bundle.check(engine);
            wrong.forEach(what -> report.wrong("bundle " + bundle.name() + ": " + what));
            if (wrong.isEmpty()) {
                context.console().line("Bundle " + bundle.name() + " finds nothing wrong.");
            }
            good &= wrong.isEmpty();
        }
        return good;
    }
}
