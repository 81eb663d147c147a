package io.baton.deploy.store;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.csv.CsvEnd;
import io.baton.csv.CsvException;
import io.baton.csv.CsvImport;
import io.baton.deploy.client.RemoteTables;
import io.baton.deploy.client.ServerChoice;
import io.baton.deploy.client.TypedCall;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.BundleJars;
import io.baton.deploy.report.Figures;
import io.baton.engine.Engine;
import io.baton.engine.observe.PrintableText;
import io.baton.storage.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds CSV files to the tables of a store, all of them or nothing: {@code baton import}. */
@Command(name = "import", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Add the rows of CSV files to the tables of a store: all of them, or none.",
    description = {"",
        "Opens the store of whatever workload or bundle and adds the rows of each file to the table of its name: "
            + "orders.csv to table orders. If anything is wrong with any row, the store stays as it was. docs/csv.md "
            + "says what the files look like. With --procedures, a store that is not there is made, with the files' "
            + "rows instead of those that the bundles load. No engine may have the store open; a server that has it "
            + "takes the rows with --url from its operators, in transactions of up to 500 rows, and keeps those "
            + "before one that is wrong. Nothing is sent of a file that is cut off.",
        ""},
    parameterListHeading = "Parameters:%n", optionListHeading = "Options:%n", footerHeading = "%nExamples:%n",
    footer = {"  baton import --data my-data rows/", "  baton import --data my-data --table orders new-orders.csv",
        "  baton import --url 127.0.0.1:7432 --user ann rows/",
        "  baton import --data new-data --procedures my.jar rows/", "",
        "Exit status: 0 if all rows are in the store and on its disk, 1 if the store is damaged, 2 for bad arguments,",
        "a file that cannot be imported, or a store that cannot be used."})
public final class ImportCommand extends ParsedCommand {

    private static final String SUFFIX = ".csv";
    /** A row of a file takes more: of one column, a digit and a line feed. */
    private static final int ROW_BYTES = 8;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "CSV files, or folders with such files.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--table", paramLabel = "NAME", order = 1,
        description = "The table of a single file. Default: each file's name without .csv.")
    private @Nullable String table;

    @Option(names = "--last-line", paramLabel = "HOW", order = 2, defaultValue = "ended",
        description = "What becomes of a file without a line feed at its end: ended, it is refused, as it may be cut "
            + "off; any, its last line counts; whole, it counts up to its last whole line. Default: ${DEFAULT-VALUE}.")
    private String lastLine = "";

    @Mixin
    private final AnyStoreOptions options;

    @Mixin
    private final ServerChoice server;

    public ImportCommand(CommandContext context) {
        super(context);
        this.options = new AnyStoreOptions(context);
        this.server = new ServerChoice(context);
    }

    @Override
    public Integer call() {
        if (options.given() == server.given()) {
            throw ServerChoice.notOne(spec(), server.given());
        }
        final CsvEnd end = end();
        final Map<String, Path> named = named();
        if (server.given()) {
            return importToServer(named, end);
        }
        final Path directory = options.any(spec());
        try (BundleJars bundles = options.bundles(spec())) {
            final Optional<Engine> opened =
                options.open(spec(), directory, bundles,
                    named.values().stream().mapToLong(ImportCommand::rowsMost).sum());
            return opened.isEmpty() ? ExitStatus.INTERRUPTED : load(opened.get(), named, end);
        }
    }

    private int load(Engine engine, Map<String, Path> named, CsvEnd end) {
        final Map<TableSchema, Path> tables = new LinkedHashMap<>();
        final Optional<List<String>> done;
        try (engine) {
            named.forEach((name, file) -> tables.put(StoreTables.named(spec(), engine, "--table", name), file));
            done = importAll(engine, tables, end);
            if (done.isPresent()) {
                // What was loaded is written to disk now.
                engine.session().close();
            }
        } catch (CsvException e) {
            return refuse(e.fault() + "; nothing was imported", ExitStatus.BAD_ARGUMENTS);
        }
        done.ifPresent(lines -> lines.forEach(context.console()::line));
        if (done.isEmpty()) {
            context.console().line("Stopped; nothing was imported.");
        }
        return done.isPresent() ? ExitStatus.GOOD : ExitStatus.INTERRUPTED;
    }

    /** Returns what was done, or nothing if interrupted. */
    private Optional<List<String>> importAll(Engine engine, Map<TableSchema, Path> tables, CsvEnd end) {
        final long[] rows = new long[1];
        final List<String> lines = new ArrayList<>();
        try {
            tables.forEach((schema, file) -> {
                final long imported = CsvImport.load(engine, schema, file, end, more -> {
                    if (context.interruption().requested()) {
                        throw new CancellationException();
                    }
                    rows[0] += more;
                    context.console().transientLine("Importing " + Figures.plural(rows[0], "row"));
                });
                lines.add("Imported " + Figures.plural(imported, "row") + " of " + file + " into table "
                    + schema.name() + ".");
            });
            return Optional.of(lines);
        } catch (CancellationException e) {
            return Optional.empty();
        }
    }

    private int importToServer(Map<String, Path> named, CsvEnd end) {
        OptionValues.refuse(spec(), List.of("--procedures", "--memory"), "is for --data; leave it out with --url");
        final long[] rows = new long[1];
        final String[] at = new String[1];
        try (BatonClient client = server.connect(spec())) {
            final RemoteTables tables = RemoteTables.of(client);
            final List<RemoteTables.Table> wanted =
                StoreTables.named(spec(), tables, "--table", List.copyOf(named.keySet()));
            for (final RemoteTables.Table to : wanted) {
                rows[0] = 0;
                final Path file = Objects.requireNonNull(named.get(to.name()));
                at[0] = file + " into table " + to.name();
                final long imported = tables.load(to, file, end, more -> {
                    rows[0] += more;
                    context.console().transientLine("Importing " + at[0] + ": " + Figures.plural(rows[0], "row"));
                    if (context.interruption().requested()) {
                        throw new CancellationException();
                    }
                });
                context.console().line("Imported " + Figures.plural(imported, "row") + " of " + at[0] + ".");
            }
            return ExitStatus.GOOD;
        } catch (CancellationException e) {
            context.console().line("Stopped; of " + at[0] + " " + kept(rows[0]) + ".");
            return ExitStatus.INTERRUPTED;
        } catch (CsvException e) {
            return refuse(e.fault() + "; " + kept(rows[0]), ExitStatus.BAD_ARGUMENTS);
        } catch (CallException e) {
            return refuse(TypedCall.sentence(e) + (at[0] == null ? "" : "; of " + at[0] + " " + kept(rows[0])
                + (e instanceof CallOutcomeUnknownException ? ", and perhaps the next " + RemoteTables.INSERT_ROWS
                    : "")),
                e instanceof CallRefusedException && at[0] == null ? ExitStatus.BAD_ARGUMENTS : ExitStatus.FAILED);
        }
    }

    private static String kept(long rows) {
        return rows == 0 ? "nothing was imported" : rows == 1 ? "the first row is in the table"
            : "the first " + rows + " rows are in the table";
    }

    private int refuse(String why, int status) {
        context.console().clear();
        context.err().println("baton: " + PrintableText.of(why) + ".");
        return status;
    }

    private CsvEnd end() {
        return switch (lastLine) {
            case "ended" -> CsvEnd.LINE_FEED;
            case "any" -> CsvEnd.ANY;
            case "whole" -> CsvEnd.CUT_OFF;
            default -> throw OptionValues.complaint(spec(), "--last-line", lastLine, "give ended, any or whole", null);
        };
    }

    private Map<String, Path> named() {
        final Map<String, Path> named = new LinkedHashMap<>();
        for (final String given : files) {
            for (final Path file : filesOf(given)) {
                final String name = file.getFileName().toString();
                if (table == null && !name.endsWith(SUFFIX)) {
                    throw OptionValues.complaint(spec(), "FILE", given,
                        "the name of its table is not known; call it TABLE" + SUFFIX + ", or give --table", null);
                }
                final String of = table == null ? name.substring(0, name.length() - SUFFIX.length()) : table;
                if (named.put(of, file) != null) {
                    throw OptionValues.complaint(spec(), "FILE", given, "there are two files for table " + of
                        + "; import one after the other", null);
                }
            }
        }
        return named;
    }

    private List<Path> filesOf(String given) {
        try {
            final Path path = context.files().getPath(given);
            if (!Files.exists(path)) {
                throw OptionValues.complaint(spec(), "FILE", given, "there is no such file or folder", null);
            }
            if (!Files.isDirectory(path)) {
                return List.of(path);
            }
            try (Stream<Path> inside = Files.list(path)) {
                final List<Path> found =
                    inside.filter(file -> file.getFileName().toString().endsWith(SUFFIX)).sorted().toList();
                if (found.isEmpty()) {
                    throw OptionValues.complaint(spec(), "FILE", given, "there is no " + SUFFIX + " file in it", null);
                }
                return found;
            }
        } catch (InvalidPathException e) {
            throw OptionValues.complaint(spec(), "FILE", given, "this is no name of a file", e);
        } catch (IOException e) {
            throw OptionValues.complaint(spec(), "FILE", given, "it cannot be read: " + e, e);
        }
    }

    private static long rowsMost(Path file) {
        try {
            return Files.size(file) / ROW_BYTES;
        } catch (IOException e) {
            // Reading it says what is wrong.
            return 0;
        }
    }
}
