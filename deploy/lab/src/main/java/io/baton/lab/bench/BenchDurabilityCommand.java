package io.baton.lab.bench;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.RunEnvironment;
import io.baton.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what durability costs. */
@Command(name = "durability", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Measure what it costs to keep data on disk.",
    description = {"",
        "Runs the mix derived from TPC-C in engines without a data directory (none) and with one (async, group), each "
            + "loaded anew: 2 and 64 clients on 2 warehouses, 64 clients on one warehouse, and 256 asynchronous calls "
            + "in flight from 2 threads. Takes some three minutes.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton bench durability", "  baton bench durability --data DIR --json durability.json"})
public final class BenchDurabilityCommand extends ParsedCommand {

    private static final String WORKLOAD = "tpcc";

    @Option(names = "--data", paramLabel = "DIR", order = 1,
        description = "Where stores are made, and removed again: a directory on the disk that is to be measured. "
            + "Default: a temporary directory.")
    private @Nullable String data;

    @Option(names = "--duration", paramLabel = "TIME", order = 2, defaultValue = "10s",
        description = "How long to measure each case: 500ms, 10s, 2m. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(names = "--warmup", paramLabel = "TIME", order = 3, defaultValue = "5s",
        description = "How long each case runs before. Default: ${DEFAULT-VALUE}.")
    private String warmup = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    public BenchDurabilityCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final Duration measured = OptionValues.duration(spec(), "--duration", duration, Duration.ofMillis(1));
        final Duration before = OptionValues.duration(spec(), "--warmup", warmup, Duration.ZERO);
        final @Nullable ResultFile file = json.file(spec(), context);
        final Workload workload = context.workloads().stream().filter(each -> each.name().equals(WORKLOAD)).findFirst()
            .orElseThrow(() -> new IllegalStateException("the workload " + WORKLOAD + " is not on the class path"));
        try (BenchFolder folder = folder()) {
            final RunEnvironment environment =
                new RunEnvironment(context.clock(), context.pause(), OptionalLong::empty, null);
            final DurabilityBenchmark benchmark = new DurabilityBenchmark(workload, before, measured,
                context.processors(), environment, context.interruption(), folder);
            final List<DurabilityFigure> figures = measure(benchmark, folder);
            if (file != null) {
                file.write(DurabilityReport.json(figures));
            }
        }
        return ExitStatus.of(true, context.interruption().requested());
    }

    private BenchFolder folder() {
        final @Nullable Path given = data == null ? null : OptionValues.directory(spec(), context, "--data", data);
        try {
            return BenchFolder.open(given);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--data", String.valueOf(data), String.valueOf(e.getMessage()), e);
        }
    }

    private List<DurabilityFigure> measure(DurabilityBenchmark benchmark, BenchFolder folder) {
        final Console console = context.console();
        final Latencies writes = folder.forcedWrites(context.clock());
        console.line("Stores are in " + folder.path() + ", where a forced write of 4 KiB takes "
            + Figures.latency(writes.p50()) + " (p50) to " + Figures.latency(writes.p99()) + " (p99).");
        final int cases = DurabilityCase.ALL.size();
        final List<DurabilityFigure> figures = benchmark.run(DurabilityCase.ALL, done -> console.transientLine(
            "Measuring " + Console.bar(done, cases) + "  case " + done + " of " + cases));
        console.clear();
        console.line("");
        DurabilityReport.lines(figures).forEach(console::line);
        console.line("");
        console.line("x none: relative to the same clients without a data directory. per force, bytes each: of "
            + "transactions that wrote.");
        return figures;
    }
}
