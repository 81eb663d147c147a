package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.bug.PlantedBug;
import io.baton.lock.FencingToken;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What processes that keep a lock or pass it on show from outside is a behaviour of the model of processes. */
@Tag("models")
@Timeout(300)
class ShownTracesTest {

    private static final int TRACES = 50;
    /** Fewer, because rounds do not show. */
    private static final int CRASHES = 20;
    private static final int ROUNDS = 3;
    private static final int DAMAGED = 20;
    /** Runs of which each is another one without the planted bug. */
    private static final int CHANGED = 10;
    private static final long SEEDS_MAX = 2_000;
    /** A client that begins again and again has a trace too long for TLC's parser. */
    private static final int STEPS_MAX = 200;

    private static ShownRun.Plan plan(long seed, String way, boolean crashes) {
        final boolean kept = way.equals("kept");
        final ShiftLockOptions options = ShiftLockOptions.product().withPacedReaders(false).withThreshold(2)
            .withCaching(kept).withLocalTurns(kept ? 0 : 2);
        return new ShownRun.Plan(seed, options,
            List.of(List.of("w1", kept ? "r1" : "w2"), List.of("w3", "r2")), ROUNDS, crashes);
    }

    private static ShownTraces.Batch batch(String name, String way, boolean crashes, List<List<String>> traces) {
        final ShownRun.Plan plan = plan(0, way, crashes);
        return new ShownTraces.Batch(name, plan.options(), plan.clients(), crashes, traces);
    }

    @ParameterizedTest
    @CsvSource({"kept, false", "turns, false", "kept, true", "turns, true"})
    void whatShowsIsABehaviourOfTheModel(String way, boolean crashes) throws IOException, InterruptedException {
        final List<List<String>> traces = LongStream.range(0, crashes ? CRASHES : TRACES)
            .mapToObj(seed -> ShownTraces.toTla(ShownRun.trace(plan(seed, way, crashes), false))).toList();
        assertThat(ShownTraces.rejected(batch(way + (crashes ? "-crash" : ""), way, crashes, traces), true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kept", "turns"})
    void damagedTracesAreRejected(String way) throws IOException, InterruptedException {
        final List<List<String>> damaged = new ArrayList<>();
        for (long seed = 0; seed < DAMAGED; seed++) {
            final List<ShownStep> trace = ShownRun.trace(plan(seed, way, false), false);
            final SplittableRandom random = new SplittableRandom(seed);
            damaged.add(ShownTraces.toTla(withoutOneChange(trace, random)));
            damaged.add(ShownTraces.toTla(withAnotherEntry(trace, random)));
            damaged.add(ShownTraces.toTla(withAnotherToken(trace, random)));
        }
        assertThat(ShownTraces.rejected(batch(way + "-damaged", way, false, damaged), false)).hasSize(damaged.size());
    }

    /** Any but the last, behind which nothing would tell. */
    private static List<ShownStep> withoutOneChange(List<ShownStep> trace, SplittableRandom random) {
        final int[] changes = IntStream.range(0, trace.size()).filter(i -> trace.get(i).entry() != null).toArray();
        final List<ShownStep> damaged = new ArrayList<>(trace);
        damaged.remove(changes[random.nextInt(changes.length - 1)]);
        return damaged;
    }

    private static List<ShownStep> withAnotherEntry(List<ShownStep> trace, SplittableRandom random) {
        final int[] changes = IntStream.range(0, trace.size()).filter(i -> trace.get(i).entry() != null).toArray();
        final int at = changes[random.nextInt(changes.length)];
        final ShownStep.Entry entry = Objects.requireNonNull(trace.get(at).entry());
        final List<ShownStep> damaged = new ArrayList<>(trace);
        damaged.set(at, new ShownStep(ShownStep.Kind.ENTRY, trace.get(at).party(), new ShownStep.Entry(entry.epoch(),
            entry.readers(), entry.tail(), entry.generation(), entry.releases() + 1), null, null));
        return damaged;
    }

    private static List<ShownStep> withAnotherToken(List<ShownStep> trace, SplittableRandom random) {
        final int[] grants = IntStream.range(0, trace.size()).filter(i -> trace.get(i).token() != null).toArray();
        final int at = grants[random.nextInt(grants.length)];
        final FencingToken token = Objects.requireNonNull(trace.get(at).token());
        final List<ShownStep> damaged = new ArrayList<>(trace);
        damaged.set(at, new ShownStep(ShownStep.Kind.GETS, trace.get(at).party(), null, new FencingToken(
            token.incarnation(), token.generation(), token.releases(), token.turn(), token.local() + 1), null));
        return damaged;
    }

    /** Traces a run with a bug. */
    private static final class Tracing implements LongFunction<List<String>> {

        private final String way;
        private final boolean planted;

        Tracing(String way, boolean planted) {
            this.way = way;
            this.planted = planted;
        }

        @Override
        public List<String> apply(long seed) {
            return ShownTraces.toTla(ShownRun.trace(plan(seed, way, false), planted)).stream()
                .limit(STEPS_MAX).toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"LOCAL_GRANTS_UNCOUNTED, kept", "LOCAL_READER_TOKEN, kept", "KEPT_GIVEN_BACK_IN_USE, kept",
        "AGENT_GETS_READERS, kept", "AGENT_GETS_SUCCESSOR, kept", "LOCAL_TURN_UNCOUNTED, turns",
        "PASSED_ON_UNNAMED, turns", "PASSED_ON_WITHOUT_SUCCESSOR, turns", "LOCAL_TURNS_WITHOUT_THRESHOLD, turns"})
    void tracesOfPlantedBugsAreRejected(PlantedBug bug, String way) throws IOException, InterruptedException {
        final LongFunction<List<String>> planted = bug.plant().enter(Tracing.class, way, true);
        final Tracing sound = new Tracing(way, false);
        final List<List<String>> traces = new ArrayList<>();
        for (long seed = 0; seed < SEEDS_MAX && traces.size() < CHANGED; seed++) {
            final List<String> trace = planted.apply(seed);
            if (!trace.equals(sound.apply(seed))) {
                traces.add(trace);
            }
        }
        assertThat(traces).as("runs that are others without it, of %d", SEEDS_MAX).isNotEmpty();
        assertThat(ShownTraces.rejected(batch("planted-" + bug, way, false, traces), false)).isNotEmpty();
    }
}
