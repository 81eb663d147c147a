package io.baton.deploy;

import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.RunSettings;
import io.baton.deploy.workload.EngineSettings;
import io.baton.deploy.workload.TpccWorkload;
import io.baton.tpcc.TpccConfig;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the mix derived from TPC-C. */
@Command(name = "tpcc", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run the mix of transactions derived from TPC-C.",
    description = {"",
        "Loads the data of a wholesaler's warehouses into memory, checks it, lets clients work on it (45 %% new "
            + "orders, 43 %% payments, and order status, delivery and stock level), checks it again, and prints "
            + "throughput, latencies and what the locks did. Clients pause only if told to.", ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run tpcc                                    a first look",
        "  baton run tpcc --warehouses 4 --clients 64        many clients on few warehouses",
        "  baton run tpcc --clients 1 --locks none           without locks, to see what they cost",
        "  baton run tpcc --duration 60s --json result.json  longer, and a result for a script",
        "",
        "Exit status: 0 if all is well, 1 if a condition does not hold or a transaction failed,",
        "2 for bad arguments.",
        "", "More data may need more heap: BATON_JAVA_OPTS=-Xmx8g baton run tpcc --warehouses 50"})
final class RunTpccCommand implements Callable<Integer> {

    private static final int WAREHOUSES_MAX = TpccConfig.WAREHOUSES_MAX;

    private final CommandContext context;

    @Mixin
    private final RunOptions options;

    @Option(names = "--warehouses", paramLabel = "N", order = 1, defaultValue = "2",
        description = "The scale: about 500,000 rows each. Default: ${DEFAULT-VALUE}.")
    private String warehouses = "";

    @Option(names = "--think", order = 2,
        description = "Let clients key in and think like people, many seconds long.")
    private boolean think;

    RunTpccCommand(CommandContext context) {
        this.context = context;
        this.options = new RunOptions(context);
    }

    @Override
    public Integer call() {
        final int scale =
            (int) OptionValues.number(options.command(), "--warehouses", warehouses, 1, WAREHOUSES_MAX);
        final RunSettings settings = options.settings();
        final EngineSettings engine = options.engine(settings);
        final @Nullable ResultFile json = options.json();
        final TpccConfig config = new TpccConfig(scale, engine.seed(), think);
        return new WorkloadRun(context, settings, json).run(() -> new TpccWorkload(config, engine, settings));
    }
}
