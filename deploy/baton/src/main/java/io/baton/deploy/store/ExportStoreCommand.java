package io.baton.deploy.store;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallRefusedException;
import io.baton.csv.CsvException;
import io.baton.deploy.client.RemoteTables;
import io.baton.deploy.client.ServerChoice;
import io.baton.deploy.client.TypedCall;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.BundleJars;
import io.baton.deploy.open.TableExport;
import io.baton.deploy.report.ResultFolder;
import io.baton.engine.Engine;
import io.baton.storage.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Writes the tables of a store, whatever they are: {@code baton export}. Below it are the commands of workloads. */
@Command(name = "export", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Write the tables of a store as CSV files, or the initial data of a workload.",
    description = {"",
        "Opens the store of whatever workload or bundle, and writes a file for each of its tables. docs/csv.md says "
            + "what they look like. 'baton export tpcc' and so on write a workload's initial data. No engine may have "
            + "the store open; a server that has it gives the rows with --url, to users who may read tables.",
        ""},
    optionListHeading = "Options:%n", commandListHeading = "%nWorkloads:%n", footerHeading = "%nExamples:%n",
    synopsisSubcommandLabel = "[WORKLOAD]",
    footer = {"  baton export --data my-data --out rows", "  baton export --data my-data --table orders --out rows",
        "  baton export --url 127.0.0.1:7432 --user ann --out rows",
        "  baton export tpcc --out tpcc-data", "",
        "Exit status: 0 if all is well, 1 if the store is damaged, 2 for bad arguments, a store that cannot be used,",
        "or a disk that cannot be written."})
public final class ExportStoreCommand extends ParsedCommand {

    @Option(names = "--out", paramLabel = "DIR", order = 1,
        description = "Where to: a folder that is not there yet, or an empty one.")
    private String out = "";

    @Option(names = "--table", paramLabel = "NAME", order = 2, split = ",",
        description = "Which tables, with commas between. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private final AnyStoreOptions options;

    @Mixin
    private final ServerChoice server;

    private ExportStoreCommand(CommandContext context) {
        super(context);
        this.options = new AnyStoreOptions(context);
        this.server = new ServerChoice(context);
    }

    /**
     * Makes the command with those of workloads below it.
     *
     * @param context what it gets from the outside world
     * @return the command
     */
    public static CommandLine of(CommandContext context) {
        final CommandLine command = new CommandLine(new ExportStoreCommand(context));
        context.workloads().forEach(workload -> command.addSubcommand(ExportCommand.of(context, workload)));
        return command;
    }

    @Override
    public Integer call() {
        if (options.given() == server.given()) {
            throw ServerChoice.notOne(spec(), server.given());
        }
        if (out.isEmpty()) {
            throw new ParameterException(spec().commandLine(), "--out is missing: give a folder for the files");
        }
        if (server.given()) {
            return exportFromServer();
        }
        final Path directory = options.existing(spec());
        try (BundleJars bundles = options.bundles(spec())) {
            final Optional<Engine> opened = options.open(spec(), directory, bundles, 0);
            if (opened.isEmpty()) {
                return ExitStatus.INTERRUPTED;
            }
            try (Engine engine = opened.get()) {
                return export(engine, StoreTables.named(spec(), engine, "--table", names));
            }
        }
    }

    private int exportFromServer() {
        OptionValues.refuse(spec(), List.of("--procedures", "--memory"), "is for --data; leave it out with --url");
        final ExportProgress progress = new ExportProgress(context.console());
        try (BatonClient client = server.connect(spec())) {
            final RemoteTables tables = RemoteTables.of(client);
            final List<RemoteTables.Table> wanted = StoreTables.named(spec(), tables, "--table", names);
            final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
            for (final RemoteTables.Table table : wanted) {
                final Path file = folder.file(table.name() + ".csv");
                final long[] done = new long[1];
                progress.written(table.name(), tables.export(table, file, more -> {
                    if (context.interruption().requested()) {
                        throw new CancellationException();
                    }
                    done[0] += more;
                    progress.writing(table.name(), done[0], table.rows());
                }), file);
            }
            return ExitStatus.GOOD;
        } catch (CancellationException e) {
            progress.console().line("Stopped; the files that are there are complete.");
            return ExitStatus.INTERRUPTED;
        } catch (CallException e) {
            progress.console().clear();
            context.err().println("baton: " + TypedCall.sentence(e) + ".");
            return e instanceof CallRefusedException ? ExitStatus.BAD_ARGUMENTS : ExitStatus.FAILED;
        } catch (CsvException e) {
            progress.console().clear();
            context.err().println("baton: " + e.getMessage() + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
    }

    private int export(Engine engine, List<TableSchema> tables) {
        final ResultFolder folder = OptionValues.newFolder(spec(), context, "--out", out);
        final ExportProgress progress = new ExportProgress(context.console());
        try {
            TableExport.write(engine, tables, folder::file, progress, context.interruption());
            return ExitStatus.GOOD;
        } catch (CancellationException e) {
            progress.console().line("Stopped; the files that are there are complete.");
            return ExitStatus.INTERRUPTED;
        } catch (CsvException e) {
            progress.console().clear();
            context.err().println("baton: " + e.getMessage() + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
    }
}
