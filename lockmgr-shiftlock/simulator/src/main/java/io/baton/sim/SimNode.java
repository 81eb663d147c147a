package io.baton.sim;

import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.NodeClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A node, which is one process: whether it lives, its pace, its clock, and how many steps it has made. What belongs to
 * it, as its endpoints, remembers its incarnation, and is dead when that has passed.
 */
final class SimNode {

    /** The admission of endpoints that were never let in. */
    static final int NEVER_ADMITTED = -1;

    /**
     * How many notices a mailbox has places for unless a capacity is set. On real machines it is the number of
     * receives that a client has posted; this is more than a cluster's clients, so that each may have written to the
     * same one.
     */
    static final int NOTICES_MAX = 1024;

    private static final long NO_HOOK = Long.MAX_VALUE;

    /** What is to happen at a step. */
    private record Hook(long step, long order, Runnable action) {
    }

    private final int id;
    private final NodeClock clock;
    private final ClusterModel model;
    private final PriorityQueue<Hook> hooks =
        new PriorityQueue<>(Comparator.comparingLong(Hook::step).thenComparingLong(Hook::order));
    private long hooksAdded;
    private long nextHookStep = NO_HOOK;
    private long steps;
    private int incarnation;
    private boolean crashed;
    private boolean silent;
    private long pausedUntil;
    private int noticesMax = NOTICES_MAX;
    private int admission;
    private boolean refused;
    private Processors processors;

    SimNode(int id, NodeClock clock, ClusterModel model, Processors processors) {
        this.id = id;
        this.clock = clock;
        this.model = model;
        this.processors = processors;
    }

    int id() {
        return id;
    }

    NodeClock clock() {
        return clock;
    }

    /** Which of its lives it lives, or would live next. */
    int incarnation() {
        return incarnation;
    }

    boolean isCrashed() {
        return crashed;
    }

    /** The processors of its present life, or of its machine if other nodes are on it. */
    Processors processors() {
        return processors;
    }

    void crash() {
        crashed = true;
        incarnation++;
        if (model.nodesPerMachine() == 1) {
            processors = new Processors(model, id);
        }
    }

    /** From now on nobody is told that it is gone. */
    void silence() {
        silent = true;
    }

    boolean isSilent() {
        return silent;
    }

    void restart() {
        crashed = false;
        silent = false;
        pausedUntil = 0;
    }

    /** Until when its threads stand still, in exact virtual time. */
    long pausedUntil() {
        return pausedUntil;
    }

    void pauseUntil(long nanos) {
        pausedUntil = Math.max(pausedUntil, nanos);
    }

    int noticesMax() {
        return noticesMax;
    }

    void noticesMax(int newNoticesMax) {
        noticesMax = newNoticesMax;
    }

    /** What its endpoints must have been connected with for the server to execute their verbs. */
    int admission() {
        return admission;
    }

    /** What an endpoint is connected with now. */
    int admissionOfNew() {
        return refused ? NEVER_ADMITTED : admission;
    }

    void refuse() {
        if (!refused) {
            refused = true;
            admission++;
        }
    }

    void admit() {
        refused = false;
    }

    long steps() {
        return steps;
    }

    /** Counts a step that one of its threads is about to make: a verb or a batch of them, a SEND, or a wait. */
    void step() {
        if (++steps >= nextHookStep) {
            runHooks();
        }
    }

    private void runHooks() {
        while (nextHookStep <= steps) {
            final Hook hook = hooks.remove();
            nextHookStep = hooks.isEmpty() ? NO_HOOK : hooks.element().step();
            hook.action().run();
        }
    }

    void atStep(long step, Runnable action) {
        if (step <= steps) {
            throw new IllegalArgumentException("step " + step + " of node " + id + ": give one above " + steps
                + ", which it has made");
        }
        hooks.add(new Hook(step, hooksAdded++, action));
        nextHookStep = hooks.element().step();
    }
}
