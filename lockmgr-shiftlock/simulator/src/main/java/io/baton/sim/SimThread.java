package io.baton.sim;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A simulated thread: a virtual thread that runs only when it is its turn. As an event it is the end of a wait; the
 * ticket tells which wait, so that an event that comes too late wakes nobody.
 */
final class SimThread implements Event {

    final String name;
    /** Whether a run goes on without it. */
    final boolean daemon;
    private @Nullable Thread thread;
    /** Written by whoever hands the turn over; the only variable that two threads touch at once. */
    private volatile boolean turn;
    private volatile boolean cancelled;
    /** Names the present wait; 0 while it does not wait. */
    private long waiting;
    private long tickets;
    /** What it waits for, for messages. */
    String waitsFor = "its first turn";
    long waitsSince;
    boolean ended;

    SimThread(String name, boolean daemon) {
        this.name = name;
        this.daemon = daemon;
    }

    void thread(Thread newThread) {
        thread = newThread;
    }

    @Nullable Thread thread() {
        return thread;
    }

    /** Begins a wait and names it. */
    long beginWait(String what, long now) {
        waitsFor = what;
        waitsSince = now;
        waiting = ++tickets;
        return waiting;
    }

    /** The name of the present wait. */
    long waiting() {
        return waiting;
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        if (ticket != waiting) {
            return null;
        }
        waiting = 0;
        return this;
    }

    /** Lets it go on. The caller must not touch anything shared afterwards. */
    void giveTurn() {
        turn = true;
        LockSupport.unpark(thread);
    }

    /** Parks until it is this thread's turn; called by the thread itself. */
    void awaitTurn() {
        while (!turn) {
            LockSupport.park(this);
        }
        turn = false;
        if (cancelled) {
            throw new Ended();
        }
    }

    void cancel() {
        cancelled = true;
        giveTurn();
    }

    /** Unwinds the stack of a simulated thread whose cluster is closed. */
    static final class Ended extends Error {

        private static final long serialVersionUID = 1L;

        Ended() {
            super("the simulated cluster is closed", null, false, false);
        }
    }
}
