package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is traced, without TLC. */
@Timeout(120)
class TracedRunTest {

    private static final int SEEDS = 60;

    private static Stream<TraceStep> steps(boolean silent) {
        final ShiftLockOptions options = silent ? TracePlan.silent(2) : TracePlan.visible(2);
        return LongStream.range(0, SEEDS).mapToObj(seed -> TracePlan.faulty(seed, options, false))
            .map(TracedRun::trace).flatMap(List::stream);
    }

    @Test
    @Tag("thorough")
    void runsHaveEveryKindOfStepAndEveryState() {
        final List<TraceStep> steps = Stream.concat(steps(true), steps(false)).toList();
        assertThat(steps.stream().map(step -> step.verb).collect(Collectors.toSet()))
            .isEqualTo(EnumSet.allOf(TraceVerb.class));
        assertThat(steps.stream().filter(step -> step.after != null).map(step -> step.after.state())
            .collect(Collectors.toSet()))
            .isEqualTo(EnumSet.complementOf(EnumSet.of(HoldState.LEAVES_TO_SUCCESSOR)));
    }

    @Test
    void sameSeedIsSameTrace() {
        final ShiftLockOptions options = ShiftLockOptions.product();
        final TracePlan plan = TracePlan.faulty(SEEDS, options, false);
        assertThat(TracedRun.trace(plan).toString()).isEqualTo(TracedRun.trace(plan).toString());
    }
}
