package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.explore.bug.PlantedBug;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model checker finds each planted bug of tables without recovery, and shows the shortest way to it. */
@Timeout(60)
class PlantedBugsTest {

    private static final Bounds BOUNDS = new Bounds(0, 0, 0, 2_000_000);
    private static final String PAPER = "paper";
    private static final String KEPT = "kept";
    private static final String PASSED_ON = "passed on";
    private static final String CHAINS = "chains";
    private static final String CHAINS_APART = "chains at several servers";
    private static final String PLAIN = "plain";
    private static final String PLAIN_KEPT = "plain, kept";

    /** Explores; what it returns is empty if nothing is wrong, or else begins with the violation. */
    private static final class Exploring implements Supplier<List<String>> {

        private final CrowdScenario scenario;

        Exploring(String where, int threshold, List<String> programs) {
            final ShiftLockOptions options = switch (where) {
                case KEPT -> ShiftLockOptions.product().withThreshold(threshold).withPacedReaders(false);
                case PLAIN -> ShiftLockOptions.product().withEntry(EntryFormat.PLAIN).withThreshold(threshold)
                    .withCaching(false).withLocalTurns(0).withPacedReaders(false);
                case PLAIN_KEPT -> ShiftLockOptions.product().withEntry(EntryFormat.PLAIN).withThreshold(threshold)
                    .withPacedReaders(false);
                case CHAINS, CHAINS_APART -> ShiftLockOptions.product().withCaching(false).withLocalTurns(0)
                    .withBatches(true).withThreshold(threshold);
                case PASSED_ON -> ShiftLockOptions.product().withCaching(false);
                default -> ShiftLockOptions.paper().withThreshold(threshold);
            };
            final CrowdScenario crowd = CrowdScenario.of(options, programs.toArray(new String[0]));
            this.scenario = where.equals(CHAINS) ? crowd.executed(Integer.MAX_VALUE)
                : where.equals(CHAINS_APART) ? crowd.executed(1) : crowd;
        }

        @Override
        public List<String> get() {
            final Exploration found =
                ModelChecker.explore(scenario, BOUNDS, ModelChecker.Mode.MEMOIZE, () -> false, states -> {});
            return found.violation().isEmpty() ? List.of()
                : List.of(found.violation(), String.join("\n", found.trace()));
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({
        "PRINTED_EPOCH, 1, waits for epoch, x | x | x | s",
        "STALE_EPOCH, 1, epoch or release count changed under a writer, x | x | x",
        "CANCEL_COUNTED, 1, the release count changed under a writer, x | sd",
        "CANCEL_REPAIRED_LATER, 1, '', x | x | sd",
        "TRY_IGNORES_READERS, 1, mutual exclusion, s | tx",
        "RELEASE_WITHOUT_FLIP, 1, waits for epoch, x | s",
        "MODE_CHANGE_FORGETS_READERS, 1, '', x | x | s",
        "READERS_OFF_BY_ONE, 1, '', x | x | s",
        "READERS_ONE_TOO_MANY, 1, waits for relCnt, x | x",
        "RELEASE_UNCONDITIONAL, 1, waits for a notice, x | x",
        "LEAVE_FLIPS, 1, waits for epoch, x | xd | s",
        "READERS_NOT_AWAITED, 1, mutual exclusion, x | x | s"})
    void findsMistakesInTheProtocolOfThePaper(PlantedBug bug, int threshold, String violation, String programs) {
        find(bug, PAPER, threshold, violation, programs);
        assertThat(new Exploring(PAPER, threshold, programs(programs)).get()).as("without it").isEmpty();
    }

    /** Five clients; the golden script of the same name shows it at once. */
    @Tag("slow")
    @Timeout(300)
    @Test
    void findsStaleEpochAfterHandover() {
        find(PlantedBug.PRINTED_EPOCH, PAPER, 2, "waits for epoch", "x | x | x | x | s");
    }

    @ParameterizedTest
    @CsvSource({
        "AGENT_GETS_READERS, waits for epoch, x | @s",
        "AGENT_NOT_ASKED, waits for epoch, x | @s",
        "AGENT_GETS_SUCCESSOR, waits, x | @x"})
    void findsMistakesWhereProcessesKeepLocks(PlantedBug bug, String violation, String programs) {
        find(bug, KEPT, 1, violation, programs);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({
        "PLAIN_READERS_IGNORED, 1, mutual exclusion, s | x",
        "PLAIN_TRY_IGNORES_READERS, 1, mutual exclusion, s | tx",
        "PLAIN_UPGRADE_BESIDE_READERS, 1, mutual exclusion, u | s",
        "PLAIN_UPGRADE_STAYS_IN, 1, waits for out, u | s",
        "PLAIN_EPOCH_NOT_LEARNT, 1, changed under a writer, x x | s",
        "PLAIN_RELEASE_WITHOUT_FLIP, 1, waits for epoch, x | s",
        "PLAIN_RELEASE_UNCONDITIONAL, 1, waits for a notice, x | x",
        "PLAIN_CANCEL_WITHOUT_EPOCH, 1, '', x | x | sd",
        "PLAIN_CANCEL_COUNTED, 1, '', s | x | sd",
        "PLAIN_LEAVE_IGNORES_READERS, 1, waits for epoch, s | xd | s",
        "PLAIN_FLIP_FORGETS_READERS, 1, mutual exclusion, x | x | s",
        "PLAIN_FLIP_ONLY_UP, 1, '', x | x | x",
        "STALE_EPOCH, 1, changed under a writer, x | x | x",
        "READERS_NOT_AWAITED, 1, mutual exclusion, x | x | s",
        "READERS_ONE_TOO_MANY, 1, waits for out, x | x | s",
        "MODE_CHANGE_FORGETS_READERS, 1, '', x | x | s"})
    void findsMistakesWithEntriesOfTwoWords(PlantedBug bug, int threshold, String violation, String programs) {
        find(bug, PLAIN, threshold, violation, programs);
        assertThat(new Exploring(PLAIN, threshold, programs(programs)).get()).as("without it").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN_AGENT_GETS_READERS, waits for epoch, x | @s",
        "AGENT_NOT_ASKED, waits for epoch, x | @s"})
    void findsMistakesWhereProcessesKeepLocksOfTwoWords(PlantedBug bug, String violation, String programs) {
        find(bug, PLAIN_KEPT, 1, violation, programs);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({
        "PASSED_ON_UNNAMED, waits, @x | x | x",
        "PASSED_ON_WITHOUT_SUCCESSOR, waits, @x | x | x | @x",
        "FOLLOWERS_LEFT_BEHIND, waits, @x | xd | x"})
    void findsMistakesWhereProcessesPassLocksOn(PlantedBug bug, String violation, String programs) {
        find(bug, PASSED_ON, 0, violation, programs);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource(delimiter = ';', value = {
        "CHAIN_CONDITION_IGNORED; chains; waits for a notice; [x0,x1] | [x0,x1]",
        "CHAIN_GOES_ON_BEHIND_READERS; chains; ''; [x0,x1] | s0 x1 | x1",
        "CHAIN_NOT_GIVEN_BACK; chains at several servers; ''; [x0,x1] | [x0,x1]",
        "CHAIN_QUEUES_EVERYWHERE; chains at several servers; waits; [x0,x1] | [x0,x1] | x1",
        "CHAIN_SUCCESSOR_UNTOLD; chains; ''; [x0,x1] | x0",
        "CHAIN_READERS_IGNORED; chains; mutual exclusion; [x0,x1] | s0",
        "GHOST_FORGOTTEN; chains; waits; [x0,x1]d | x1 x1"})
    void findsMistakesWhereSeveralLocksAreGotAtOnce(PlantedBug bug, String where, String violation, String programs) {
        find(bug, where, 1, violation, programs);
        assertThat(new Exploring(where, 1, programs(programs)).get()).as("without it").isEmpty();
    }

    private static void find(PlantedBug bug, String where, int threshold, String violation, String text) {
        final Supplier<List<String>> planted =
            bug.plant().enter(Exploring.class, where, threshold, programs(text));
        assertThat(planted.get()).isNotEmpty().first().asString().contains(violation);
    }

    private static List<String> programs(String text) {
        return List.of(text.split(" \\| ", -1));
    }
}
