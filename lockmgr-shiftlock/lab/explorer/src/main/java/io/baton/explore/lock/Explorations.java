package io.baton.explore.lock;

import io.baton.explore.Bounds;
import io.baton.explore.Exploration;
import io.baton.explore.bug.PlantedBug;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The explorations that the command line offers. Not thread-safe. */
public final class Explorations {

    private static final double SECOND = 1e9;
    /** 37 for the state and its three or four transitions, and room for the garbage collector. */
    private static final int STATE_BYTES = 50;

    /** A threshold that two writers never reach, the product's; and one at which every hand-over changes the mode. */
    private static final int NEVER = ShiftLockOptions.THRESHOLD_DEFAULT;
    private static final int ALWAYS = 1;

    private static final List<Case> CASES = List.of(
        new Case("three", NEVER, 0, 0, 0, "x0", "x0", "s0"),
        new Case("three-modes", ALWAYS, 0, 0, 0, "x0", "x0", "s0"),
        new Case("suspicion", NEVER, 2, 0, 0, "x0", "x0"),
        new Case("suspicion-shared", ALWAYS, 2, 0, 0, "x0", "s0"),
        new Case("crash", NEVER, 0, 1, 0, "x0", "x0", "s0"),
        new Case("crash-modes", ALWAYS, 0, 1, 0, "x0", "x0", "s0"),
        new Case("late", NEVER, 0, 0, 1, "x0", "x0"),
        new Case("late-shared", NEVER, 0, 0, 1, "x0", "s0"),
        new Case("two-locks", NEVER, 0, 0, 0, "x0 x1", "x0 x1"),
        new Case("two-locks-shared", NEVER, 0, 0, 0, "s0 x1", "x0 s1"),
        new Case("two-locks-crash", NEVER, 0, 1, 0, "x0 x1", "x0 x1"),
        new Case("two-locks-shared-crash", NEVER, 0, 1, 0, "s0 x1", "x0 s1"),
        new Case("chain-crash", "chain", NEVER, 0, 1, 0, "x0 x1", "x0 x1"),
        new Case("chain-shared-crash", "chain", NEVER, 0, 1, 0, "s0 x1", "x0 s1"),
        new Case("chain-suspicion", "chain", NEVER, 1, 0, 0, "x0 x1", "x0 x1"),
        new Case("kept-crash", "kept", NEVER, 0, 1, 0, "x0", "x0"),
        new Case("kept-deaf", "kept deaf", NEVER, 0, 0, 0, "x0", "s0"),
        new Case("kept-unnamed", "kept unnamed", NEVER, 0, 0, 0, "x0", "x0"),
        new Case("kept-stall", "kept stalls", NEVER, 0, 0, 1, "x0", "x0"),
        new Case("turns-unnamed", "turns unnamed", NEVER, 0, 0, 0, "x0", "x0 & x0"),
        new Case("chain-deaf", "chain kept deaf", NEVER, 0, 0, 0, "x0 x1", "s0 s1"),
        new Case("chain-unnamed", "chain unnamed", NEVER, 0, 0, 0, "x0 x1", "x0 x1"),
        new Case("chain-stall", "chain stalls", NEVER, 0, 0, 1, "x0 x1", "x0 x1"));

    /** Too large to be explored unless it is asked for by name. */
    private static final List<Case> LARGE = List.of(
        new Case("chain-late", "chain", NEVER, 0, 0, 1, "x0 x1", "x0 x1"),
        new Case("chain-three-crash", "chain", NEVER, 0, 1, 0, "x0 x1", "x0 x1", "x1"),
        new Case("chain-kept-crash", "chain kept", NEVER, 0, 1, 0, "x0 x1", "x0 x1"),
        new Case("chain-turns-crash", "chain turns", NEVER, 0, 1, 0, "x0 x1", "x0 x1 & x0"),
        new Case("late-three", NEVER, 0, 0, 1, "x0", "x0", "s0"),
        new Case("kept-late", "kept", NEVER, 0, 0, 1, "x0", "x0"),
        new Case("turns-crash", "turns", NEVER, 0, 1, 0, "x0", "x0 & x0"),
        new Case("turns-late", "turns", NEVER, 0, 0, 1, "x0", "x0 & x0"),
        new Case("turns-stall", "turns stalls", NEVER, 0, 0, 1, "x0", "x0 & x0"),
        new Case("kept-shared-crash", "kept", NEVER, 0, 1, 0, "x0 & x0", "s0"),
        new Case("kept-two-locks-crash", "kept", NEVER, 0, 1, 0, "x0 x1", "x0 x1"),
        new Case("kept-deaf-crash", "kept deaf", NEVER, 0, 1, 0, "x0", "x0"),
        new Case("turns-shared-crash", "turns", ALWAYS, 0, 1, 0, "s0", "x0 & x0"),
        new Case("turns-two-locks-crash", "turns", NEVER, 0, 1, 0, "x0 x1", "x0 x1 & x0"),
        new Case("both-crash", "kept turns", NEVER, 0, 1, 0, "x0 & x0", "x0"));

    private final List<Case> cases = new ArrayList<>();
    private final int statesMax;
    private final NanoClock clock;
    /** What is wrong with the locks. */
    private @Nullable PlantedBug bug;

    /**
     * What is explored, and how far.
     *
     * @param name its name on the command line
     * @param threshold how many writers in a row
     * @param earlyTimeouts how many timeouts may come early at most
     * @param crashes how many processes may die at most
     * @param delays how many verbs may be late at most
     * @param ways what the clients of a process arrange among themselves: "kept" locks, "turns" that pass from one to
     *     the other; "chain" if each asks for its locks in one; "deaf" if recalls are lost, "unnamed" if Successor
     *     notices are; "stalls" if a process is late in place of a verb
     * @param programs what the clients of each process do
     */
    public record Case(String name, String ways, int threshold, int earlyTimeouts, int crashes, int delays,
            List<String> programs) {

        Case(String name, int threshold, int earlyTimeouts, int crashes, int delays, String... programs) {
            this(name, "", threshold, earlyTimeouts, crashes, delays, List.of(programs));
        }

        Case(String name, String ways, int threshold, int earlyTimeouts, int crashes, int delays, String... programs) {
            this(name, ways, threshold, earlyTimeouts, crashes, delays, List.of(programs));
        }

        Bounds bounds(int statesMax) {
            return new Bounds(earlyTimeouts, crashes, delays, statesMax);
        }

        /** {@return what the clients do, as on the command line} */
        public String clients() {
            return String.join(" | ", programs);
        }
    }

    /**
     * What came of one.
     *
     * @param explored what was explored
     * @param found what was found
     * @param seconds how long it took
     */
    public record Finding(Case explored, Exploration found, double seconds) {

        /** {@return whether the exploration is complete within its bounds, and has broken no promise} */
        public boolean isGood() {
            return found.complete() && found.violation().isEmpty();
        }
    }

    /**
     * Prepares to explore everything but what is very large.
     *
     * @param statesMax after how many states to give a scenario up
     * @param clock tells how long it takes
     */
    public Explorations(int statesMax, NanoClock clock) {
        this.statesMax = statesMax;
        this.clock = clock;
        this.cases.addAll(CASES);
    }

    /**
     * Tells after how many states to give up, lest memory run out.
     *
     * @param heapBytes the largest heap that there may be, 0 or more
     * @return how many states have room, at least 1
     */
    public static int statesThatFit(long heapBytes) {
        return Math.clamp(heapBytes / STATE_BYTES, 1, Integer.MAX_VALUE);
    }

    /** {@return the names of all scenarios, in the order in which they are explored} */
    public static List<String> names() {
        return Stream.concat(CASES.stream(), LARGE.stream()).map(Case::name).toList();
    }

    /**
     * Explores one scenario only.
     *
     * @param name one of {@link #names}
     * @return whether there is one of that name
     */
    public boolean only(String name) {
        cases.addAll(LARGE);
        cases.removeIf(explored -> !explored.name().equals(name));
        return !cases.isEmpty();
    }

    /**
     * Plants a bug.
     *
     * @param name its name in small letters with hyphens
     * @return whether there is one of that name
     */
    public boolean plant(String name) {
        bug = PlantedBug.of(name).orElse(null);
        return bug != null;
    }

    /**
     * Explores, one scenario after the other. With a planted bug it ends with the first that shows it.
     *
     * @param stop asked now and then whether to stop
     * @param progress told now and then which scenario it is, and how many states it has
     * @param found gets each finding when it is there
     * @return what came out
     */
    public List<Finding> explore(BooleanSupplier stop, ObjLongConsumer<String> progress, Consumer<Finding> found) {
        final List<Finding> findings = new ArrayList<>();
        for (Case explored : cases) {
            final Finding finding = explore(explored, stop, progress);
            findings.add(finding);
            found.accept(finding);
            if (stop.getAsBoolean() || (bug != null && !finding.found().violation().isEmpty())) {
                break;
            }
        }
        return List.copyOf(findings);
    }

    private Finding explore(Case explored, BooleanSupplier stop, ObjLongConsumer<String> progress) {
        final long begunNanos = clock.nanoTime();
        final Exploration found = LockExploration.explore(bug, explored.programs(), explored.threshold(),
            explored.ways(), explored.bounds(statesMax), stop, states -> progress.accept(explored.name(), states));
        return new Finding(explored, found, (clock.nanoTime() - begunNanos) / SECOND);
    }
}
