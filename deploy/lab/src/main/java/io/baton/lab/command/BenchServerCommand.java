package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.lab.server.OpenFiles;
import io.baton.lab.server.ServerBenchmark;
import io.baton.lab.server.ServerCase;
import io.baton.lab.server.ServerFigure;
import io.baton.lab.server.ServerPlan;
import io.baton.lab.server.ServerReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures calls over a network beside other servers. */
@Command(name = "server", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Measure calls of a server's procedures, beside H2, PostgreSQL and a bare echo.",
    description = {"",
        "Starts a server as a process of its own on this machine and calls an empty procedure, SmallBank and TPC-C: "
            + "embedded in this process, through the Java client with one call under way on a connection and with "
            + "many, through JDBC, and both workloads written as stored procedures of H2 (in memory) and PostgreSQL "
            + "(forcing nothing to disk), by their own drivers. After each case the workload's conditions are "
            + "checked. Takes some ten minutes.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton bench server --json server.json --plot server.svg",
        "  baton bench server --quick",
        "  baton bench server --workloads smallbank --access client-pipelined,h2 --connections 64",
        "  baton bench server --idle 10000", "  baton bench server --hostile 16 --json hostile.json", "",
        "Exit status: 0 if all was consistent, 1 if not, 2 for bad arguments."})
final class BenchServerCommand extends ParsedCommand {

    private static final int CONNECTIONS_MAX = 4_096;
    private static final int UNDER_WAY_MAX = 256;
    private static final int ACCOUNTS_MAX = 10_000_000;
    private static final int ACCOUNTS_QUICK = 10_000;
    /** What a server takes, but for the busy ones. */
    private static final int IDLE_MAX = 16_000;
    /** Of those that are killed, each is a process. */
    private static final int HOSTILE_MAX = 64;
    /** Accounts for each of them, and as many for others. */
    private static final int ACCOUNTS_EACH = 8;
    /** Files and sockets that a process has beside idle connections. */
    private static final int OTHER_FILES = 400;

    @Option(names = "--workloads", paramLabel = "NAME", order = 1, split = ",",
        description = "What to call: empty, smallbank and tpcc, with commas between. Default: all.")
    private List<String> workloads = new ArrayList<>();

    @Option(names = "--access", paramLabel = "NAME", order = 2, split = ",",
        description = "In which way: embedded, client, client-pipelined, jdbc, h2, postgresql, echo, with commas "
            + "between. Default: all.")
    private List<String> accesses = new ArrayList<>();

    @Option(names = "--connections", paramLabel = "N", order = 3, split = ",",
        description = "Over how many connections, with commas between. Default: 1,16,64,256.")
    private List<String> connections = new ArrayList<>();

    @Option(names = "--under-way", paramLabel = "N", order = 4, defaultValue = "16",
        description = "Calls under way on a connection of client-pipelined. Default: ${DEFAULT-VALUE}.")
    private String underWay = "";

    @Option(names = "--accounts", paramLabel = "N", order = 5, defaultValue = "100000",
        description = "The scale of SmallBank. Default: ${DEFAULT-VALUE}.")
    private String accounts = "";

    @Option(names = "--duration", paramLabel = "TIME", order = 6, defaultValue = "3s",
        description = "How long to measure each case: 500ms, 10s, 2m. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(names = "--warmup", paramLabel = "TIME", order = 7, defaultValue = "3s",
        description = "How long each case runs before. Default: ${DEFAULT-VALUE}.")
    private String warmup = "";

    @Option(names = "--idle", paramLabel = "N", order = 8,
        description = "Also measure SmallBank over 16 connections without and with so many others that do nothing: the "
            + "server's memory for each, and latency. Alone if neither workloads nor accesses are named.")
    private @Nullable String idle;

    @Option(names = "--hostile", paramLabel = "N", order = 8,
        description = "Also measure SmallBank over 16 connections without and with so many clients that read nothing, "
            + "that send garbage, and that are killed in the middle of calls (processes), and how long the locks of "
            + "killed ones stay. Alone if neither workloads nor accesses are named.")
    private @Nullable String hostile;

    @Option(names = "--quick", order = 9,
        description = "Only 1 and 64 connections, a second each on 10,000 accounts, for a first look.")
    private boolean quick;

    @Option(names = "--plot", paramLabel = "FILE", order = 10, description = "Also draw the result, as SVG.")
    private @Nullable String plot;

    @Mixin
    private final JsonOption json = new JsonOption();

    BenchServerCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws InterruptedException {
        final ServerPlan plan = plan();
        final @Nullable ResultFile file = json.file(spec(), context);
        final @Nullable ResultFile drawing =
            plot == null ? null : OptionValues.file(spec(), context, "--plot", plot);
        final Console console = context.console();
        final List<ServerFigure> figures;
        try {
            figures = new ServerBenchmark(context, plan, new Progress(console)).run();
        } catch (IOException e) {
            throw new UncheckedIOException("the servers could not be measured: " + e.getMessage(), e);
        }
        console.clear();
        console.line("");
        ServerReport.lines(figures).forEach(console::line);
        console.line("");
        ServerReport.ratios(figures).forEach(console::line);
        if (file != null) {
            file.write(ServerReport.json(figures));
        }
        if (drawing != null) {
            drawing.write(ServerReport.plot(figures));
        }
        return ExitStatus.of(figures.stream().allMatch(ServerFigure::consistent), context.interruption().requested());
    }

    private ServerPlan plan() {
        final Duration measured = OptionValues.duration(spec(), "--duration", duration, Duration.ofMillis(1));
        final Duration before = OptionValues.duration(spec(), "--warmup", warmup, Duration.ZERO);
        final int depth = (int) number("--under-way", underWay, 1, UNDER_WAY_MAX);
        final int scale = (int) number("--accounts", accounts, 2, ACCOUNTS_MAX);
        final List<Integer> numbers = new ArrayList<>();
        for (final String number : connections) {
            numbers.add((int) number("--connections", number, 1, CONNECTIONS_MAX));
        }
        if (numbers.isEmpty()) {
            numbers.addAll(quick ? List.of(1, 64) : List.of(1, 16, 64, 256));
        }
        final Duration second = Duration.ofSeconds(1);
        final int idling = idle == null ? 0 : (int) number("--idle", idle, 1, IDLE_MAX);
        checkFiles(idling);
        final int rude = hostile == null ? 0 : (int) number("--hostile", hostile, 1, HOSTILE_MAX);
        final boolean othersOnly = idling + rude > 0 && workloads.isEmpty() && accesses.isEmpty();
        return new ServerPlan(
            othersOnly ? List.of() : names("--workloads", workloads, ServerPlan.WORKLOADS),
            names("--access", accesses, ServerPlan.ACCESSES), numbers, quick ? second : before,
            quick ? second : measured, depth, quick ? ACCOUNTS_QUICK : Math.max(scale, rude * ACCOUNTS_EACH), idling,
            rude);
    }

    /** Throws if the system does not allow so many sockets. */
    private void checkFiles(int idling) {
        final long limit = OpenFiles.limit(context.files()).orElse(Long.MAX_VALUE);
        if (idling > 0 && idling + OTHER_FILES > limit) {
            throw OptionValues.complaint(spec(), "--idle", Integer.toString(idling), "this process may have " + limit
                + " files and sockets open, so give at most " + Math.max(0, limit - OTHER_FILES)
                + ", or raise the limit (ulimit -n " + (idling + OTHER_FILES) + ")", null);
        }
    }

    private List<String> names(String option, List<String> given, List<String> all) {
        for (final String name : given) {
            if (!all.contains(name)) {
                throw OptionValues.complaint(spec(), option, name,
                    "give " + String.join(", ", all) + ", or several with commas between", null);
            }
        }
        return given.isEmpty() ? all : given;
    }

    /** A line for each case as it comes. */
    private record Progress(Console console) implements ServerBenchmark.Listener {

        @Override
        public void begins(ServerCase of) {
            console.transientLine("Measuring " + name(of) + " ...");
        }

        @Override
        public void measured(ServerFigure figure) {
            console.line(name(figure.of()) + ": " + Figures.rate(figure.callsPerSecond()) + " calls per second, p50 "
                + Figures.latency(figure.p50Nanos()) + ", p99 " + Figures.latency(figure.p99Nanos())
                + (figure.failures() == 0 ? "" : "; " + figure.failures() + " failed, the last: " + figure.failure())
                + (figure.consistent() ? "" : "; INCONSISTENT: " + figure.violations()));
        }

        @Override
        public void skipped(String workload, String access, String why) {
            console.line(workload + ", " + access + ": skipped, as " + why);
        }

        private static String name(ServerCase of) {
            return of.workload() + ", " + of.access() + ", " + Figures.plural(of.connections(), "connection")
                + (of.idle() == 0 ? "" : " and " + Figures.count(of.idle()) + " idle ones")
                + (of.hostile() == 0 ? "" : " and " + Figures.count(of.hostile()) + " " + of.hostility().text());
        }
    }
}
