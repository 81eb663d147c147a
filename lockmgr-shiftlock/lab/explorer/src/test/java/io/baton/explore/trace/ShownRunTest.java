package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is traced of processes that keep a lock or pass it on, without TLC. */
@Timeout(60)
class ShownRunTest {

    private static final int SEEDS = 10;
    private static final ShiftLockOptions KEPT =
        ShiftLockOptions.product().withPacedReaders(false).withThreshold(2).withLocalTurns(0);
    private static final ShiftLockOptions TURNS = KEPT.withCaching(false).withLocalTurns(2);

    private static List<ShownStep> trace(long seed, ShiftLockOptions options, boolean crashes) {
        return ShownRun.trace(new ShownRun.Plan(
            seed, options, List.of(List.of("w1", "w2"), List.of("w3", "r1")), 3, crashes), false);
    }

    private static List<ShownStep> traces(ShiftLockOptions options) {
        return LongStream.range(0, SEEDS).boxed()
            .flatMap(seed -> Stream.concat(trace(seed, options, false).stream(), trace(seed, options, true).stream()))
            .toList();
    }

    @Test
    void tracesOfKeptLocksHaveEveryKindOfStepLocalGrantsAndRecalls() {
        final List<ShownStep> steps = traces(KEPT);
        assertThat(steps.stream().map(ShownStep::kind).collect(Collectors.toSet()))
            .isEqualTo(EnumSet.allOf(ShownStep.Kind.class));
        assertThat(steps).anyMatch(step -> step.token() != null && step.token().local() > 1);
        assertThat(steps.stream().map(ShownStep::notice).filter(Objects::nonNull).map(ShownStep.Notice::kind))
            .contains("SUCCESSOR", "HANDOVER", "RECALL");
        assertThat(steps).as("resets").anyMatch(step -> step.entry() != null && step.entry().generation() > 0);
    }

    @Test
    void tracesOfLocalTurnsHaveWritersThatPutAnotherInTheirPlace() {
        final List<ShownStep> steps = traces(TURNS);
        assertThat(steps).anyMatch(step -> step.entry() != null && step.entry().tail().startsWith("w")
            && step.party().startsWith("w") && !step.entry().tail().equals(step.party()));
        assertThat(steps).noneMatch(step -> step.token() != null && step.token().local() > 0);
    }

    @Test
    void sameSeedIsSameTrace() {
        assertThat(trace(1, KEPT, true)).isEqualTo(trace(1, KEPT, true));
    }
}
