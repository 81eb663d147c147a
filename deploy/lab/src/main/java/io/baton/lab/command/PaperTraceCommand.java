package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.VersionText;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.TraceWork;
import io.baton.lab.experiment.TraceExperiment;
import io.baton.lab.load.TraceCsv;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a user's trace on the simulated cluster. */
@Command(name = "trace", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run your own trace of transactions and the locks that they need.",
    description = {"",
        "The file has FissLock's format, a line for each lock of a transaction: txnId,0,txnType,lockId,lockType, where "
            + "lockType is 1 for shared and 2 for exclusive. The clients run its transactions in turns, again and "
            + "again; each acquires its locks in order, computes, and releases them.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton paper trace --file mine.csv                              with Baton's lock",
        "  baton paper trace --file mine.csv --lock all --clients 64      with every lock of the papers",
        "  baton paper trace --file mine.csv --lock MCS --think-nanos 7000"})
final class PaperTraceCommand implements Callable<Integer> {

    private static final String ALL = "all";
    private static final int CLIENTS_MAX = 4_096;
    private static final long THINK_NANOS_MAX = 1_000_000_000;

    private final CommandContext context;

    @Mixin
    private final PaperRun run;

    @Option(names = "--file", paramLabel = "FILE", required = true, order = 1, description = "The trace.")
    private String file = "";

    @Option(names = "--lock", paramLabel = "NAME", order = 2, defaultValue = "Baton",
        description = "A lock of the papers, or all. Default: ${DEFAULT-VALUE}.")
    private String lock = "";

    @Option(names = "--clients", paramLabel = "N", order = 3, defaultValue = "" + Cell.PAPER_CLIENTS,
        description = "Clients, spread over five machines. Default: ${DEFAULT-VALUE}.")
    private String clients = "";

    @Option(names = "--think-nanos", paramLabel = "N", order = 4, defaultValue = "0",
        description = "How long a transaction computes while it holds its locks. Default: ${DEFAULT-VALUE}.")
    private String thinkNanos = "";

    @Option(names = "--rows", order = 5,
        description = "Read a row for every lock, and write one for every exclusive lock, on the same server.")
    private boolean rows;

    PaperTraceCommand(CommandContext context) {
        this.context = context;
        this.run = new PaperRun(context);
    }

    @Override
    public Integer call() {
        final List<PaperLock> locks = locks();
        final int number = (int) OptionValues.number(run.command(), "--clients", clients, 1, CLIENTS_MAX);
        final long think = OptionValues.number(run.command(), "--think-nanos", thinkNanos, 0, THINK_NANOS_MAX);
        return run.run(new ArrayList<>(List.of(new TraceExperiment(file, work(think), locks, number))), false);
    }

    private TraceWork work(long think) {
        try {
            return new TraceWork(TraceCsv.read(context.files(), file), think, rows);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(run.command(), "--file", file, String.valueOf(e.getMessage()), e);
        }
    }

    private List<PaperLock> locks() {
        if (lock.equals(ALL)) {
            return PaperLocks.all();
        }
        return List.of(PaperLocks.named(lock).orElseThrow(() -> OptionValues.complaint(run.command(), "--lock", lock,
            "give " + PaperLocks.all().stream().map(PaperLock::label).collect(Collectors.joining(", ")) + " or "
                + ALL,
            null)));
    }
}
