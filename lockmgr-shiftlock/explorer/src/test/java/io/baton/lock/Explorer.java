package io.baton.lock;

import io.baton.explore.graph.StateGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all interleavings of a {@link Scenario}, depth first, by executing it again and again from its
 * beginning. Checks in every state that writers are alone, and that the end can still be reached without any deadline
 * passing; at each end that the locks are free and no client remembers anything.
 */
final class Explorer {

    /** What an exploration found. */
    record Result(Scenario scenario, StateGraph graph, StateGraph seen, int ends, int executions, int depth,
        long millis,
        @Nullable String violation, List<String> trace) {

        String figures() {
            return scenario + ": " + graph.states() + " states, " + graph.edges() + " steps, " + ends + " ends"
                + ", depth " + depth + ", " + executions + " executions, " + millis + " ms"
                + (violation == null ? "" : ", VIOLATION: " + violation);
        }

        String story() {
            return figures() + "\n  " + String.join("\n  ", trace);
        }
    }

    private final Scenario scenario;
    private final StateDigest digest;
    private final int statesMax;
    private final StateGraph graph = new StateGraph();
    /** The states as {@link StateDigest#STATE} sees them, whatever digest they are merged by. */
    private final StateGraph seen;
    private final BitSet goodEnds = new BitSet();
    private final BitSet bad = new BitSet();
    private final IntArrayList schedule = new IntArrayList();
    private final List<Node> path = new ArrayList<>();
    private int executions;
    private int depth;

    private Explorer(Scenario scenario, StateDigest digest, int statesMax) {
        this.scenario = scenario;
        this.digest = digest;
        this.statesMax = statesMax;
        this.seen = digest.equals(StateDigest.STATE) ? graph : new StateGraph();
    }

    static Result explore(Scenario scenario) {
        return explore(scenario, StateDigest.STATE, 4_000_000);
    }

    /** Explores on a virtual thread of its own, so that handing over to an actor is cheap. */
    static Result explore(Scenario scenario, StateDigest digest, int statesMax) {
        final FutureTask<Result> task = new FutureTask<>(() -> new Explorer(scenario, digest, statesMax).explore());
        final Thread thread = Thread.ofVirtual().start(task);
        try {
            return task.get();
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            throw new IllegalStateException("the exploration was interrupted", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the exploration failed", failed.getCause());
        }
    }

    private Result explore() {
        final long start = System.nanoTime();
        do {
            execute();
            if (Thread.currentThread().isInterrupted()) {
                // Nobody waits for the result any more; to go on would take the time of the explorations that follow.
                throw new IllegalStateException("the exploration was interrupted");
            }
        } while (backtrack());
        String violation = null;
        int[] way = null;
        if (!bad.isEmpty()) {
            way = graph.shortestTo(bad);
        } else {
            way = graph.shortestTo(graph.cannotReach(goodEnds, Stage::isExpiry));
            violation = way == null ? null : "from here on some client waits for ever";
        }
        List<String> trace = List.of();
        if (way != null) {
            final Stage stage = replay(way, true);
            violation = violation == null ? violation(stage, stage.choices()) : violation;
            trace = new ArrayList<>(stage.trace());
            trace.addAll(stage.situation());
            stage.abandon();
        }
        return new Result(scenario, graph, seen, goodEnds.cardinality(), executions, depth,
            (System.nanoTime() - start) / 1_000_000,
            violation, trace);
    }

    private Stage replay(int[] choices, boolean tracing) {
        final Stage stage = new Stage(scenario, false, tracing);
        final int[] last = new int[scenario.names().size() + Stage.AGENTS_MAX];
        Arrays.fill(last, -1);
        for (int i = 0; i < choices.length; i++) {
            if (Stage.isStep(choices[i])) {
                last[Stage.whose(choices[i])] = i;
            }
        }
        for (int i = 0; i < choices.length; i++) {
            stage.locating(Stage.isStep(choices[i]) && last[Stage.whose(choices[i])] == i);
            stage.take(choices[i]);
        }
        stage.locating(true);
        return stage;
    }

    private void execute() {
        executions++;
        final Stage stage = replay(schedule.toIntArray(), false);
        int before = path.isEmpty() ? -1 : path.getLast().state;
        while (true) {
            final int known = graph.state(digest.of(stage));
            final int state = known < 0 ? -known - 1 : known;
            if (before >= 0) {
                graph.edge(before, schedule.getInt(schedule.size() - 1), state);
            }
            if (known >= 0) {
                break;
            }
            if (!digest.equals(StateDigest.STATE)) {
                seen.state(StateDigest.STATE.of(stage));
            }
            if (graph.states() > statesMax) {
                throw new IllegalStateException(scenario + ": more than " + statesMax + " states");
            }
            final int[] choices = stage.choices();
            if (violation(stage, choices) != null) {
                bad.set(state);
                break;
            }
            if (choices.length == 0) {
                goodEnds.set(state);
                break;
            }
            path.add(new Node(state, choices));
            depth = Math.max(depth, path.size());
            schedule.addInt(choices[0]);
            stage.take(choices[0]);
            before = state;
        }
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
                return actor.name + " fails: " + actor.failure;
            }
        }
        final int slots = stage.table.slots();
        for (int slot = 0; slot < slots; slot++) {
            final String crowd = crowd(stage, slot);
            if (crowd != null) {
                return crowd;
            }
        }
        return choices.length == 0 ? badEnd(stage) : null;
    }

    private static @Nullable String crowd(Stage stage, int slot) {
        int writers = 0;
        int readers = 0;
        for (Actor actor : stage.actors) {
            final LockMode mode = slot < actor.holding.size() ? actor.holding.get(slot) : null;
            writers += mode == LockMode.EXCLUSIVE ? 1 : 0;
            readers += mode == LockMode.SHARED ? 1 : 0;
        }
        return writers > 1 || (writers == 1 && readers > 0)
            ? "mutual exclusion: " + writers + " writers and " + readers + " readers hold slot " + slot
            : null;
    }

    private static @Nullable String badEnd(Stage stage) {
        for (Actor actor : stage.actors) {
            if (!actor.ended() && (actor.client != null || actor.step.kind != StepKind.AWAIT_DOORBELL)) {
                return "deadlock: " + actor.name + " " + actor.step.text(stage.texts());
            }
            if (actor.client instanceof ShiftLockClient client && client.digest().contains("[")) {
                return actor.name + " remembers " + client.digest();
            }
        }
        for (int slot = 0; slot < stage.table.slots(); slot++) {
            if (!isKept(stage, slot) && !LockEntry.isFree(stage.fabric.word(LockEntry.address(slot)))) {
                return "slot " + slot + " is not free at the end";
            }
        }
        return null;
    }

    /** Whether the agent has the lock for its process, of which nobody uses it. */
    private static boolean isKept(Stage stage, int slot) {
        return stage.table.cacheDigest().contains("slot=" + slot + " KEPT turns=0 readers=0 writer=false waiting=[]");
    }

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
