package io.baton.explore.lock;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.ModelChecker;
import io.baton.explore.bug.PlantedBug;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The exploration of one scenario. With a planted bug it takes place among the classes that have it, so that only types
 * of the JDK come and go: the numbers of an {@link Exploration}, and its violation before its trace.
 */
final class LockExploration implements Supplier<Map.Entry<List<Long>, List<String>>> {

    private final LockScenario scenario;
    private final Bounds bounds;
    private final BooleanSupplier stop;
    private final LongConsumer progress;

    private LockExploration(List<String> programs, int threshold, String ways, int earlyTimeouts, int crashes,
            int delays, int statesMax, BooleanSupplier stop, LongConsumer progress) {
        this.scenario = scenario(programs, threshold, ways, earlyTimeouts + crashes + delays == 0);
        this.bounds = new Bounds(earlyTimeouts, crashes, delays, statesMax);
        this.stop = stop;
        this.progress = progress;
    }

    /**
     * What a few clients do.
     *
     * @param ways what the clients of a process arrange among themselves: "kept" and "turns", both or neither;
     *     "chain" if each asks for all its locks in one; "deaf" if recalls are lost, "unnamed" if Successor notices
     *     are; and "stalls" if a process is late in place of a verb
     */
    static LockScenario scenario(List<String> programs, int threshold, String ways, boolean quiet) {
        final ShiftLockOptions product = ShiftLockOptions.product().withPacedReaders(false).withThreshold(threshold);
        final byte loses = ways.contains("deaf") ? LockNotice.RECALL
            : ways.contains("unnamed") ? LockNotice.SUCCESSOR : LockScenario.NONE;
        // Who waits in vain for a name has the lock reset; who could not recall it has it asked for.
        return new LockScenario(programs, product.withCaching(ways.contains("kept"))
            .withBatches(ways.contains("chain")).withLocalTurns(ways.contains("turns") ? product.localTurns() : 0),
            loses, ways.contains("stalls"), quiet && loses != LockNotice.SUCCESSOR);
    }

    /** Explores what a few clients do, with a bug or without one. */
    static Exploration explore(@Nullable PlantedBug bug, List<String> programs, int threshold, String ways,
            Bounds bounds, BooleanSupplier stop, LongConsumer progress) {
        if (bug == null) {
            return new LockExploration(programs, threshold, ways, bounds.earlyTimeouts(), bounds.crashes(),
                bounds.delays(), bounds.statesMax(), stop, progress).run();
        }
        final Supplier<Map.Entry<List<Long>, List<String>>> planted = bug.plant().enter(LockExploration.class,
            programs, threshold, ways, bounds.earlyTimeouts(), bounds.crashes(), bounds.delays(), bounds.statesMax(),
            stop, progress);
        return received(planted.get());
    }

    private Exploration run() {
        return ModelChecker.explore(scenario, bounds, stop, progress);
    }

    @Override
    public Map.Entry<List<Long>, List<String>> get() {
        final Exploration found = run();
        final List<String> text = Stream.concat(Stream.of(found.violation()), found.trace().stream()).toList();
        return Map.entry(List.of((long) found.states(), found.transitions(), (long) found.ends(), found.executions(),
            (long) found.depth(), found.complete() ? 1L : 0L, found.bounded() ? 1L : 0L), text);
    }

    private static Exploration received(Map.Entry<List<Long>, List<String>> sent) {
        final List<Long> numbers = sent.getKey();
        final List<String> text = sent.getValue();
        return new Exploration(numbers.get(0).intValue(), numbers.get(1), numbers.get(2).intValue(), numbers.get(3),
            numbers.get(4).intValue(), numbers.get(5) == 1, numbers.get(6) == 1, text.getFirst(),
            text.subList(1, text.size()));
    }
}
