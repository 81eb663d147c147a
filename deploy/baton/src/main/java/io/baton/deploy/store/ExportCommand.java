package io.baton.deploy.store;

import io.baton.csv.CsvException;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.SettingOptions;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.open.TableExport;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.ResultFolder;
import io.baton.engine.LockKind;
import io.baton.storage.StorageException;
import io.baton.workload.RunLength;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Writes a workload's initial data, or those of a store: {@code baton export NAME}, with an option for each of the
 * workload's settings.
 */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    optionListHeading = "Options:%n", footerHeading = "%nExample:%n")
public final class ExportCommand extends ParsedCommand {

    private final Workload workload;

    @Option(names = "--out", paramLabel = "DIR", required = true, order = 10,
        description = "Where to: a folder that is not there yet, or an empty one.")
    private String out = "";

    @Option(names = "--data", paramLabel = "DIR", order = 10,
        description = "Writes what is in this store, as it was given to 'baton run', and no initial data.")
    private @Nullable String data;

    @Option(names = "--memory", paramLabel = "SIZE", order = 11,
        description = "Memory for rows and indexes: 512m, 1.5g, 2g or bytes. Default: half of the machine's memory.")
    private @Nullable String memory;

    @Option(names = "--seed", paramLabel = "N", order = 12, defaultValue = "1",
        description = "Gives the data; the same seed gives the same. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    private ExportCommand(CommandContext context, Workload workload) {
        super(context);
        this.workload = workload;
    }

    /**
     * Makes the command of a workload.
     *
     * @param context what it gets from the outside world
     * @param workload whose store it is, and after which the command is called
     * @return the command
     */
    public static CommandLine of(CommandContext context, Workload workload) {
        final CommandLine command = new CommandLine(new ExportCommand(context, workload));
        final CommandSpec spec = command.getCommandSpec().name(workload.name());
        spec.usageMessage()
            .header("Write initial data or a store of " + workload.name() + " as CSV files, one for each table.")
            .description("", "docs/csv.md says what the files look like.", "")
            .footer("  baton export " + workload.name() + " --out " + workload.name() + "-data",
                "  baton export " + workload.name() + " --data STORE --out " + workload.name() + "-rows", "",
                "Exit status: 0 if all is well, 1 if the store is damaged, 2 for bad arguments, a store that cannot be",
                "used, or a disk that cannot be written.");
        SettingOptions.add(spec, workload);
        return command;
    }

    @Override
    public Integer call() {
        final OptionalLong limit = memory == null ? OptionalLong.empty()
            : OptionalLong.of(OptionValues.bytes(spec(), "--memory", memory));
        return data == null ? exportNew(limit) : exportStored(data, limit);
    }

    private int exportNew(OptionalLong limit) {
        final long number = number("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        final EngineSettings engine =
            new EngineSettings(1, LockKind.SHIFTLOCK, EngineSettings.LOCK_SLOTS_DEFAULT, limit, number, null);
        final WorkloadConfig config = new WorkloadConfig(SettingOptions.values(spec(), workload), number,
            new RunLength(Duration.ZERO, Duration.ofMillis(1), RunLength.UNCOUNTED));
        final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
        return export(folder, true, () -> OpenWorkload.open(workload, config, engine));
    }

    private int exportStored(String directory, OptionalLong limit) {
        final List<String> useless = new ArrayList<>(List.of("--seed"));
        workload.settings().forEach(setting -> useless.add("--" + setting.name()));
        OptionValues.refuse(spec(), useless, "has no use with --data, as the store has its own data; leave it out");
        final Path store = OptionValues.store(spec(), context, "--data", directory);
        final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
        final Optional<OpenWorkload> opened = StoreOptions.open(context, workload, store, limit);
        return opened.isEmpty() ? ExitStatus.INTERRUPTED : export(folder, false, opened::get);
    }

    private int export(ResultFolder folder, boolean loads, Supplier<OpenWorkload> open) {
        final ExportProgress progress = new ExportProgress(context.console());
        try {
            final TableExport export = new TableExport(open.get(), loads, progress, context.interruption());
            if (!export.run(folder::file)) {
                progress.console().line("Stopped; the files that are there are complete.");
                return ExitStatus.INTERRUPTED;
            }
            return ExitStatus.GOOD;
        } catch (CsvException e) {
            return refuse(progress.console(), String.valueOf(e.getMessage()));
        } catch (StorageException e) {
            return refuse(progress.console(), unloadable(e));
        } catch (IllegalStateException e) {
            // Loaders with threads of their own wrap what was thrown there.
            if (e.getCause() instanceof StorageException reason) {
                return refuse(progress.console(), unloadable(reason));
            }
            throw e;
        }
    }

    private static String unloadable(StorageException reason) {
        return "the data could not be loaded: " + reason.getMessage();
    }

    private int refuse(Console console, String why) {
        console.clear();
        context.err().println("baton: " + why + ".");
        return ExitStatus.BAD_ARGUMENTS;
    }
}
