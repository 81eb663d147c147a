package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.graph.StateGraph;
import io.baton.explore.scenario.Grain;
import io.baton.explore.scenario.Scenario;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all that may happen in a {@link Scenario}, depth first, and turns back at a state that it has
 * visited. Judges every state, every end, and at last whether from every state a good end can be reached without more
 * faults. A violation ends the search of a {@link Grain#COARSE} scenario; a {@link Grain#FINE} one is small enough to
 * be searched for the shortest path to a violation.
 */
public final class ModelChecker {

    /** How transitions are made. */
    public enum Mode {
        /** A step is executed once, and memoized. */
        MEMOIZE,
        /** Every step is executed, for which all before it must be. Slow; made for comparing. */
        EXECUTE,
        /** Both, and both must come to the same. As slow. */
        COMPARE,
        /**
         * Every step is executed, and states are the same only if all threads have learnt the same from the beginning
         * on. Made for comparing: the states must be those that the others find.
         */
        HISTORY
    }

    private static final int PROGRESS_MOVES = 100_000;

    private final Scenario scenario;
    private final Bounds bounds;
    private final BooleanSupplier stop;
    private final LongConsumer progress;
    private final Transitions transitions;
    private final Replay replay;
    private final TraceWriter writer;
    private final Mode mode;
    private final StepMemo steps = new StepMemo();
    private final StateGraph graph = new StateGraph();
    /** The states as the other modes tell them apart, if they are merged in another way. */
    private final StateGraph merged;
    private final BitSet goodEnds = new BitSet();
    private final IntArrayList schedule = new IntArrayList();
    private final List<Node> path = new ArrayList<>();
    private final BitSet bad = new BitSet();
    private int depth;
    private boolean full;

    private ModelChecker(Scenario scenario, Bounds bounds, BooleanSupplier stop, LongConsumer progress, Mode mode) {
        this.scenario = scenario;
        this.bounds = bounds;
        this.stop = stop;
        this.progress = progress;
        this.transitions = new Transitions(scenario);
        this.replay = new Replay(scenario, bounds);
        this.writer = new TraceWriter(scenario.wording());
        this.mode = mode;
        this.merged = mode == Mode.HISTORY ? new StateGraph() : graph;
    }

    /**
     * Explores, on a virtual thread of its own, so that handing over to the scenario's threads is cheap.
     *
     * @param scenario what is explored
     * @param bounds how far
     * @param stop asked now and then whether to stop
     * @param progress told now and then how many states there are
     * @return what was found
     * @throws IllegalStateException if the exploration itself fails, or is interrupted
     */
    public static Exploration explore(Scenario scenario, Bounds bounds, BooleanSupplier stop, LongConsumer progress) {
        return explore(scenario, bounds, Mode.MEMOIZE, stop, progress);
    }

    /**
     * Explores in a certain mode.
     *
     * @param scenario what is explored
     * @param bounds how far
     * @param mode how transitions are made
     * @param stop asked now and then whether to stop
     * @param progress told now and then how many states there are
     * @return what was found
     * @throws IllegalStateException if the exploration itself fails, is interrupted, or a memoized step leads
     *     elsewhere than the code
     */
    public static Exploration explore(Scenario scenario, Bounds bounds, Mode mode, BooleanSupplier stop,
            LongConsumer progress) {
        final FutureTask<Exploration> task =
            new FutureTask<>(() -> new ModelChecker(scenario, bounds, stop, progress, mode).explore());
        final Thread thread = Thread.ofVirtual().name("explorer").start(task);
        try {
            return task.get();
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the exploration was interrupted", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the exploration failed: " + failed.getCause(), failed.getCause());
        }
    }

    private Exploration explore() {
        final GlobalState first = replay.execute(new int[0]).global().copy();
        number(first);
        enter(0, first);
        long made = 0;
        while (!path.isEmpty() && (bad.isEmpty() || scenario.grain() == Grain.FINE) && !full) {
            final Node node = path.getLast();
            if (node.next == node.enabled.length) {
                node.note(graph);
                path.removeLast();
                if (!path.isEmpty()) {
                    schedule.popInt();
                }
            } else {
                goOn(node);
            }
            made++;
            if (Thread.currentThread().isInterrupted()) {
                // Nobody waits for the result any more.
                replay.end();
                throw new IllegalStateException("the exploration was interrupted");
            }
            if (made % PROGRESS_MOVES == 0) {
                progress.accept(graph.states());
                full |= stop.getAsBoolean();
            }
            full |= graph.states() >= bounds.statesMax();
        }
        replay.end();
        path.reversed().forEach(node -> node.note(graph));
        return judge();
    }

    /** Takes the next transition. */
    private void goOn(Node node) {
        final int transition = node.enabled[node.next];
        schedule.addInt(transition);
        final GlobalState global = after(node.global, transition);
        final int known = number(global);
        final int state = known < 0 ? -known - 1 : known;
        node.after[node.next++] = state;
        if (known >= 0 || !enter(state, global)) {
            schedule.popInt();
        }
    }

    private int number(GlobalState global) {
        if (mode != Mode.HISTORY) {
            return graph.state(global.digest());
        }
        merged.state(global.digest());
        return graph.state(Digests.mix(global.digest(), replay.history()));
    }

    /** A new state: judges it, and returns whether there is something to be done from there. */
    private boolean enter(int state, GlobalState global) {
        final int[] enabled = transitions.enabled(global);
        if (violation(global, enabled) != null) {
            bad.set(state);
            return false;
        }
        if (enabled.length == 0) {
            goodEnds.set(state);
            return false;
        }
        path.add(new Node(state, global, enabled));
        depth = Math.max(depth, path.size());
        return true;
    }

    /** What comes of a transition, the last of the schedule. */
    private GlobalState after(GlobalState before, int transition) {
        if (mode == Mode.EXECUTE || mode == Mode.HISTORY) {
            return replay.execute(schedule.toIntArray()).global().copy();
        }
        final GlobalState global = before.copy();
        final int thread = transitions.make(global, transition);
        final boolean known = thread < 0 || steps.take(key(before, global, thread, transition), thread, global);
        if (known && mode == Mode.MEMOIZE) {
            return global;
        }
        final ThreadedExecution execution = replay.execute(schedule.toIntArray());
        if (thread < 0) {
            return same(global, execution.global());
        }
        final GlobalState again = before.copy();
        transitions.make(again, transition);
        final long key = key(before, again, thread, transition);
        steps.learn(key, execution.lastStep(thread));
        steps.take(key, thread, again);
        return same(again, execution.global());
    }

    private GlobalState same(GlobalState learnt, GlobalState executed) {
        if (learnt.digest() != executed.digest()) {
            throw new IllegalStateException("memoized steps lead elsewhere than the code, after " + schedule
                + ":" + learnt.difference(executed) + firstDifference());
        }
        return learnt;
    }

    /** Where on the way to a difference the first is. */
    private String firstDifference() {
        final ThreadedExecution execution = new ThreadedExecution(scenario, bounds, true);
        for (int i = 0; i < path.size(); i++) {
            final GlobalState learnt = path.get(i).global;
            if (learnt.digest() != execution.global().digest()) {
                return "; already after " + i + " transitions:" + learnt.difference(execution.global()) + " "
                    + execution.trace();
            }
            execution.take(schedule.getInt(i));
        }
        return "";
    }

    /** All that decides how a thread goes on, but for what it learns within the step. */
    private static long key(GlobalState before, GlobalState after, int thread, int transition) {
        final ThreadState state = after.threads[thread];
        final int what = Transition.isTimeout(transition) ? Transition.TIMEOUT : Transition.what(transition);
        final int whose = what == Transition.LAPSE ? Transition.whose(transition) : thread;
        final long why = Transition.of(what, whose);
        final long passed = state.now - before.threads[thread].now;
        return Digests.mix(Digests.mix(Digests.mix(before.digest(state.node), why), passed),
            Digests.mix(state.answer.digest(), state.gaveUp ? 1 : 0));
    }

    private Exploration judge() {
        final boolean complete = bad.isEmpty() && !full;
        int[] way = null;
        String violation = "";
        if (!bad.isEmpty()) {
            way = graph.shortestTo(bad);
        } else if (complete) {
            way = graph.shortestTo(graph.cannotReach(goodEnds, Transition::isOptional));
            violation = way == null ? "" : "from here on somebody waits for ever";
        } else {
            way = schedule.toIntArray();
        }
        List<String> trace = List.of();
        if (way != null) {
            final ThreadedExecution execution = new ThreadedExecution(scenario, bounds, true);
            execution.take(way);
            final String broken = violation(execution.global(), transitions.enabled(execution.global()));
            violation = broken == null ? violation : broken;
            trace = new ArrayList<>(execution.trace());
            trace.addAll(execution.situation());
            execution.abandon();
        }
        return new Exploration(merged.states(), graph.edges(), goodEnds.cardinality(), replay.executions(), depth,
            complete, transitions.isBounded(), violation, List.copyOf(trace));
    }

    private @Nullable String violation(GlobalState global, int[] enabled) {
        for (ThreadState thread : global.threads) {
            if (thread.stop.failure() != null) {
                return thread.name + " fails: " + thread.stop.failure();
            }
        }
        final String violation = global.observer().violation();
        if (violation != null || enabled.length > 0) {
            return violation;
        }
        final String deadlock = deadlock(global);
        if (deadlock != null) {
            return deadlock;
        }
        for (ProcessState process : global.processes) {
            if (!process.crashed && process.memory.badEnd() != null) {
                return process.memory.badEnd();
            }
        }
        return global.observer().badEnd(global);
    }

    /** A thread that waits when no transition is enabled; an agent may wait for its doorbell. */
    private @Nullable String deadlock(GlobalState global) {
        for (ThreadState thread : global.threads) {
            if (global.fine && !thread.isOut() && !(thread.helper && thread.kind() == StepKind.AWAIT_DOORBELL)) {
                return "deadlock: " + thread.name + " " + writer.text(global, thread);
            }
        }
        return null;
    }

    /** A state on the way, how many of its transitions were taken, and to which states these lead. */
    private static final class Node {

        final int state;
        final GlobalState global;
        final int[] enabled;
        final int[] after;
        int next;

        Node(int state, GlobalState global, int[] enabled) {
            this.state = state;
            this.global = global;
            this.enabled = enabled;
            this.after = new int[enabled.length];
        }

        void note(StateGraph graph) {
            for (int i = 0; i < next; i++) {
                graph.edge(state, enabled[i], after[i]);
            }
        }
    }
}
