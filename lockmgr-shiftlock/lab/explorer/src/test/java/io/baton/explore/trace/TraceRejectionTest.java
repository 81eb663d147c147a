package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.bug.PlantedBug;
import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces that are not behaviours of the model are not taken for one: damaged ones, and those of mistaken code. */
@Tag("models")
@Timeout(300)
class TraceRejectionTest {

    private static final ShiftLockOptions SILENT = TracePlan.silent(2);
    private static final ShiftLockOptions VISIBLE = TracePlan.visible(3);
    private static final int TRACES = 40;
    /** Runs of which each is another one without the planted bug; of most seeds it changes nothing. */
    private static final int CHANGED = 40;
    private static final long SEEDS_MAX = 20_000;
    private static final int AT_ONCE = 6;
    /** A lock that is reset again and again has a trace of thousands of steps, too many for TLC's parser. */
    private static final int STEPS_MAX = 300;
    /** Those that show in so few changed runs, in what the model knows of. */
    private static final Set<PlantedBug> BUGS = EnumSet.of(
        PlantedBug.STALE_EPOCH, PlantedBug.EPOCH_READ_LATE, PlantedBug.RELEASE_UNCONDITIONAL,
        PlantedBug.RELEASE_WITHOUT_FLIP, PlantedBug.RELEASE_UNCOUNTED, PlantedBug.SUCCESSOR_NOT_AWAITED,
        PlantedBug.READER_RELEASE_UNCOUNTED, PlantedBug.READER_BOUNDARY_MISSED, PlantedBug.THRESHOLD_OFF_BY_ONE,
        PlantedBug.THRESHOLD_IGNORED, PlantedBug.TURN_NOT_COUNTED, PlantedBug.MODE_CHANGE_WITHOUT_FLIP,
        PlantedBug.MODE_CHANGE_FORGETS_READERS, PlantedBug.READERS_OFF_BY_ONE, PlantedBug.ATTEMPT_UNCHECKED,
        PlantedBug.FROZEN_WAITER_GOES_ON, PlantedBug.HELD_SAID_FROZEN, PlantedBug.SHARED_HOLD_FORGOTTEN,
        PlantedBug.BUSY_CLIENT_NOT_ASKED, PlantedBug.ASKS_NOBODY, PlantedBug.FIRST_ANSWER_DECIDES,
        PlantedBug.FENCE_WITHOUT_GATE, PlantedBug.GENERATION_KEPT, PlantedBug.RESET_KEEPS_READERS,
        PlantedBug.RESET_KEEPS_TAIL);

    @Test
    void damagedTracesAreRejected() throws IOException, InterruptedException {
        final List<List<TraceStep>> damaged = new ArrayList<>();
        for (long seed = 0; seed < TRACES; seed++) {
            final List<TraceStep> trace = TracedRun.trace(TracePlan.healthy(seed, false, SILENT));
            final SplittableRandom random = new SplittableRandom(seed);
            damaged.add(withoutOne(trace, random.nextInt(trace.size() - 1)));
            damaged.add(withAnotherEntry(trace, random.nextInt(trace.size())));
            damaged.add(withAnotherView(trace, random.nextInt(trace.size())));
        }
        final TraceFiles.Verdict verdict =
            TraceFiles.checkSteps(TraceFiles.Batch.of("damaged", false, SILENT, damaged));
        assertThat(verdict.rejected()).hasSize(damaged.size());
        assertThat(verdict.isClean()).as(verdict.output()).isTrue();
    }

    private static List<TraceStep> withoutOne(List<TraceStep> trace, int index) {
        final List<TraceStep> damaged = new ArrayList<>(trace);
        damaged.remove(index);
        return damaged;
    }

    private static List<TraceStep> withAnotherEntry(List<TraceStep> trace, int index) {
        final List<TraceStep> damaged = new ArrayList<>(trace);
        final TraceStep.Entry entry = trace.get(index).entry;
        damaged.set(index, trace.get(index).with(new TraceStep.Entry(
            entry.epoch(), entry.readers(), entry.tail(), entry.generation(), entry.relCnt() + 1)));
        return damaged;
    }

    /** Damages the first view from an index on, or before it if there is none. */
    private static List<TraceStep> withAnotherView(List<TraceStep> trace, int index) {
        final int found = IntStream.concat(IntStream.range(index, trace.size()), IntStream.range(0, index))
            .filter(i -> trace.get(i).after != null).findFirst().orElseThrow();
        final TraceStep.View view = Objects.requireNonNull(trace.get(found).after);
        final HoldState state = view.state() == HoldState.IDLE ? HoldState.HOLDS_EXCLUSIVE : view.state();
        final List<TraceStep> damaged = new ArrayList<>(trace);
        damaged.set(found, trace.get(found).with(new TraceStep.View(state, view.generation(), view.relCnt() + 1,
            view.epoch(), view.consWrt(), view.successor(), view.successorAttempt())));
        return damaged;
    }

    static Stream<List<PlantedBug>> someAtOnce() {
        final List<PlantedBug> bugs = List.copyOf(BUGS);
        return IntStream.range(0, (bugs.size() + AT_ONCE - 1) / AT_ONCE)
            .mapToObj(i -> bugs.subList(i * AT_ONCE, Math.min((i + 1) * AT_ONCE, bugs.size())));
    }

    @ParameterizedTest
    @MethodSource("someAtOnce")
    void tracesOfPlantedBugsAreRejected(List<PlantedBug> bugs) throws IOException, InterruptedException {
        final List<List<TlaStep>> traces = new ArrayList<>();
        bugs.forEach(bug -> traces.addAll(tracesOf(bug, SILENT)));
        final TraceFiles.Verdict verdict =
            TraceFiles.checkSteps(new TraceFiles.Batch("planted-" + bugs.getFirst(), true, SILENT, traces));
        for (int i = 0; i < bugs.size(); i++) {
            assertThat(verdict.rejected().subSet(i * CHANGED, (i + 1) * CHANGED)).as("%s", bugs.get(i)).isNotEmpty();
        }
        assertThat(verdict.isClean()).as(verdict.output()).isTrue();
    }

    @Test
    void visibleHandoverOfOldCountIsRejected() throws IOException, InterruptedException {
        final TraceFiles.Verdict verdict = TraceFiles.checkSteps(new TraceFiles.Batch(
            "planted-visible", true, VISIBLE, tracesOf(PlantedBug.HANDOVER_OF_OLD_COUNT, VISIBLE)));
        assertThat(verdict.rejected()).isNotEmpty();
    }

    /** Traces a run with a bug; a step comes as its parts. */
    private static final class Tracing implements LongFunction<List<List<String>>> {

        private final ShiftLockOptions options;
        private final boolean planted;

        Tracing(boolean silent, boolean planted) {
            this.options = silent ? SILENT : VISIBLE;
            this.planted = planted;
        }

        @Override
        public List<List<String>> apply(long seed) {
            return TracedRun.trace(TracePlan.faulty(seed, options, planted)).stream().limit(STEPS_MAX)
                .map(step -> step.toTla().parts()).toList();
        }
    }

    private static List<List<TlaStep>> tracesOf(PlantedBug bug, ShiftLockOptions options) {
        final LongFunction<List<List<String>>> planted =
            bug.plant().enter(Tracing.class, options.silentHandover(), true);
        final Tracing sound = new Tracing(options.silentHandover(), false);
        final List<List<TlaStep>> traces = new ArrayList<>();
        for (long seed = 0; seed < SEEDS_MAX && traces.size() < CHANGED; seed++) {
            final List<List<String>> trace = planted.apply(seed);
            if (!trace.equals(sound.apply(seed))) {
                traces.add(trace.stream().map(TlaStep::of).toList());
            }
        }
        assertThat(traces).as("runs of %s that are others without it, of %d", bug, SEEDS_MAX).hasSize(CHANGED);
        return traces;
    }
}
