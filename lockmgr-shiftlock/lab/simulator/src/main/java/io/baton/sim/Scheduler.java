package io.baton.sim;

import io.baton.sim.model.NodeClock;
import io.baton.sim.model.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, and whose turn it is. Exactly one simulated thread runs at a time. A thread that has to wait takes the
 * next events itself until one of them ends a thread's wait, hands its turn over directly, and parks; if the wait that
 * ends is its own, it just goes on. The thread that runs the cluster gets the turn back when the run is over.
 *
 * <p>Concurrency: all fields belong to the thread that has the turn (outside a run, to the one thread that owns the
 * cluster); handing the turn over publishes them. The exceptions are {@code stopped}, which lets the owner stop a run
 * that hangs, and {@code current}, which the owner looks at to notice that.
 */
final class Scheduler {

    private final EventQueue queue = new EventQueue();
    private final Trace trace = new Trace();
    private final List<SimThread> threads = new ArrayList<>();
    private final Map<Thread, SimThread> byThread = new HashMap<>();
    /** Has the turn while no run is on. */
    private final SimThread nobody = new SimThread(this, null, "nobody", 0, true);
    private SimThread owner = nobody;
    private volatile SimThread current = nobody;
    private volatile boolean stopped;
    private boolean closed;
    /** An action happens, which must not wait. */
    private boolean acting;
    private long now;
    private int clients;
    private @Nullable RuntimeException failure;

    long now() {
        return now;
    }

    long hash() {
        return trace.hash();
    }

    /** What stands for a thread where there is none. */
    SimThread nobody() {
        return nobody;
    }

    boolean isRunning() {
        return current != nobody;
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Returns the simulated thread that a thread stands for.
     *
     * @throws IllegalArgumentException if it is none
     */
    SimThread simulated(Thread thread) {
        final SimThread found = byThread.get(thread);
        if (found == null) {
            throw new IllegalArgumentException(thread + " is no thread of the cluster: only those that it makes can be"
                + " waited for in virtual time");
        }
        return found;
    }

    /** Whether an action happens that was planned for the present time. */
    boolean isActing() {
        return acting;
    }

    /** Notes in the trace what happens now. */
    void note(int kind, long who, long where, long before, long after) {
        trace.add(now, kind, who, where, before, after);
    }

    /** Lets an event happen at a time, or now if that has passed. */
    void schedule(long time, Event event, long ticket) {
        queue.add(Math.max(time, now), event, ticket);
    }

    /**
     * Returns the thread that calls.
     *
     * @throws IllegalStateException if it is not a simulated one in its turn
     */
    SimThread current() {
        final SimThread thread = current;
        if (stopped || acting || !thread.isCaller()) {
            throw refused(thread);
        }
        return thread;
    }

    private RuntimeException refused(SimThread turn) {
        for (SimThread thread : threads) {
            if (stopped && thread.isCaller()) {
                throw new SimThread.Ended();
            }
        }
        if (acting) {
            return new IllegalStateException("what happens at a time must not wait: let it add a client that does");
        }
        return new IllegalStateException("thread " + Thread.currentThread() + " cannot wait in virtual time ("
            + turn.name() + " has the turn): issue verbs and wait only in clients and threads of the cluster, while "
            + "it runs");
    }

    /** Makes a thread that begins at the present time, and lives and dies with its node if it has one. */
    SimThread add(@Nullable SimNode node, String name, boolean daemon, Runnable body) {
        if (closed) {
            throw new IllegalStateException("the cluster is closed; make a new one");
        }
        final SimThread thread = new SimThread(this, node, name, threads.size() + 1, daemon);
        final Thread carried = Thread.ofVirtual().name(name).unstarted(() -> live(thread, body));
        thread.runsOn(carried);
        threads.add(thread);
        byThread.put(carried, thread);
        if (!daemon) {
            clients++;
        }
        queue.add(now, thread, thread.beginWait(WaitKind.FIRST_TURN, SimThread.NOWHERE));
        return thread;
    }

    private void live(SimThread me, Runnable body) {
        me.awaitTurn();
        if (stopped) {
            return;
        }
        try {
            body.run();
        } catch (Throwable thrown) {
            if (stopped) {
                return;
            }
            fail(new IllegalStateException(me.name() + " failed at " + now + " ns: " + thrown, thrown));
        }
        me.end();
        if (!me.isDaemon()) {
            clients--;
        }
        handOver(advance());
    }

    /**
     * Waits until an event ends the wait that the thread has begun. In a cluster that is closed nothing does: a thread
     * that cleans up as it unwinds, and waits again, unwinds on.
     */
    void await(SimThread me) {
        if (stopped) {
            throw new SimThread.Ended();
        }
        final SimThread next = advance();
        if (next == me) {
            return;
        }
        handOver(next);
        me.awaitTurn();
        if (stopped) {
            throw new SimThread.Ended();
        }
    }

    /** Lets time pass for the thread whose turn it is. */
    void pass(long nanos, WaitKind kind) {
        final SimThread me = current();
        queue.add(now + nanos, me, me.beginWait(kind, SimThread.NOWHERE));
        await(me);
    }

    /** Plans an action that takes no time. */
    void at(long time, Runnable action) {
        queue.add(Math.max(time, now), ticket -> {
            act(action);
            return null;
        }, 0);
    }

    private void act(Runnable action) {
        acting = true;
        try {
            action.run();
        } catch (Throwable thrown) {
            fail(new IllegalStateException("what was planned for " + now + " ns failed: " + thrown, thrown));
        } finally {
            acting = false;
        }
    }

    /** Lets the threads of a node never run again. If one of them calls this, it does not come back. */
    void crash(SimNode node) {
        final boolean suicide = isRunning() && !acting && current.isCaller() && current.isOn(node);
        final SimThread me = current;
        for (SimThread thread : threads) {
            if (thread.isOn(node) && !thread.isEnded() && !thread.isCrashed()) {
                thread.crash();
                if (!thread.isDaemon()) {
                    clients--;
                }
            }
        }
        if (suicide) {
            await(me);
        }
    }

    /** Lets a thread of a node that pauses pause at once, if it is the caller. */
    void pauseCaller(SimNode node) {
        final SimThread me = current;
        if (isRunning() && !acting && me.isCaller() && me.isOn(node)) {
            schedule(node.pausedUntil(), me, me.beginWait(WaitKind.PAUSE, SimThread.NOWHERE));
            await(me);
        }
    }

    /** Called when a clock has been set. */
    void clockChanged(NodeClock clock) {
        for (SimThread thread : threads) {
            thread.clockChanged(clock);
        }
    }

    private void handOver(SimThread next) {
        current = next;
        next.giveTurn();
    }

    /** Executes events until one can go on: a thread, or the owner if the run is over. */
    private SimThread advance() {
        while (clients > 0 && failure == null && !stopped) {
            if (queue.isEmpty()) {
                fail(stuck());
                break;
            }
            now = queue.time();
            final long ticket = queue.ticket();
            final SimThread woken = queue.remove().fire(ticket);
            if (woken != null && startedOrFail(woken)) {
                return woken;
            }
        }
        return owner;
    }

    private boolean startedOrFail(SimThread woken) {
        if (woken.waits() > 1 || woken.isStarted()) {
            return true;
        }
        fail(new IllegalStateException(
            woken.name() + " was made at " + now + " ns but not started; start it where it is made"));
        return false;
    }

    private void fail(RuntimeException cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    private IllegalStateException stuck() {
        final StringBuilder text = new StringBuilder("at ").append(now)
            .append(" ns nothing can happen any more, and not all clients have ended:");
        String separator = " ";
        for (SimThread thread : threads) {
            if (!thread.isEnded() && !thread.isCrashed()) {
                text.append(separator).append(thread.describeWait());
                separator = ", ";
            }
        }
        return new IllegalStateException(text.toString());
    }

    void run() {
        if (stopped || isRunning()) {
            throw new IllegalStateException(stopped ? "the cluster is closed, or was stopped; make a new one"
                : "the cluster runs already; run it once, from outside");
        }
        owner = new SimThread(this, null, "the owner of the cluster", 0, true);
        owner.runsOn(Thread.currentThread());
        current = owner;
        final SimThread next = advance();
        if (next != owner) {
            handOver(next);
            new RunWatch(owner, () -> current).await(this::stop);
        }
        current = nobody;
        if (failure != null) {
            throw failure;
        }
    }

    private void stop(RuntimeException reason) {
        stopped = true;
        throw reason;
    }

    /** Ends all threads that are left, one after the other. */
    void close() {
        if (isRunning() && !stopped) {
            throw new IllegalStateException("the cluster runs; close it from outside, after the run");
        }
        closed = true;
        stopped = true;
        RunWatch.endAll(threads);
    }
}
