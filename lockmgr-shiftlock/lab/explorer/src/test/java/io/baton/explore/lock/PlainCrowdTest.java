package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All interleavings of small crowds on locks with entries of two words: what {@link CrowdTest} asks of the others. */
@Timeout(180)
class PlainCrowdTest {

    private static final Bounds BOUNDS = new Bounds(0, 0, 0, 4_000_000);
    private static final ShiftLockOptions PRODUCT = ShiftLockOptions.product().withEntry(EntryFormat.PLAIN);
    private static final ShiftLockOptions ALONE = PRODUCT.withCaching(false).withLocalTurns(0).withPacedReaders(false);

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | x | x | s", "2: x | x | x | s", "1: x | x | s | s", "2: x | x | s | s", "16: x | x | x | s"})
    void everyClientFinishes(String text) {
        explore(text, ALONE);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: tx | x | ts | s", "2: tx x | x | ts s", "1: u | x | s", "2: u | u | x", "1: u | x | tx",
        "2: x u | u | ts", "1: tx | tx | s s"})
    void triesAndUpgradesFitIn(String text) {
        explore(text, ALONE);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | sd", "1: x | x | sd", "1: x | sd | sd", "2: x x | sd sd", "1: x | x | sd | s", "1: x | ts | sd | s",
        "1: s | x | sd"})
    void readersMayLeave(String text) {
        explore(text, ALONE);
        explore(text, ALONE.withPacedReaders(true));
    }

    /** The agent, who acts for ghosts, is one more thread of each of these. */
    @ParameterizedTest
    @ValueSource(strings = {
        "1: s | xd | x", "1: s | s | xd xd", "1: x | xd x", "1: x | xd x | s", "2: x | x | xd", "1: xd xd | s | s",
        "1: x | xd s", "1: x | xd ts tx", "1: x | xd | sd", "1: sd | xd xd | s", "1: x | x | xd close",
        "2: x | xd x | x"})
    void writersMayLeave(String text) {
        explore(text, ALONE);
    }

    /** A process keeps its locks at once; clients marked with @ are another process's, which keeps none. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | @x", "1: x | @s", "1: x x | @x", "1: x x | @s", "1: x | s | @x", "1: x | @x | @s", "2: x x | @x | @x",
        "1: x | @s | @s"})
    void processesKeepLocks(String text) {
        explore(text, PRODUCT);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "16: @x | x | x", "16: @s | x | x", "16: @x | x | xd", "16: @x | x tx | x"})
    void processesPassLocksOn(String text) {
        explore(text, PRODUCT.withCaching(false));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: x x | x x | s s", "2: x x | x x | s s", "1: x | x | s | s | s", "1: x | x | sd | sd",
        "1: x x | x x | x x | s", "2: x x | x x | s s | s s", "2: x x | x x | x x | s s", "1: x | x | x | s | s",
        "1: xd | xd | xd | s", "2: xd x | xd x | s s", "1: tx | x | ts | u", "1: xd sd | xd sd | s",
        "1: xd | sd | xd | s", "1: u | tx | sd | xd", "2: s s | xd | xd", "2: xd xd | xd xd"})
    void largerCrowdsFinishToo(String text) {
        explore(text, ALONE);
        explore(text, ALONE.withDirectModeChange(false));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: x | x | @x", "1: x | x | @s", "1: x s | s | @x", "1: x x | s | @s", "1: x | sd | @x", "1: x0 x1 | x0 | @x1",
        "1: @x | x | xd", "1: x | x | @x x", "1: x tx ts | s | @tx",
        "1: tx u | x | @x", "1: x | xd tx | @x", "1: x x | x x | @x s", "1: x x | s s | @x",
        "1: x | x | s | @x", "1: x | s | @x | @s", "2: x | x | x | @x", "1: x | x s | @sd", "1: x | xd ts | @x"})
    void processesKeepLocksInLargerCrowds(String text) {
        explore(text, PRODUCT);
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "16: x | x | x", "2: x | x | s", "16: @x | xd | x", "16: @s | xd | x", "2: @s s | x | x", "16: @x | xd | xd",
        "16: @x | x x | xd x", "16: @x | xd x | x",
        "16: @x | x | x | @x", "16: @s | x | x | @s", "16: @x0 | x0 x1 | x0 | x1", "16: @x | x | x | s",
        "2: @x | x | x | s"})
    void processesPassLocksOnInLargerCrowds(String text) {
        explore(text, PRODUCT.withCaching(false));
    }

    /** Guesses are a part of what a client remembers: merging by all that threads have learnt finds the same states. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | x | s", "1: x | sd | s", "1: s | xd | x", "1: u | x | s"})
    void statesThatAreMergedGoOnInTheSameWay(String text) {
        final Exploration merged = check(scenario(text, ALONE), ModelChecker.Mode.MEMOIZE);
        final Exploration full = check(scenario(text, ALONE), ModelChecker.Mode.HISTORY);
        assertThat(full.violation()).isEmpty();
        assertThat(full.states()).isGreaterThanOrEqualTo(merged.states());
    }

    private static void explore(String text, ShiftLockOptions options) {
        final CrowdScenario scenario = scenario(text, options);
        final Exploration result = check(scenario, ModelChecker.Mode.MEMOIZE);
        assertThat(result.violation()).as("%s: %s", scenario, String.join("\n", result.trace())).isEmpty();
        assertThat(result.complete()).as("%s", scenario).isTrue();
    }

    private static Exploration check(CrowdScenario scenario, ModelChecker.Mode mode) {
        return ModelChecker.explore(scenario, BOUNDS, mode, () -> false, states -> {});
    }

    /** Reads "threshold: program | program". */
    private static CrowdScenario scenario(String text, ShiftLockOptions options) {
        final String[] parts = text.split(":", -1);
        return CrowdScenario.of(options.withThreshold(Integer.parseInt(parts[0].strip())),
            parts[1].strip().split("\\s*\\|\\s*", -1));
    }
}
