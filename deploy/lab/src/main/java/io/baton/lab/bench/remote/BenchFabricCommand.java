package io.baton.lab.bench.remote;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.ResultFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures round trips to a lock server in another process. */
@Command(name = "fabric", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Measure round trips to a lock server in another process, beside bare ping-pongs.",
    description = {"",
        "Starts a lock server as a process of its own and sends it frames of 1, 4 and 20 verbs over shared memory, a "
            + "Unix socket and TCP, with and without a thread that wants a processor all the time. A bare ping-pong is "
            + "64 bytes there and back: blocking sockets, or two rings at which both sides spin. Takes about a minute.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton bench fabric", "  baton bench fabric --json fabric.json"})
public final class BenchFabricCommand extends ParsedCommand {

    @Option(names = "--duration", paramLabel = "TIME", order = 1, defaultValue = "1s",
        description = "How long to measure each case: 500ms, 10s, 2m. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(names = "--warmup", paramLabel = "TIME", order = 2, defaultValue = "1s",
        description = "How long each case runs before. Default: ${DEFAULT-VALUE}.")
    private String warmup = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    public BenchFabricCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws InterruptedException {
        final Duration measured = OptionValues.duration(spec(), "--duration", duration, Duration.ofMillis(1));
        final Duration before = OptionValues.duration(spec(), "--warmup", warmup, Duration.ZERO);
        final @Nullable ResultFile file = json.file(spec(), context);
        final List<FabricCase> cases = FabricCase.all();
        final Console console = context.console();
        final List<FabricFigure> figures;
        try {
            figures = new FabricBenchmark(context.clock(), before, measured, context.interruption()::requested)
                .run(cases, done -> console.transientLine("Measuring " + Console.bar(done, cases.size())));
        } catch (IOException e) {
            throw new UncheckedIOException("the wire could not be measured: " + e.getMessage(), e);
        }
        console.clear();
        FabricReport.lines(figures).forEach(console::line);
        if (file != null) {
            file.write(FabricReport.json(figures));
        }
        return ExitStatus.of(true, context.interruption().requested());
    }
}
