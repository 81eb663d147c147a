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
import io.baton.explore.lock.Explorations;
import io.baton.lock.RecoveryPolicy;
import io.baton.trial.CampaignSummary;
import io.baton.trial.LockCampaigns;
import io.baton.trial.PlantedHunt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs fault campaigns on the locks. */
@Command(name = "locks", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Let messages be lost and processes die in simulated clusters, and judge what the locks do.",
    description = {"",
        "Each seed draws a cluster, its lock servers, locks, leases and faults. While faults happen, no two clients "
            + "may hold a lock with tokens that are both accepted, and nobody whose session lives may lose one; "
            + "afterwards every client must get what it wants, and every lock must be free in the end.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton simulate locks                            1,000 seeds, all kinds of faults",
        "  baton simulate locks --seeds 200000             what the README promises",
        "  baton simulate locks --seed 17                  one seed, with its trace",
        "  baton simulate locks --faults crash,pause       only these kinds of faults",
        "  baton simulate locks --policy lease             nobody is asked before a lock is reset",
        "  baton simulate locks --planted all              is every planted bug found?",
        "  baton simulate locks --exhaustive               every order of steps of a few clients",
        "  baton simulate locks --exhaustive crash         one scenario of these",
        "",
        "Exit status: 0 if all is well, 1 if a promise was broken, 2 for bad arguments."})
final class SimulateLocksCommand extends ParsedCommand {

    private static final long SEEDS_MAX = 100_000_000;
    private static final long STATES_MAX = 1_000_000_000;
    private static final int CLIENTS_MAX = 64;
    private static final int LOCKS_MAX = 1_000;
    private static final String SEEDS_DEFAULT = "1000";
    /** Seeds for each planted bug: some need a coincidence that one in a few thousand seeds has. */
    private static final String PLANTED_SEEDS_DEFAULT = "10000";
    private static final int AT_ONCE_MAX = 2;
    private static final double SECOND = 1e9;
    private static final int PROGRESS_SEEDS = 50;
    /** What a hunt for planted bugs decides by itself. */
    private static final List<String> NOT_WITH_PLANTED = List.of("--seed", "--first", "--clients", "--locks",
        "--faults", "--policy", "--json");

    @Option(names = "--seeds", paramLabel = "N", order = 1, description = "How many seeds to run, " + SEEDS_DEFAULT
        + " unless given; with --planted how many at most for each bug, " + PLANTED_SEEDS_DEFAULT + " unless given.")
    private @Nullable String seeds;

    @Option(names = "--seed", paramLabel = "S", order = 2,
        description = "Run this one seed again, and print what happens.")
    private @Nullable String seed;

    @Option(names = "--first", paramLabel = "S", order = 3, defaultValue = "1",
        description = "The first of the seeds. Default: ${DEFAULT-VALUE}.")
    private String first = "";

    @Option(names = "--clients", paramLabel = "N", order = 4, defaultValue = "0",
        description = "How many clients; drawn by each seed if not given.")
    private String clients = "";

    @Option(names = "--locks", paramLabel = "N", order = 5, defaultValue = "0",
        description = "How many locks; drawn by each seed if not given.")
    private String locks = "";

    @Option(names = "--faults", paramLabel = "A,B", order = 6, defaultValue = "all",
        description = "The kinds of faults, 'all' or 'none'. Default: ${DEFAULT-VALUE}.")
    private String faults = "";

    @Option(names = "--policy", paramLabel = "NAME", order = 7, defaultValue = "session",
        description = "Who decides that a holder is dead: 'session', or 'lease' (silence is death, as in the paper). "
            + "Default: ${DEFAULT-VALUE}.")
    private String policy = "";

    @Option(names = "--planted", paramLabel = "NAME", order = 8, description = "Plant a bug of the catalogue in the "
        + "locks, or each of them in turn ('all'), and tell how many seeds it takes to find it.")
    private @Nullable String planted;

    @Option(names = "--exhaustive", paramLabel = "NAME", order = 9, arity = "0..1", fallbackValue = ExhaustiveRun.ALL,
        description = "Instead of drawing runs, explore every order of steps of a few clients, with one crash or one "
            + "late verb: all scenarios, or the one of this name. Takes --planted with one bug.")
    private @Nullable String exhaustive;

    @Option(names = "--states", paramLabel = "N", order = 10, description = "With --exhaustive: give a scenario up "
        + "after so many states; unless given, when the heap has no room for more, some 20 million a GB.")
    private @Nullable String states;

    @Mixin
    private final JsonOption json = new JsonOption();

    SimulateLocksCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final @Nullable ResultFile file = json.file(spec(), context);
        final int statesMax = states == null ? Explorations.statesThatFit(Runtime.getRuntime().maxMemory())
            : (int) number("--states", states, 1, STATES_MAX);
        if (exhaustive != null) {
            return new ExhaustiveRun(context, spec()).run(exhaustive, statesMax, planted, file);
        }
        OptionValues.refuse(spec(), List.of("--states"), "is for --exhaustive; add that, or leave it out");
        if (planted != null) {
            OptionValues.refuse(spec(), NOT_WITH_PLANTED,
                "does not go with a hunt for planted bugs, which takes all faults and both policies; leave it out");
            return hunt(planted);
        }
        final LockCampaigns campaigns = new LockCampaigns(
            (int) number("--clients", clients, 0, CLIENTS_MAX), (int) number("--locks", locks, 0, LOCKS_MAX), kinds(),
            policy());
        final long count = seeds(SEEDS_DEFAULT);
        final long start = number("--first", first, 0, Long.MAX_VALUE - SEEDS_MAX);
        final long begunNanos = context.clock().nanoTime();
        final CampaignSummary summary = seed == null
            ? runAll(campaigns, start, count)
            : campaigns.trace(number("--seed", seed, 0, Long.MAX_VALUE), context.console()::line);
        final double seconds = (context.clock().nanoTime() - begunNanos) / SECOND;
        CampaignReport.lines(summary, seconds).forEach(context.console()::line);
        final List<String> complaints = campaigns.complaints(summary);
        campaigns.unreachable().forEach(context.console()::line);
        complaints.forEach(complaint -> context.console().line("WRONG   " + complaint));
        if (file != null) {
            file.write(CampaignReport.json(summary, seconds));
        }
        return ExitStatus.of(summary.violations().isEmpty() && complaints.isEmpty(),
            context.interruption().requested());
    }

    private int hunt(String name) {
        final int missed = PlantedHunt.hunt(name, (int) seeds(PLANTED_SEEDS_DEFAULT), context.console()::line,
            context.interruption()::requested);
        if (missed < 0) {
            throw OptionValues.complaint(spec(), "--planted", name,
                "give all, or the name of a bug that 'baton simulate locks --planted all' lists", null);
        }
        if (context.interruption().requested()) {
            return ExitStatus.INTERRUPTED;
        }
        return missed == 0 ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private long seeds(String unlessGiven) {
        return number("--seeds", Objects.requireNonNullElse(seeds, unlessGiven), 1, SEEDS_MAX);
    }

    private CampaignSummary runAll(LockCampaigns campaigns, long start, long count) {
        final Console console = context.console();
        final AtomicLong told = new AtomicLong();
        final CampaignSummary summary = campaigns.run(start, count,
            Math.clamp(context.processors(), 1, AT_ONCE_MAX), context.interruption()::requested, done -> {
                final long before = told.get();
                if (done - before >= PROGRESS_SEEDS && told.compareAndSet(before, done)) {
                    console.transientLine("Simulating " + Console.bar(done, count)
                        + "  " + Figures.count(done) + " of " + Figures.count(count) + " seeds");
                }
            });
        console.clear();
        return summary;
    }

    private RecoveryPolicy policy() {
        return switch (policy) {
            case "session" -> RecoveryPolicy.SESSION;
            case "lease" -> RecoveryPolicy.LEASE;
            default -> throw OptionValues.complaint(spec(), "--policy", policy, "give session or lease", null);
        };
    }

    private Set<String> kinds() {
        final Set<String> known = LockCampaigns.faultKinds();
        if (faults.equals("all") || faults.equals("none")) {
            return faults.equals("all") ? known : Set.of();
        }
        final Set<String> kinds = new LinkedHashSet<>(List.of(faults.split(",", -1)));
        for (final String kind : kinds) {
            if (!known.contains(kind)) {
                throw OptionValues.complaint(spec(), "--faults", kind,
                    "give all, none, or some of " + String.join(",", known), null);
            }
        }
        return kinds;
    }
}
