package io.baton.deploy;

import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.RunSettings;
import io.baton.deploy.workload.EngineSettings;
import io.baton.deploy.workload.TatpWorkload;
import io.baton.tatp.TatpConfig;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the TATP mix. */
@Command(name = "tatp", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run the TATP mix of transactions.",
    description = {"",
        "Loads the home location register of a mobile phone network into memory, checks it, lets clients work on it "
            + "(80 %% reads, 20 %% changes; 18 %% find the subscriber by phone number), checks it again, and prints "
            + "the mean qualified throughput, latencies, how often transactions found what they looked for, and what "
            + "the locks did.", ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run tatp                                    a first look",
        "  baton run tatp --subscribers 1000000 --clients 10 more subscribers, and clients as in the specification",
        "  baton run tatp --uniform                          all subscribers equally often",
        "  baton run tatp --clients 1 --locks none           without locks, to see what they cost",
        "",
        "Exit status: 0 if all is well, 1 if a condition does not hold or a transaction failed,",
        "2 for bad arguments.",
        "", "More data may need more heap: BATON_JAVA_OPTS=-Xmx8g baton run tatp --subscribers 10000000"})
final class RunTatpCommand implements Callable<Integer> {

    private static final int SUBSCRIBERS_MAX = TatpConfig.SUBSCRIBERS_MAX;

    private final CommandContext context;

    @Mixin
    private final RunOptions options;

    @Option(names = "--subscribers", paramLabel = "N", order = 1, defaultValue = "100000",
        description = "The scale: about 10 rows each. Default: ${DEFAULT-VALUE}.")
    private String subscribers = "";

    @Option(names = "--uniform", order = 2,
        description = "Choose all subscribers equally often, not some more often than others.")
    private boolean uniform;

    RunTatpCommand(CommandContext context) {
        this.context = context;
        this.options = new RunOptions(context);
    }

    @Override
    public Integer call() {
        final int scale =
            (int) OptionValues.number(options.command(), "--subscribers", subscribers, 1, SUBSCRIBERS_MAX);
        final RunSettings settings = options.settings();
        final EngineSettings engine = options.engine(settings);
        final @Nullable ResultFile json = options.json();
        final TatpConfig config = new TatpConfig(scale, engine.seed(), uniform);
        return new WorkloadRun(context, settings, json).run(() -> new TatpWorkload(config, engine));
    }
}
