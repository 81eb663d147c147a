package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All interleavings of small crowds on one lock. A scenario is written as threshold and one program a client; see
 * {@link Operation#program} for the words.
 */
@Timeout(180)
class CrowdTest {

    /** Without what clients of a process arrange among themselves. */
    private static final ShiftLockOptions BATCHES =
        ShiftLockOptions.product().withCaching(false).withLocalTurns(0).withBatches(true);

    private static final Bounds BOUNDS = new Bounds(0, 0, 0, 4_000_000);

    /** Three writers and a reader, two writers and two readers. */
    @ParameterizedTest
    @ValueSource(strings = {
        "1: x | x | x | s", "2: x | x | x | s", "1: x | x | s | s", "2: x | x | s | s",
        "16: x | x | x | s"})
    void everyClientFinishes(String text) {
        explore(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "1: tx | x | ts | s", "2: tx x | x | ts s", "1: u | x | s", "2: u | u | x", "1: u | x | tx", "2: x u | u | ts"})
    void triesAndUpgradesFitIn(String text) {
        explore(text);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | sd", "1: x | x | sd", "1: x | sd | sd", "2: x x | sd sd", "1: x | x | sd | s", "1: x | ts | sd | s"})
    void readersMayLeave(String text) {
        explore(text);
    }

    /** The agent, who acts for ghosts, is one more thread of each of these. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: s | xd | x", "1: s | s | xd xd", "1: x | xd x", "1: x | xd x | s", "2: x | x | xd",
        "1: xd xd | s | s", "1: x | xd s", "1: x | xd ts tx", "1: x | xd | sd", "1: sd | xd xd | s",
        "1: x | x | xd close", "2: x | xd x | x"})
    void writersMayLeave(String text) {
        explore(text);
    }

    /** Several locks got and given back in one round trip; nobody else waits out of order. */
    @ParameterizedTest
    @ValueSource(strings = {
        "1: [x0,x1] | [x0,x1]", "1: [x0,x1] | [s0,x1]", "1: [s0,s1] | [x0,x1]", "1: [x0,x1] | x1 | x0",
        "1: [s0,x1] | x0 | s1", "2: [x0,s1] | x0 | x1", "1: [s0,s1] | [s0,x1] | x0", "1: [x0,x1] | x1 | sd1"})
    void locksAreTakenTogether(String text) {
        explore(scenario(text, BATCHES));
    }

    /** Chains: one server stops behind the first lock that is not free, and the others do not know of it. */
    @ParameterizedTest
    @ValueSource(strings = {
        "1: [x0,x1] | [x0,x1]", "1: [x0,x1] | [s0,x1]", "1: [s0,s1] | [x0,x1]", "1: [x0,x1] | x1 | x0",
        "1: [s0,x1] | x0 | s1", "2: [x0,s1] | x0 | x1", "1: [s0,s1] | [s0,x1] | x0", "1: [x0,x1] | x1 | sd1",
        "1: [x0,x1,x2] | x1", "1: [x0,x1,x2] | [x0,x2]", "1: [x0,x1] | xd0", "1: [x0,x1] | xd1 | s0"})
    void locksAreTakenInChains(String text) {
        explore(scenario(text, BATCHES).executed(Integer.MAX_VALUE));
        explore(scenario(text, BATCHES).executed(1));
    }

    /** A deadline ends the wait at which a chain has stopped: what is before it is held (K8.8). */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: [x0,x1]d | x0", "1: [x0,x1]d | x1 x1", "1: [s0,s1]d | x1", "1: [x0,s1]d | x0 | x1",
        "1: [x0,x1]d | [x0,x1]d"})
    void chainsMayGiveUp(String text) {
        explore(scenario(text, BATCHES).executed(Integer.MAX_VALUE));
        explore(scenario(text, BATCHES).executed(1));
        explore(scenario(text, ShiftLockOptions.product().withBatches(true)).executed(Integer.MAX_VALUE));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: [x0,x1] | [x0,x1] | s0 s1", "1: [x0,x1] | [x0,x1] | [x0,x1]", "1: [s0,x1] | [x0,s1] | [s0,s1]",
        "2: [x0,x1] | x0 | x1 | s1", "1: [x0,x1,x2] | [x0,s2] | x1", "1: [x0,x1,s2] | [x1,x2] | x0"})
    void longerChains(String text) {
        explore(scenario(text, BATCHES).executed(Integer.MAX_VALUE));
        explore(scenario(text, BATCHES).executed(2));
        explore(scenario(text, BATCHES).executed(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1: [x0,x1] | s0", "1: [s0,x1] | x0", "1: [s0,s1] | x1"})
    void statesOfChainsThatAreMergedGoOnInTheSameWay(String text) {
        final CrowdScenario scenario = scenario(text, BATCHES.withPacedReaders(false)).executed(1);
        final Exploration merged = check(scenario, ModelChecker.Mode.MEMOIZE);
        final Exploration full = check(scenario, ModelChecker.Mode.HISTORY);
        assertThat(full.violation()).isEmpty();
        assertThat(full.states()).isEqualTo(merged.states());
        compare(scenario);
    }

    /** A process keeps its locks at once; clients marked with @ are another process's, which keeps none. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: x | @x", "1: x | @s", "1: x x | @x", "1: x x | @s", "1: x | x | @x", "1: x | x | @s", "1: x | s | @x",
        "1: x s | s | @x", "1: x | x | @x x", "1: x x | s | @s", "1: x | @x | @s", "2: x x | @x | @x", "1: x | @s | @s",
        "1: x | sd | @x", "1: x0 x1 | x0 | @x1", "1: [x0,x1] | [x0,x1] | @x0", "1: @x | x | xd"})
    void processesKeepLocks(String text) {
        explore(scenario(text, ShiftLockOptions.product()));
    }

    /** What the process keeps is got there and left there, among what is asked for together; leaders go alone. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "1: [x0,x1] | @x0", "1: [x0,x1] | @[x0,x1]", "1: [x0,x1] | x1 | @x0", "1: [s0,x1] | x0 | @s1",
        "1: [x0,x1] [x0,x1] | @x1", "16: @x0 | [x0,x1] | [x0,x1]", "1: [s0,s1] | @[x0,x1]", "1: x1 [x0,x1] | @[x0,s1]"})
    void locksAreTakenTogetherAndKept(String text) {
        explore(scenario(text, ShiftLockOptions.product().withBatches(true)));
        explore(scenario(text, ShiftLockOptions.product().withBatches(true)).executed(Integer.MAX_VALUE));
        explore(scenario(text, ShiftLockOptions.product().withBatches(true)).executed(1));
    }

    /** The second writer of a process leads, and passes the lock on to the third; or all are behind another process. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {
        "16: x | x | x", "16: @x | x | x", "2: x | x | s",
        "16: @s | x | x", "2: @s s | x | x", "16: @x | x | xd",
        "16: @x | xd | x", "16: @x | xd | xd", "16: @s | xd | x", "16: @x | x x | xd x",
        "16: @x | xd x | x", "16: @x | x tx | x",
        "16: [x0,x1] | [x0,x1] | [x0,x1]"})
    void processesPassLocksOn(String text) {
        explore(scenario(text, ShiftLockOptions.product().withCaching(false)));
    }

    /** Passing once, with visible hand-overs, and with locks that are kept. */
    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"16: @x | x | x", "16: @s | x | x", "16: @x | x | xd", "2: x | x | x"})
    void otherWaysToPassOn(String text) {
        explore(scenario(text, ShiftLockOptions.product().withCaching(false).withLocalTurns(1)));
        explore(scenario(text, ShiftLockOptions.paper().withLocalTurns(2)));
        explore(scenario(text, ShiftLockOptions.product()));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: tx u | x | @x", "1: x tx ts | s | @tx", "1: x | xd tx | @x", "1: x x | x x | @x s",
        "1: [x0,x1] | [s0,x1] | @x0", "1: x x | s s | @x", "1: x | x | s | @x",
        "1: x | s | @x | @s", "2: x | x | x | @x", "1: x | x s | @sd", "1: x | xd ts | @x"})
    void processesKeepLocksInLargerCrowds(String text) {
        explore(scenario(text, ShiftLockOptions.product()));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {"16: @x | x | x | s", "2: @x | x | x | s", "3: @x | x | x x | s", "2: @x | x | x | x",
        "16: @x | x | xd | @x", "16: @x | x | x | @x", "16: @s | x | x | @s", "16: @x0 | x0 x1 | x0 | x1"})
    void processesPassLocksOnInLargerCrowds(String text) {
        explore(scenario(text, ShiftLockOptions.product().withCaching(false)));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: [x0,x1] | [x0,x1] | s0 s1", "1: [x0,x1] | [x0,x1] | [x0,x1]", "1: [s0,x1] | [x0,s1] | [s0,s1]",
        "2: [x0,x1] | x0 | x1 | s1", "1: [x0,x1,x2] | [x0,s2] | x1"})
    void moreLocksAreTakenTogether(String text) {
        explore(scenario(text, BATCHES));
    }

    @Tag("slow")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {
        "1: x x | x x | s s", "2: x x | x x | s s", "1: x | x | s | s | s", "1: x | x | sd | sd",
        "1: x x | x x | x x | s", "2: x x | x x | s s | s s", "2: x x | x x | x x | s s", "1: x | x | x | s | s",
        "1: xd | xd | xd | s", "2: xd x | xd x | s s", "1: tx | x | ts | u", "1: xd sd | xd sd | s",
        "1: xd | sd | xd | s", "2: s s | xd | xd", "2: xd xd | xd xd"})
    void largerCrowdsFinishToo(String text) {
        explore(text);
    }

    /**
     * States are merged by what they look like. Merging by all that threads have ever learnt finds the same states, and
     * the same mistakes. (Where a client may queue once or twice, states would differ in the numbers of its attempts;
     * and a paced reader may look any number of times.)
     */
    @ParameterizedTest
    @ValueSource(strings = {"1: x | x | s", "1: x | sd | s", "1: s | xd | x", "1: tx | x | ts", "1: u | x | s",
        "1: [x0,x1] | s0", "1: [s0,x1] | x0", "1: [s0,s1] | x1"})
    void statesThatAreMergedGoOnInTheSameWay(String text) {
        final CrowdScenario scenario = scenario(text, BATCHES.withPacedReaders(false));
        final Exploration merged = check(scenario, ModelChecker.Mode.MEMOIZE);
        final Exploration full = check(scenario, ModelChecker.Mode.HISTORY);
        assertThat(full.violation()).isEmpty();
        assertThat(full.states()).isEqualTo(merged.states());
        assertThat(full.transitions()).isGreaterThan(merged.transitions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1: x | x | s", "2: x x | x | s"})
    void clientsThatDoNotKnowOfEachOtherMayBeInOneProcess(String text) {
        final CrowdScenario apart = scenario(text, BATCHES);
        final Exploration memoized = check(apart, ModelChecker.Mode.MEMOIZE);
        final Exploration together = check(apart.together(), ModelChecker.Mode.MEMOIZE);
        assertThat(together.states()).isEqualTo(memoized.states());
        assertThat(together.transitions()).isEqualTo(memoized.transitions());
        assertThat(together.executions()).isGreaterThan(memoized.executions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1: x x | x | s", "1: s | xd | x", "1: [x0,x1] | x1"})
    void memoizedStepsLeadWhereTheCodeDoes(String text) {
        compare(scenario(text, BATCHES));
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(strings = {"1: x x | @x", "1: x | x | @s", "16: @x | x | x"})
    void memoizedStepsOfCooperatingClientsLeadWhereTheCodeDoes(String text) {
        compare(scenario(text, ShiftLockOptions.product()));
        compare(scenario(text, ShiftLockOptions.product().withCaching(false)));
    }

    private static void compare(CrowdScenario scenario) {
        final Exploration memoized = check(scenario, ModelChecker.Mode.MEMOIZE);
        final Exploration executed = check(scenario, ModelChecker.Mode.EXECUTE);
        assertThat(memoized.states()).isEqualTo(executed.states());
        assertThat(memoized.transitions()).isEqualTo(executed.transitions());
        assertThat(memoized.ends()).isEqualTo(executed.ends());
        assertThat(memoized.executions()).isLessThan(executed.executions());
    }

    /** A test that takes too long is interrupted: it fails, and those that follow have the carrier thread. */
    @Test
    void ifInterruptedEndsSoon() throws InterruptedException {
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        final CountDownLatch begun = new CountDownLatch(1);
        final CrowdScenario larger = scenario("2: x x | x x | x x | s s", ShiftLockOptions.paper());
        final Thread waiting = Thread.ofPlatform().start(() -> thrown
            .set(catchThrowable(() -> ModelChecker.explore(larger, BOUNDS, () -> false, states -> begun.countDown()))));
        begun.await();
        waiting.interrupt();
        waiting.join(Duration.ofSeconds(10));
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("interrupted");
        explore(scenario("1: x | s", ShiftLockOptions.paper()));
    }

    /** The paper's protocol, the same with paced readers, and the product's. */
    private static void explore(String text) {
        explore(scenario(text));
        explore(scenario(text, ShiftLockOptions.paper().withPacedReaders(true)));
        explore(scenario(text, BATCHES));
    }

    private static void explore(CrowdScenario scenario) {
        final Exploration result = check(scenario, ModelChecker.Mode.MEMOIZE);
        assertThat(result.violation()).as("%s: %s", scenario, String.join("\n", result.trace())).isEmpty();
        assertThat(result.complete()).as("%s", scenario).isTrue();
    }

    private static Exploration check(CrowdScenario scenario, ModelChecker.Mode mode) {
        return ModelChecker.explore(scenario, BOUNDS, mode, () -> false, states -> {});
    }

    private static CrowdScenario scenario(String text) {
        return scenario(text, ShiftLockOptions.paper());
    }

    /** Reads "threshold: program | program". */
    private static CrowdScenario scenario(String text, ShiftLockOptions options) {
        final String[] parts = text.split(":", -1);
        return CrowdScenario.of(options.withThreshold(Integer.parseInt(parts[0].strip())),
            parts[1].strip().split("\\s*\\|\\s*", -1));
    }
}
