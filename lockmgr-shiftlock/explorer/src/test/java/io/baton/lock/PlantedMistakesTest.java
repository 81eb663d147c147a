package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.explore.lock.CrowdScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The explorer finds each planted mistake, and shows the shortest way to it. */
@Timeout(60)
class PlantedMistakesTest {

    @Test
    void findsStaleEpochAfterTwoModeChanges() {
        find(PlantedMistakes.StaleEpoch::new, 1, "waits for epoch", "x", "x", "x", "s");
    }

    /** Five clients; the golden script of the same name shows it at once. */
    @Tag("slow")
    @Timeout(300)
    @Test
    void findsStaleEpochAfterHandover() {
        find(PlantedMistakes.StaleEpoch::new, 2, "waits for epoch", "x", "x", "x", "x", "s");
    }

    @Test
    void findsReaderCancelThatCountsARelease() {
        find(PlantedMistakes.CancelCountsRelease::new, 1, "the release count changed under a writer", "x", "sd");
    }

    @Test
    void findsReaderCancelThatIsRepairedLater() {
        find(PlantedMistakes.CancelRepairsLater::new, 1, "", "x", "x", "sd");
    }

    @Test
    void findsTryThatOvertakesReaders() {
        find(PlantedMistakes.TryOvertakes::new, 1, "mutual exclusion", "s", "tx");
    }

    @Test
    void findsMissingFlip() {
        find(PlantedMistakes.NoFlip::new, 1, "waits for epoch", "x", "s");
    }

    @Test
    void findsModeChangeThatForgetsReaders() {
        find((endpoint, waiting, holds, counters, options) ->
            new PlantedMistakes.WrongExpectation(endpoint, waiting, holds, counters, options, false, 0), 1, "", "x",
                "x", "s");
    }

    @Test
    void findsExpectationThatIsOneTooLow() {
        find((endpoint, waiting, holds, counters, options) ->
            new PlantedMistakes.WrongExpectation(endpoint, waiting, holds, counters, options, true, -1), 1, "", "x",
                "x", "s");
    }

    @Test
    void findsExpectationThatIsOneTooHigh() {
        find((endpoint, waiting, holds, counters, options) ->
            new PlantedMistakes.WrongExpectation(endpoint, waiting, holds, counters, options, true, 1), 1,
                "waits for relCnt", "x", "x");
    }

    @Test
    void findsReleaseThatIgnoresItsSuccessor() {
        find(PlantedMistakes.IgnoresSuccessor::new, 1, "waits for a notice", "x", "x");
    }

    @Test
    void findsFlipByAWriterThatLeaves() {
        find(PlantedMistakes.LeavingFlips::new, 1, "waits for epoch", "x", "xd", "s");
    }

    @Test
    void findsWriterThatEntersBesideReaders() {
        find(PlantedMistakes.EntersBesideReaders::new, 1, "mutual exclusion", "x", "x", "s");
    }

    @Test
    void findsReadersLeftToAnAgent() {
        findWhereProcessesKeepLocks(PlantedMistakes.LeavesReadersToAgent::new, "waits for epoch", "x", "@s");
    }

    @Test
    void findsReaderThatAsksNobody() {
        findWhereProcessesKeepLocks(PlantedMistakes.ReaderAsksNobody::new, "waits for epoch", "x", "@s");
    }

    @Test
    void findsSuccessorLeftBehind() {
        findWhereProcessesKeepLocks(PlantedMistakes.LeavesSuccessorBehind::new, "waits", "x", "@x");
    }

    @Test
    void findsTurnThatIsPassedOnUnnamed() {
        findWhereProcessesPassLocksOn(PlantedMistakes.PassesUnnamed::new, "waits", "@x", "x", "x");
    }

    @Test
    void findsTurnThatIsPassedOnWithoutItsSuccessor() {
        findWhereProcessesPassLocksOn(PlantedMistakes.PassesWithoutSuccessor::new, "waits", "@x", "x", "x", "@x");
    }

    @Test
    void findsFollowersLeftBehind() {
        findWhereProcessesPassLocksOn(PlantedMistakes.LeavesFollowersBehind::new, "waits", "@x", "xd", "x");
    }

    private static void findWhereProcessesPassLocksOn(
        PlantedMistakes.Cooperative.Maker planted, String violation, String... programs) {
        find(ShiftLockOptions.product().withCaching(false), new PlantedMistakes.Cooperative(planted), violation,
            programs);
    }

    private static void findWhereProcessesKeepLocks(
        ShiftLockTable.ProtocolFactory planted, String violation, String... programs) {
        find(ShiftLockOptions.product().withThreshold(1).withPacedReaders(false), planted, violation, programs);
    }

    private static void find(ShiftLockTable.ProtocolFactory planted, int threshold, String violation,
        String... programs) {
        find(ShiftLockOptions.paper().withThreshold(threshold), planted, violation, programs);
    }

    private static void find(ShiftLockOptions options, ShiftLockTable.ProtocolFactory planted, String violation,
        String... programs) {
        final CrowdScenario sound = CrowdScenario.of(options, programs);
        final Exploration found = explore(sound.withTables(PlantedTables.of(planted)));
        assertThat(found.violation()).as("%s", found).isNotEmpty().contains(violation);
        assertThat(found.trace()).isNotEmpty();
        final Exploration nothing = explore(sound);
        assertThat(nothing.violation()).as("%s", nothing).isEmpty();
        assertThat(nothing.complete()).isTrue();
    }

    private static Exploration explore(CrowdScenario scenario) {
        return ModelChecker.explore(scenario, new Bounds(0, 0, 0, 4_000_000), () -> false, states -> { });
    }
}
