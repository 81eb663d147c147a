package io.baton.deploy;

import io.baton.deploy.bench.BenchFigure;
import io.baton.deploy.bench.BenchPlan;
import io.baton.deploy.bench.BenchReport;
import io.baton.deploy.bench.LockBenchmark;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.ResultFile;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares ShiftLock with the JDK's locks. */
@Command(name = "locks", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Compare ShiftLock in process with arrays of the JDK's read-write locks.",
    description = {"",
        "Acquires and releases locks of all kinds in one run, in turns: one and two threads on 1,000 and on 1,000,000 "
            + "locks chosen uniformly, and 2, 16 and 128 clients on a single lock. Takes about a minute.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton bench locks", "  baton bench locks --json locks.json"})
final class BenchLocksCommand extends ParsedCommand {

    private final BenchPlan plan;

    @Mixin
    private final JsonOption json = new JsonOption();

    BenchLocksCommand(CommandContext context, BenchPlan plan) {
        super(context);
        this.plan = plan;
    }

    @Override
    public Integer call() {
        final @Nullable ResultFile file = json.file(spec(), context);
        final Console console = context.console();
        if (!console.terminal()) {
            console.line("Measuring " + plan.cases().size() + " cases.");
        }
        final LockBenchmark benchmark = new LockBenchmark(
            plan, context.processors(), context.clock(), context.pause(), context.interruption());
        final List<BenchFigure> figures = benchmark.run(done -> console.transientLine(
            "Measuring " + Console.bar(done, plan.cases().size()) + "  case " + done + " of " + plan.cases().size()));
        console.clear();
        BenchReport.print(figures, plan, console);
        if (file != null) {
            file.write(BenchReport.json(figures));
        }
        return ExitStatus.of(true, context.interruption().requested());
    }
}
