package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.RunProgress;
import io.baton.deploy.run.DataCheck;
import io.baton.workload.ConditionResult;
import io.baton.workload.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Recovers the store of a workload and checks its consistency conditions: {@code baton check NAME}. */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    optionListHeading = "Options:%n", footerHeading = "%nExample:%n")
public final class CheckCommand implements Callable<Integer> {

    private final CommandContext context;
    private final Workload workload;

    @Mixin
    private final StoreOptions options;

    private CheckCommand(CommandContext context, Workload workload) {
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
        final CommandLine command = new CommandLine(new CheckCommand(context, workload));
        command.getCommandSpec().name(workload.name()).usageMessage()
            .header("Recover the data of " + workload.name() + " from a store and check them.")
            .description("", "Opens the store as a run would, of whatever scale it is, says what "
                + "was recovered and how long that took, and checks rows, keys and indexes and all conditions that can "
                + "hold at any time.", "")
            .footer("  baton check " + workload.name() + " --data DIR", "",
                "Exit status: 0 if all conditions hold, 1 if one does not or the store is damaged,",
                "2 for bad arguments or a store that cannot be used.");
        return command;
    }

    @Override
    public Integer call() {
        final Console console = context.console();
        final StructureReport report = new StructureReport(context);
        final Optional<OpenWorkload> opened = options.open(workload);
        if (opened.isEmpty()) {
            return ExitStatus.INTERRUPTED;
        }
        final Optional<Boolean> tables = report.tables(opened.get().engine());
        if (tables.isEmpty()) {
            return ExitStatus.INTERRUPTED;
        }
        final Optional<Map<String, ConditionResult>> results =
            new DataCheck(opened.get(), context.clock(), RunProgress.ofChecks(console), context.interruption()).run();
        if (results.isEmpty()) {
            return ExitStatus.INTERRUPTED;
        }
        results.get().forEach((name, result) -> {
            if (!result.holds()) {
                console.line(console.bad("Condition " + name + " does not hold: ") + result.detail());
            }
        });
        return tables.get() && results.get().values().stream().allMatch(ConditionResult::holds)
            ? ExitStatus.GOOD : ExitStatus.FAILED;
    }
}
