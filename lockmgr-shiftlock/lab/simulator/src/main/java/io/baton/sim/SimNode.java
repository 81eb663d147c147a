package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.NodeClock;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * A node, which is one process: whether it lives, its pace, its clock, and how many steps it has made. What belongs to
 * it, as its endpoints, remembers its incarnation, and is dead when that has passed.
 */
final class SimNode {

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

    /** How many numbers of queue pairs were given out, since they were last given out again, and at most. */
    private static final class QueuePairs {

        private int next;
        private int used;
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
    /** By the number of the lock server for which they are. */
    private final Int2ObjectHashMap<QueuePairs> queuePairs = new Int2ObjectHashMap<>();
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

    /**
     * A route for a new endpoint. Each lock server has numbers of its own, as if its notices took a way of their own:
     * one that comes too late reaches no endpoint of another server.
     */
    long nextRoute(int server, int servers, FaultCounters faults) {
        final int count = (Route.QUEUE_PAIR_MAX + 1) / servers;
        final QueuePairs pairs = queuePairs.computeIfAbsent(server, _ -> new QueuePairs());
        if (pairs.next == count) {
            throw new IllegalStateException("node " + id + " has no route left: it has opened " + count
                + " endpoints; make a new cluster");
        }
        final long route = Route.of(id, server * count + pairs.next);
        if (pairs.next < pairs.used) {
            faults.countAndTrace(FaultKind.ROUTE_REUSED, route, 0);
        }
        pairs.next++;
        pairs.used = Math.max(pairs.used, pairs.next);
        return route;
    }

    /** Gives its queue-pair numbers out once more. */
    void reuseRoutes() {
        queuePairs.values().forEach(pairs -> pairs.next = 0);
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
