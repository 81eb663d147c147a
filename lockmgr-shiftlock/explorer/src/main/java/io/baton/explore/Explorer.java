package io.baton.explore;

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
 * Goes through all that may happen in a {@link Scenario}, depth first, and turns back where it meets a state that it
 * knows. Judges every state, every end, and at last whether from every state a good end can be reached without more
 * faults.
 */
public final class Explorer {

    /** How moves are made. */
    public enum Manner {
        /** A step is executed once, and known by heart from then on. */
        LEARN,
        /** Every step is executed, for which all before it must be. Slow; made for comparing. */
        EXECUTE,
        /** Both, and both must come to the same. As slow. */
        COMPARE
    }

    private static final int PROGRESS_MOVES = 100_000;

    private final Scenario scenario;
    private final Bounds bounds;
    private final BooleanSupplier stop;
    private final LongConsumer progress;
    private final Moves moves;
    private final Rehearsal rehearsal;
    private final Manner manner;
    private final StepTable steps = new StepTable();
    private final StateGraph graph = new StateGraph();
    private final BitSet goodEnds = new BitSet();
    private final IntArrayList schedule = new IntArrayList();
    private final List<Node> path = new ArrayList<>();
    private int bad = -1;
    private int depth;
    private boolean full;

    private Explorer(Scenario scenario, Bounds bounds, BooleanSupplier stop, LongConsumer progress, Manner manner) {
        this.scenario = scenario;
        this.bounds = bounds;
        this.stop = stop;
        this.progress = progress;
        this.moves = new Moves(scenario);
        this.rehearsal = new Rehearsal(scenario, bounds);
        this.manner = manner;
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
        return explore(scenario, bounds, Manner.LEARN, stop, progress);
    }

    /**
     * Explores in a certain manner.
     *
     * @param scenario what is explored
     * @param bounds how far
     * @param manner how moves are made
     * @param stop asked now and then whether to stop
     * @param progress told now and then how many states there are
     * @return what was found
     * @throws IllegalStateException if the exploration itself fails, is interrupted, or a step known by heart leads
     *     elsewhere than the code
     */
    public static Exploration explore(Scenario scenario, Bounds bounds, Manner manner, BooleanSupplier stop,
            LongConsumer progress) {
        final FutureTask<Exploration> task =
            new FutureTask<>(() -> new Explorer(scenario, bounds, stop, progress, manner).explore());
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
        graph.state(rehearsal.execute(new int[0]).world().digest());
        enter(0, rehearsal.execute(new int[0]).world().copy());
        long made = 0;
        while (!path.isEmpty() && bad < 0 && !full) {
            final Node node = path.getLast();
            if (node.next == node.choices.length) {
                node.note(graph);
                path.removeLast();
                if (!path.isEmpty()) {
                    schedule.popInt();
                }
            } else {
                goOn(node);
            }
            made++;
            if (made % PROGRESS_MOVES == 0) {
                progress.accept(graph.states());
                full |= stop.getAsBoolean();
            }
            full |= graph.states() >= bounds.statesMax();
        }
        rehearsal.end();
        path.reversed().forEach(node -> node.note(graph));
        return judge();
    }

    /** Takes the next choice. */
    private void goOn(Node node) {
        final int choice = node.choices[node.next];
        schedule.addInt(choice);
        final World world = after(node.world, choice);
        final int known = graph.state(world.digest());
        final int state = known < 0 ? -known - 1 : known;
        node.after[node.next++] = state;
        if (known >= 0 || !enter(state, world)) {
            schedule.popInt();
        }
    }

    /** A new state: judges it, and returns whether there is something to be done from there. */
    private boolean enter(int state, World world) {
        final int[] choices = moves.choices(world);
        if (violation(world, choices) != null) {
            bad = state;
            return false;
        }
        if (choices.length == 0) {
            goodEnds.set(state);
            return false;
        }
        path.add(new Node(state, world, choices));
        depth = Math.max(depth, path.size());
        return true;
    }

    /** What comes of a move, the last of the schedule. */
    private World after(World before, int choice) {
        if (manner == Manner.EXECUTE) {
            return rehearsal.execute(schedule.toIntArray()).world().copy();
        }
        final World world = before.copy();
        final int thread = moves.make(world, choice);
        final boolean known = thread < 0 || steps.take(key(before, world, thread, choice), thread, world);
        if (known && manner == Manner.LEARN) {
            return world;
        }
        final Stage stage = rehearsal.execute(schedule.toIntArray());
        if (thread < 0) {
            return same(world, stage.world());
        }
        final World again = before.copy();
        moves.make(again, choice);
        final long key = key(before, again, thread, choice);
        steps.learn(key, stage.lastStep(thread));
        steps.take(key, thread, again);
        return same(again, stage.world());
    }

    private World same(World learnt, World executed) {
        if (learnt.digest() != executed.digest()) {
            throw new IllegalStateException("steps known by heart lead elsewhere than the code, after " + schedule
                + ":" + learnt.difference(executed) + firstDifference());
        }
        return learnt;
    }

    /** Where on the way to a difference the first is. */
    private String firstDifference() {
        final Stage stage = new Stage(scenario, bounds, true);
        for (int i = 0; i < path.size(); i++) {
            final World learnt = path.get(i).world;
            if (learnt.digest() != stage.world().digest()) {
                return "; already after " + i + " moves:" + learnt.difference(stage.world()) + " " + stage.trace();
            }
            stage.take(schedule.getInt(i));
        }
        return "";
    }

    /** All that decides how a thread goes on, but for what it learns within the step. */
    private static long key(World before, World after, int thread, int choice) {
        final ThreadState state = after.threads[thread];
        final int what = Choice.isTimeout(choice) ? Choice.TIMEOUT : Choice.what(choice);
        final long why = Choice.of(what, Choice.what(choice) == Choice.LAPSE ? Choice.whose(choice) : thread);
        final long passed = state.now - before.threads[thread].now;
        return Digests.mix(Digests.mix(Digests.mix(before.digest(state.node), why), passed),
            Digests.mix(state.answer.digest(), state.gaveUp ? 1 : 0));
    }

    private Exploration judge() {
        final boolean complete = bad < 0 && !full;
        int[] way = null;
        String violation = "";
        if (bad >= 0) {
            final BitSet wanted = new BitSet();
            wanted.set(bad);
            way = graph.shortestTo(wanted);
        } else if (complete) {
            way = graph.shortestTo(graph.cannotReach(goodEnds, Choice::isFault));
            violation = way == null ? "" : "from here on somebody waits for ever";
        } else {
            way = schedule.toIntArray();
        }
        List<String> trace = List.of();
        if (way != null) {
            final Stage stage = new Stage(scenario, bounds, true);
            stage.take(way);
            final String broken = violation(stage.world(), moves.choices(stage.world()));
            violation = broken == null ? violation : broken;
            trace = new ArrayList<>(stage.trace());
            trace.addAll(stage.situation());
            stage.abandon();
        }
        return new Exploration(graph.states(), graph.edges(), goodEnds.cardinality(), rehearsal.executions(), depth,
            complete, moves.isBounded(), violation, List.copyOf(trace));
    }

    private static @Nullable String violation(World world, int[] choices) {
        for (ThreadState thread : world.threads) {
            if (thread.stop.failure() != null) {
                return thread.name + " fails: " + thread.stop.failure();
            }
        }
        final String violation = world.board().violation();
        if (violation != null || choices.length > 0) {
            return violation;
        }
        for (ProcessState process : world.processes) {
            if (!process.crashed && process.memory.badEnd() != null) {
                return process.memory.badEnd();
            }
        }
        return world.board().badEnd(world);
    }

    /** A state on the way, how many of its choices were taken, and to which states these lead. */
    private static final class Node {

        final int state;
        final World world;
        final int[] choices;
        final int[] after;
        int next;

        Node(int state, World world, int[] choices) {
            this.state = state;
            this.world = world;
            this.choices = choices;
            this.after = new int[choices.length];
        }

        void note(StateGraph graph) {
            for (int i = 0; i < next; i++) {
                graph.edge(state, choices[i], after[i]);
            }
        }
    }
}
