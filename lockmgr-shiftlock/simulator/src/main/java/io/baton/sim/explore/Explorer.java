package io.baton.sim.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all that may happen in a {@link Scenario}, depth first, by executing it again and again from its
 * beginning, and turns back where it meets a state that it knows. Judges every state, every end, and at last whether
 * from every state a good end can be reached without more faults.
 */
public final class Explorer {

    private static final int PROGRESS_EXECUTIONS = 1_000;

    private final Scenario scenario;
    private final Bounds bounds;
    private final BooleanSupplier stop;
    private final LongConsumer progress;
    private final StateGraph graph = new StateGraph();
    private final IntArrayList goodEnds = new IntArrayList();
    private final IntArrayList schedule = new IntArrayList();
    private final List<Node> path = new ArrayList<>();
    private int bad = -1;
    private long executions;
    private int depth;
    private boolean bounded;
    private boolean full;

    private Explorer(Scenario scenario, Bounds bounds, BooleanSupplier stop, LongConsumer progress) {
        this.scenario = scenario;
        this.bounds = bounds;
        this.stop = stop;
        this.progress = progress;
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
        final FutureTask<Exploration> task =
            new FutureTask<>(() -> new Explorer(scenario, bounds, stop, progress).explore());
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
        do {
            execute();
        } while (bad < 0 && !isOver() && backtrack());
        final boolean complete = bad < 0 && path.isEmpty();
        int[] way = null;
        String violation = "";
        if (bad >= 0) {
            final boolean[] wanted = new boolean[graph.states()];
            wanted[bad] = true;
            way = graph.shortestTo(wanted);
        } else if (complete) {
            way = graph.shortestTo(graph.cannotReach(goodEnds.toIntArray(), Choice::isFault));
            violation = way == null ? "" : "from here on somebody waits for ever";
        }
        List<String> trace = List.of();
        if (way == null && !complete) {
            way = schedule.toIntArray();
        }
        if (way != null) {
            final Stage stage = new Stage(scenario, bounds, true);
            stage.take(way);
            final String broken = violation(stage, stage.moves.choices());
            violation = broken == null ? violation : broken;
            trace = new ArrayList<>(stage.trace());
            trace.addAll(stage.situation());
            stage.abandon();
        }
        return new Exploration(graph.states(), graph.edges(), goodEnds.size(), executions, depth, complete, bounded,
            violation, List.copyOf(trace));
    }

    private boolean isOver() {
        full |= graph.states() >= bounds.statesMax();
        if (executions % PROGRESS_EXECUTIONS == 0) {
            progress.accept(graph.states());
            return full || stop.getAsBoolean();
        }
        return full;
    }

    private void execute() {
        executions++;
        final Stage stage = new Stage(scenario, bounds, false);
        stage.take(schedule.toIntArray());
        int before = path.isEmpty() ? -1 : path.getLast().state;
        while (true) {
            final int known = graph.state(stage.digest());
            final int state = known < 0 ? -known - 1 : known;
            if (before >= 0) {
                graph.edge(before, schedule.getInt(schedule.size() - 1), state);
            }
            if (known >= 0) {
                break;
            }
            final int[] choices = stage.moves.choices();
            if (violation(stage, choices) != null) {
                bad = state;
                break;
            }
            if (choices.length == 0) {
                goodEnds.addInt(state);
                break;
            }
            path.add(new Node(state, choices));
            depth = Math.max(depth, path.size());
            schedule.addInt(choices[0]);
            stage.take(choices[0]);
            before = state;
        }
        bounded |= stage.moves.isBounded();
        stage.abandon();
    }

    /** Goes back to the last state with a choice that was not taken, and takes it. */
    private boolean backtrack() {
        while (!path.isEmpty() && path.getLast().next == path.getLast().choices.length) {
            path.removeLast();
        }
        if (path.isEmpty()) {
            return false;
        }
        while (schedule.size() >= path.size()) {
            schedule.popInt();
        }
        final Node node = path.getLast();
        schedule.addInt(node.choices[node.next++]);
        return true;
    }

    private static @Nullable String violation(Stage stage, int[] choices) {
        for (Actor actor : stage.actors) {
            if (actor.failure != null) {
                return actor.name + " fails: " + actor.failure
                    + Arrays.stream(actor.failure.getStackTrace()).limit(3).toList();
            }
        }
        final String violation = stage.play().violation();
        return violation == null && choices.length == 0 ? stage.play().badEnd() : violation;
    }

    /** A state on the way, and how many of its choices were taken. */
    private static final class Node {

        final int state;
        final int[] choices;
        int next = 1;

        Node(int state, int[] choices) {
            this.state = state;
            this.choices = choices;
        }
    }
}
