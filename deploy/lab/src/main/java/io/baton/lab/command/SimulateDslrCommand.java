package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.TextTable;
import io.baton.trial.dslr.DslrCampaigns;
import io.baton.trial.dslr.DslrVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs fault campaigns on DSLR, to be compared with those on Baton's locks. */
@Command(name = "dslr", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Let messages be late and processes die under DSLR's locks, and count what goes wrong.",
    description = {"",
        "DSLR resets a lock whose counters stand still for two leases, and asks nobody. Each seed draws a cluster, its "
            + "locks, leases and faults; for each class of faults alone, and for all together, the table says in how "
            + "many seeds a client worked on data that another had got meanwhile, or did not get what it wanted.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton simulate dslr                             1,000 seeds for each class of faults",
        "  baton simulate dslr --faults pause --seed 3     one seed, with its faults",
        "",
        "Exit status: 0 if the campaigns were run, whatever they show; 2 for bad arguments."})
final class SimulateDslrCommand extends ParsedCommand {

    private static final long SEEDS_MAX = 1_000_000;
    private static final int AT_ONCE_MAX = 2;
    private static final double THOUSAND = 1e3;

    @Option(names = "--seeds", paramLabel = "N", order = 1, defaultValue = "1000",
        description = "How many seeds to run for each class. Default: ${DEFAULT-VALUE}.")
    private String seeds = "";

    @Option(names = "--seed", paramLabel = "S", order = 2,
        description = "Run this one seed again, and print what happens; with --faults.")
    private @Nullable String seed;

    @Option(names = "--first", paramLabel = "S", order = 3, defaultValue = "1",
        description = "The first of the seeds. Default: ${DEFAULT-VALUE}.")
    private String first = "";

    @Option(names = "--faults", paramLabel = "A,B", order = 4,
        description = "Only these rows of the table: classes of faults, none, all.")
    private @Nullable String faults;

    SimulateDslrCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final long count = number("--seeds", seeds, 1, SEEDS_MAX);
        final long start = number("--first", first, 0, Long.MAX_VALUE - SEEDS_MAX);
        final @Nullable Long single =
            seed == null ? null : number("--seed", seed, 0, Long.MAX_VALUE);
        final List<DslrCampaigns.Row> rows = new ArrayList<>();
        for (final String name : names()) {
            context.console().transientLine("Simulating " + name);
            rows.add(single != null ? DslrCampaigns.trace(name, single, context.console()::line)
                : DslrCampaigns.run(name, start, count, Math.clamp(context.processors(), 1, AT_ONCE_MAX),
                    context.interruption()::requested));
        }
        context.console().clear();
        table(rows).lines().forEach(context.console()::line);
        context.console().line("");
        for (final DslrCampaigns.Row row : rows) {
            if (row.firstSeed() != null) {
                context.console().line(row.name() + ", seed " + row.firstSeed() + ": " + row.firstText());
            }
        }
        return ExitStatus.of(true, context.interruption().requested());
    }

    /** Counts are of 1,000 seeds. */
    private static TextTable table(List<DslrCampaigns.Row> rows) {
        final TextTable table = new TextTable(1, "of 1,000 seeds", "faults", "critical sections", "two holders",
            "of these within a lease", "stuck", "failed", "first seed");
        for (final DslrCampaigns.Row row : rows) {
            final long within = row.count(DslrVerdict.TWO_HOLDERS_WITHIN_LEASE);
            table.row(row.name(), Figures.count(row.faults()), Figures.count(row.grants()),
                share(row, within + row.count(DslrVerdict.TWO_HOLDERS_PAST_LEASE)), share(row, within),
                share(row, row.count(DslrVerdict.STUCK)), share(row, row.count(DslrVerdict.FAILED)),
                row.firstSeed() == null ? "-" : String.valueOf(row.firstSeed()));
        }
        return table;
    }

    private static String share(DslrCampaigns.Row row, long count) {
        return count == 0 ? "0" : String.format(Locale.ROOT, "%.1f", THOUSAND * count / row.seeds());
    }

    private List<String> names() {
        final String wanted = faults;
        if (wanted == null) {
            return DslrCampaigns.names();
        }
        final List<String> names = List.of(wanted.split(",", -1));
        for (final String name : names) {
            if (!DslrCampaigns.names().contains(name)) {
                throw OptionValues.complaint(spec(), "--faults", name,
                    "give some of " + String.join(",", DslrCampaigns.names()), null);
            }
        }
        return names;
    }

}
