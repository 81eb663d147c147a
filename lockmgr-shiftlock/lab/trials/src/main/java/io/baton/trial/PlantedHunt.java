package io.baton.trial;

import io.baton.explore.bug.PlantedBug;
import io.baton.lock.RecoveryPolicy;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Plants one bug after another in the locks, and tells how many runs it takes until the judge finds it. */
public final class PlantedHunt {

    /** Every so many seeds nothing fails, so that nothing excuses a reset. */
    private static final int QUIET_EVERY = 3;
    private static final int VERDICT_MAX = 110;

    private PlantedHunt() {
    }

    /**
     * What came of the hunt for one bug.
     *
     * @param bug what was planted
     * @param seeds how many seeds were run; the last one found it, if any did
     * @param verdict what the judge said, or empty if it found nothing
     */
    public record Finding(PlantedBug bug, int seeds, String verdict) {

        /** {@return whether the judge has found the bug} */
        public boolean isFound() {
            return !verdict.isEmpty();
        }
    }

    /** {@return the bugs that campaigns must find: all but those that something else finds} */
    public static Set<PlantedBug> catalogue() {
        final Set<PlantedBug> catalogue = EnumSet.allOf(PlantedBug.class);
        catalogue.removeIf(bug -> !bug.isForCampaigns());
        return catalogue;
    }

    /**
     * Hunts bugs, each alone, with the seeds 1, 2, 3 and so on.
     *
     * @param bugs which
     * @param seedsMax how many seeds to try for each
     * @param progress is told each finding at once
     * @param stop whether to stop
     * @return a finding for each bug; for fewer if stopped early
     */
    public static List<Finding> hunt(
            Set<PlantedBug> bugs, int seedsMax, Consumer<Finding> progress, BooleanSupplier stop) {
        final List<Finding> findings = new ArrayList<>();
        for (PlantedBug bug : bugs) {
            final Finding finding = hunt(bug, seedsMax, stop);
            if (stop.getAsBoolean()) {
                break;
            }
            findings.add(finding);
            progress.accept(finding);
        }
        return findings;
    }

    /**
     * Hunts bugs by name.
     *
     * @param name a bug's name in small letters with hyphens, or {@code all}
     * @param seedsMax how many seeds to try for each
     * @param line gets a line for each bug
     * @param stop whether to stop
     * @return how many were not found, or −1 if there is no bug of that name
     */
    public static int hunt(String name, int seedsMax, Consumer<String> line, BooleanSupplier stop) {
        final Set<PlantedBug> bugs = name.equals("all")
            ? catalogue() : PlantedBug.of(name).map(Set::of).orElse(Set.of());
        if (bugs.isEmpty()) {
            return -1;
        }
        final List<Finding> findings = hunt(bugs, seedsMax, finding -> line.accept(describe(finding)), stop);
        final long found = findings.stream().filter(Finding::isFound).count();
        line.accept(found + " of " + bugs.size() + " found" + (stop.getAsBoolean() ? " until you stopped it" : ""));
        return (int) (bugs.size() - found);
    }

    private static String describe(Finding finding) {
        final String verdict = finding.verdict();
        final String text = finding.isFound()
            ? "found by seed " + finding.seeds() + ": " + verdict.substring(0, Math.min(VERDICT_MAX, verdict.length()))
            : "NOT FOUND in " + finding.seeds() + " seeds";
        return String.format(Locale.ROOT, "%-44s %s", finding.bug().commandName(), text);
    }

    private static Finding hunt(PlantedBug bug, int seedsMax, BooleanSupplier stop) {
        final IntFunction<String> judge = bug.plant().enter(Judge.class);
        for (int seed = 1; seed <= seedsMax && !stop.getAsBoolean(); seed++) {
            final String violation = judge.apply(seed);
            if (!violation.isEmpty()) {
                return new Finding(bug, seed, violation);
            }
        }
        return new Finding(bug, seedsMax, "");
    }

    /** Runs a seed under each policy, and says what was wrong; without bugs nothing is. */
    static final class Judge implements IntFunction<String> {

        @Override
        public String apply(int seed) {
            final String violation = judge(seed, RecoveryPolicy.SESSION);
            return violation.isEmpty() ? judge(seed, RecoveryPolicy.LEASE) : violation;
        }

        private static String judge(int seed, RecoveryPolicy policy) {
            final CampaignPlan plan = CampaignPlan.draw(
                seed, new CampaignPlan.Wishes(0, 0, EnumSet.allOf(FaultKind.class), policy));
            return new Campaign(seed % QUIET_EVERY == 0 ? plan.quiet() : plan, event -> {}).run().violation();
        }
    }
}
