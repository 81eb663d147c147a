package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.explore.bug.PlantedBug;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every order of steps of the recoverable locks keeps the promises, and breaks them if a bug is planted. */
final class ExplorationsTest {

    private static final int STATES_MAX = 20_000_000;
    private static final int LATE_STATES_MAX = 20_000;
    private static final int FIRST_STATES_MAX = 100_000;
    private static final int COMPARED_MAX = 1_000;
    private static final int COMPARED_LONG_MAX = 4_000;

    @ParameterizedTest
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 | x0, 1, 0, 0", "x0 | x0 | s0, 16, 0, 0", "x0 | s0, 16, 1, 0",
        "x0 x1 | s0 x1, 16, 0, 0"})
    void noOrderOfStepsBreaksAPromise(String clients, int threshold, int crashes, int delays) {
        final Exploration found = explore(clients, threshold, new Bounds(0, crashes, delays, STATES_MAX));
        assertThat(found.violation()).as("%s", found).isEmpty();
        assertThat(found.complete()).as("%s", found).isTrue();
    }

    /** The first process keeps its locks at once; writers of a process pass their turn on. */
    @ParameterizedTest
    @Tag("thorough")
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 & x0 | x0, kept, 0, 0, 0", "x0 | x0 & x0, turns, 0, 0, 0", "x0 & x0, turns, 0, 1, 0",
        "x0 | x0 & x0, kept turns, 0, 0, 0"})
    void noOrderOfStepsBreaksAPromiseWhereProcessesKeepLocksOrPassThemOn(
            String clients, String ways, int early, int crashes, int delays) {
        final Exploration found = explore(null, clients, 16, ways, new Bounds(early, crashes, delays, STATES_MAX));
        assertThat(found.violation()).as("%s: %s", found, String.join("\n", found.trace())).isEmpty();
        assertThat(found.complete()).as("%s", found).isTrue();
    }

    /** Too large to be complete in a test: {@code kept-late} of the command. */
    @Test
    @Tag("thorough")
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void theFirstStatesWithALateVerbWhereAProcessKeepsALockBreakNoPromise() {
        final Exploration found = explore(null, "x0 | x0", 16, "kept", new Bounds(0, 0, 1, LATE_STATES_MAX));
        assertThat(found.violation()).as("%s: %s", found, String.join("\n", found.trace())).isEmpty();
        assertThat(found.states()).isEqualTo(LATE_STATES_MAX);
    }

    /** Complete in seconds: one chain each, and a crash between any two of its verbs, or another failure. */
    @ParameterizedTest
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    @ValueSource(strings = {"chain-shared-crash", "chain-suspicion", "chain-unnamed", "chain-stall"})
    void chainsBreakNoPromiseWhereSomethingFails(String name) {
        final Explorations explorations = new Explorations(STATES_MAX, System::nanoTime);
        assertThat(explorations.only(name)).isTrue();
        assertThat(explorations.explore(() -> false, (scenario, states) -> {}, finding -> {}))
            .hasSize(1).allMatch(Explorations.Finding::isGood);
    }

    /** Too large to be complete, as above. */
    @Tag("slow")
    @ParameterizedTest
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    @ValueSource(strings = {"kept-shared-crash", "kept-two-locks-crash", "kept-deaf-crash", "turns-crash",
        "turns-shared-crash", "turns-late", "turns-two-locks-crash", "both-crash", "chain-late", "chain-three-crash",
        "chain-kept-crash", "chain-turns-crash", "turns-stall"})
    void theFirstStatesOfLargeScenariosBreakNoPromise(String name) {
        final Explorations explorations = new Explorations(FIRST_STATES_MAX, System::nanoTime);
        assertThat(explorations.only(name)).isTrue();
        assertThat(explorations.explore(() -> false, (scenario, states) -> {}, finding -> {}))
            .hasSize(1).allMatch(finding -> finding.found().violation().isEmpty());
    }

    @Tag("slow")
    @ParameterizedTest
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 | x0, kept, 0, 1, 0", "x0 | s0, kept deaf, 0, 0, 0"})
    void norWithFaultsWhereProcessesKeepLocksOrPassThemOn(
            String clients, String ways, int early, int crashes, int delays) {
        noOrderOfStepsBreaksAPromiseWhereProcessesKeepLocksOrPassThemOn(clients, ways, early, crashes, delays);
    }

    @ParameterizedTest
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    @CsvSource({"STALE_EPOCH, x0 | x0 | s0, 1, 0, 0, 0", "RELEASE_UNCONDITIONAL, x0 | x0, 16, 0, 0, 0",
        "HELD_SAID_FROZEN, x0 | x0, 16, 2, 0, 0", "GENERATION_KEPT, x0 | x0, 16, 0, 1, 0"})
    void plantedBugsAreFound(PlantedBug bug, String clients, int threshold, int early, int crashes, int delays) {
        final Exploration found =
            explore(bug, clients, threshold, new Bounds(early, crashes, delays, STATES_MAX));
        assertThat(found.violation()).as("%s", found).isNotEmpty();
        assertThat(found.trace()).isNotEmpty();
    }

    /** Where processes keep locks, pass them on or chain them, each scenario with a failure finds a bug. */
    @ParameterizedTest
    @Tag("thorough")
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    @CsvSource({
        "kept-crash, GENERATION_KEPT", "kept-deaf, KEPT_SAID_FROZEN", "kept-unnamed, NEVER_SUSPECTS",
        "kept-stall, LOST_LOCKS_KEPT", "turns-crash, LEAD_FORGOTTEN", "turns-unnamed, LEAD_FORGOTTEN",
        "turns-stall, LEAD_FORGOTTEN", "chain-unnamed, NEVER_SUSPECTS", "chain-stall, CHAIN_LOSS_UNNOTICED",
        "kept-late, GENERATION_KEPT", "turns-late, LEAD_FORGOTTEN", "chain-crash, GENERATION_KEPT",
        "chain-late, CHAIN_LOSS_UNNOTICED", "chain-deaf, KEPT_SAID_FROZEN"})
    void scenariosWithAFailureFindTheirBugs(String name, PlantedBug bug) {
        final Explorations explorations = new Explorations(FIRST_STATES_MAX, System::nanoTime);
        assertThat(explorations.only(name)).isTrue();
        assertThat(explorations.plant(bug.commandName())).isTrue();
        assertThat(explorations.explore(() -> false, (scenario, states) -> {}, finding -> {}))
            .hasSize(1).allMatch(finding -> !finding.found().violation().isEmpty());
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anExplorationThatIsCutOffIsNotCalledComplete() {
        final Exploration found = explore("x0 | x0 | s0", 16, new Bounds(0, 0, 0, 100));
        assertThat(found.complete()).isFalse();
        assertThat(found.violation()).isEmpty();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void theSameExplorationFindsTheSameStates() {
        final Bounds bounds = new Bounds(0, 1, 0, STATES_MAX);
        assertThat(explore("x0 | s0", 1, bounds)).isEqualTo(explore("x0 | s0", 1, bounds));
    }

    @ParameterizedTest
    @Tag("thorough")
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 | x0 | s0, 1, 0, 0", "x0 | s0, 1, 0, 1"})
    void memoizedStepsLeadWhereTheCodeDoes(String clients, int threshold, int early, int crashes) {
        compare(clients, threshold, new Bounds(early, crashes, 0, STATES_MAX));
    }

    @Tag("slow")
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void memoizedStepsLeadWhereTheCodeDoesWithTwoLocks() {
        compare("s0 x1 | x0 s1", ShiftLockOptions.THRESHOLD_DEFAULT, new Bounds(0, 1, 0, STATES_MAX));
    }

    private static void compare(String clients, int threshold, Bounds bounds) {
        final Exploration memoized = explore(clients, threshold, bounds);
        final Exploration executed = explore(clients, threshold, bounds, ModelChecker.Mode.EXECUTE);
        assertThat(memoized.complete()).isTrue();
        assertThat(memoized.states()).isEqualTo(executed.states());
        assertThat(memoized.transitions()).isEqualTo(executed.transitions());
        assertThat(memoized.ends()).isEqualTo(executed.ends());
        assertThat(memoized.depth()).isEqualTo(executed.depth());
        assertThat(memoized.executions()).isLessThan(executed.executions());
    }

    @ParameterizedTest
    @Tag("thorough")
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 | x0 | s0, 1, 0, 1, 0", "x0 | s0, 16, 0, 0, 1", "x0 | x0, 16, 0, 0, 1", "x0 | s0, 1, 2, 0, 0"})
    void afterEachMemoizedStepAllIsAsTheCodeLeavesIt(
            String clients, int threshold, int early, int crashes, int delays) {
        compareEach(clients, threshold, new Bounds(early, crashes, delays, COMPARED_MAX));
    }

    @Tag("slow")
    @ParameterizedTest
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    @CsvSource({"x0 | x0 | s0, 1, 0, 1, 0", "x0 | s0, 16, 0, 0, 1", "x0 | x0, 16, 0, 0, 1", "x0 | s0, 1, 2, 0, 0"})
    void afterManyMemoizedStepsAllIsAsTheCodeLeavesIt(
            String clients, int threshold, int early, int crashes, int delays) {
        compareEach(clients, threshold, new Bounds(early, crashes, delays, COMPARED_LONG_MAX));
    }

    private static void compareEach(String clients, int threshold, Bounds bounds) {
        assertThat(explore(clients, threshold, bounds, ModelChecker.Mode.COMPARE).states())
            .isEqualTo(bounds.statesMax());
    }

    @Tag("slow")
    @ParameterizedTest
    @Timeout(value = 1200, unit = TimeUnit.SECONDS)
    @ValueSource(strings = {"three", "three-modes", "suspicion", "suspicion-shared", "crash", "crash-modes",
        "late", "late-shared", "two-locks", "two-locks-shared", "two-locks-crash", "two-locks-shared-crash",
        "chain-crash", "kept-unnamed", "kept-stall", "turns-unnamed", "chain-deaf"})
    void everyScenarioOfTheCommandIsGood(String name) {
        final Explorations explorations = new Explorations(STATES_MAX, System::nanoTime);
        assertThat(explorations.only(name)).isTrue();
        assertThat(explorations.explore(() -> false, (scenario, states) -> {}, finding -> {}))
            .isNotEmpty().allMatch(Explorations.Finding::isGood);
    }

    private static Exploration explore(String clients, int threshold, Bounds bounds) {
        return explore(null, clients, threshold, bounds);
    }

    private static Exploration explore(@Nullable PlantedBug bug, String clients, int threshold, Bounds bounds) {
        return explore(bug, clients, threshold, "", bounds);
    }

    private static Exploration explore(
            @Nullable PlantedBug bug, String clients, int threshold, String ways, Bounds bounds) {
        return LockExploration.explore(bug, programs(clients), threshold, ways, bounds, () -> false, states -> {});
    }

    private static List<String> programs(String clients) {
        return List.of(clients.split(" \\| ", -1));
    }

    private static Exploration explore(String clients, int threshold, Bounds bounds, ModelChecker.Mode mode) {
        return ModelChecker.explore(scenario(clients, threshold, bounds), bounds, mode, () -> false,
            states -> {});
    }

    private static LockScenario scenario(String clients, int threshold, Bounds bounds) {
        return LockExploration.scenario(programs(clients), threshold, "",
            bounds.earlyTimeouts() + bounds.crashes() + bounds.delays() == 0);
    }
}
