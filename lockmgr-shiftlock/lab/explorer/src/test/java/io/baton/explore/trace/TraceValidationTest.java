package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces of simulated runs of the product's locks are behaviours of the model: {@code spec/6-models.md}. */
@Tag("models")
@Timeout(300)
class TraceValidationTest {

    /** Of each of the seven kinds of runs. */
    private static final int TRACES = 100;

    static Stream<ShiftLockOptions> options() {
        return Stream.of(TracePlan.silent(2), TracePlan.silent(1), TracePlan.visible(3));
    }

    @ParameterizedTest
    @MethodSource("options")
    void healthyRunsAreBehavioursOfTheModel(ShiftLockOptions options) throws IOException, InterruptedException {
        accept("plain", options, seed -> TracePlan.healthy(seed, false, options));
    }

    @Test
    void healthyRunsWithSessionsAreBehavioursOfTheModel() throws IOException, InterruptedException {
        // The model of one lock has neither kept locks nor turns within a process.
        final ShiftLockOptions options = ShiftLockOptions.product().apart();
        accept("sessions", options, seed -> TracePlan.healthy(seed, true, options));
    }

    @ParameterizedTest
    @MethodSource("options")
    void runsWithFailuresAreBehavioursOfTheModel(ShiftLockOptions options) throws IOException, InterruptedException {
        accept("failures", options, seed -> TracePlan.faulty(seed, options, false));
    }

    private static void accept(String name, ShiftLockOptions options, LongFunction<TracePlan> plans)
            throws IOException, InterruptedException {
        final List<List<TraceStep>> traces =
            LongStream.range(0, TRACES).mapToObj(plans).map(TracedRun::trace).toList();
        final TraceFiles.Batch batch = TraceFiles.Batch.of(
            name + "-" + options.threshold() + (options.silentHandover() ? "" : "-visible"),
            !"plain".equals(name), options, traces);
        final TraceFiles.Verdict verdict = TraceFiles.check(batch);
        assertThat(verdict.rejected()).as(() -> explain(batch, verdict)).isEmpty();
        assertThat(verdict.isClean()).as(verdict.output()).isTrue();
    }

    private static String explain(TraceFiles.Batch batch, TraceFiles.Verdict verdict) {
        try {
            return TraceFiles.explain(batch, verdict.rejected());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
