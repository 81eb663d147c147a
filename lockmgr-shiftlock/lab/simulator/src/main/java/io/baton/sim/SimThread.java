package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.NodeClock;
import io.baton.sim.model.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a simulated cluster, which runs only when it is its turn. As an event it is the end of a wait; the ticket
 * tells which wait, so that an event that comes too late wakes nobody.
 */
final class SimThread implements Event {

    /** For waits that have no address and no route. */
    static final long NOWHERE = -1;

    private final String name;
    private final int number;
    private final boolean daemon;
    private final Scheduler scheduler;
    /** The node that it lives and dies with, or null if it belongs to none. */
    private final @Nullable SimNode node;
    private @Nullable Thread thread;
    /** Written by the thread that hands the turn over and by the owner that takes it; publishes all earlier writes. */
    private volatile boolean turn;
    /** The present wait, and what it is for; the ticket is 0 while it does not wait. */
    private long ticket;
    private long tickets;
    private WaitKind waitsFor = WaitKind.FIRST_TURN;
    private long waitsAt = NOWHERE;
    private long waitsSince;
    /** The last wait that has a deadline, and the deadline in the clock in which it was given. */
    private long deadlineTicket;
    private long deadlineNanos;
    private @Nullable NodeClock deadlineClock;
    /** The last wait that an unpark ends, and whether one came while there was none. */
    private long parkTicket;
    private boolean permit;
    /** Threads that wait for its end, each with the ticket of that wait behind it. */
    private final List<SimThread> joining = new ArrayList<>();
    private final LongArrayList joiningTickets = new LongArrayList();
    private boolean ended;
    private boolean crashed;

    SimThread(Scheduler scheduler, @Nullable SimNode node, String name, int number, boolean daemon) {
        this.scheduler = scheduler;
        this.node = node;
        this.name = name;
        this.number = number;
        this.daemon = daemon;
    }

    String name() {
        return name;
    }

    /** Its place among all threads of the cluster, which the trace hash takes for its name. */
    int number() {
        return number;
    }

    /** Whether a run ends without it. */
    boolean isDaemon() {
        return daemon;
    }

    void runsOn(Thread newThread) {
        thread = newThread;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    /** Whether it is the thread that calls this. */
    boolean isCaller() {
        return Thread.currentThread().equals(thread);
    }

    boolean isStarted() {
        return thread != null && thread.getState() != Thread.State.NEW;
    }

    void end() {
        ended = true;
        for (int i = 0; i < joining.size(); i++) {
            scheduler.schedule(scheduler.now(), joining.get(i), joiningTickets.getLong(i));
        }
        joining.clear();
        joiningTickets.clear();
    }

    /** Ends a wait of another thread when this one ends. */
    void wakeAtEnd(SimThread other, long otherTicket) {
        joining.add(other);
        joiningTickets.addLong(otherTicket);
    }

    /** Returns whether it was unparked since it last parked, which counts once. */
    boolean takePermit() {
        final boolean taken = permit;
        permit = false;
        return taken;
    }

    /** Begins a wait that {@link #unpark} ends, and returns its ticket. */
    long beginPark() {
        parkTicket = beginWait(WaitKind.UNPARK, NOWHERE);
        return parkTicket;
    }

    /** Ends its park, or the next one. */
    void unpark() {
        if (ticket != 0 && ticket == parkTicket) {
            scheduler.schedule(scheduler.now(), this, ticket);
        } else {
            permit = true;
        }
    }

    boolean isEnded() {
        return ended;
    }

    /** Begins a wait, for something at an address or a route, and returns its ticket. */
    long beginWait(WaitKind kind, long where) {
        waitsFor = kind;
        waitsAt = where;
        waitsSince = scheduler.now();
        ticket = ++tickets;
        return ticket;
    }

    /** Begins a wait that has a deadline in a node's clock; the caller schedules its end. */
    long beginWait(WaitKind kind, long where, NodeClock clock, long newDeadlineNanos) {
        deadlineTicket = beginWait(kind, where);
        deadlineNanos = newDeadlineNanos;
        deadlineClock = clock;
        return deadlineTicket;
    }

    /** Called when a clock has been set: if the present wait has a deadline in it, that may have come closer. */
    void clockChanged(NodeClock clock) {
        if (ticket != 0 && ticket == deadlineTicket && clock == deadlineClock) {
            final long exact = clock.exact(deadlineNanos);
            if (exact != NodeClock.NEVER) {
                scheduler.schedule(exact, this, ticket);
            }
        }
    }

    boolean isOn(SimNode someNode) {
        return node == someNode;
    }

    /** Never gets a turn again. */
    void crash() {
        crashed = true;
        ticket = 0;
        waitsFor = WaitKind.CRASHED;
    }

    boolean isCrashed() {
        return crashed;
    }

    /** How often it has waited. */
    long waits() {
        return tickets;
    }

    /** Ends the wait with this ticket, if it is still on; if its node pauses, not before it goes on. */
    @Override
    public @Nullable SimThread fire(long endedTicket) {
        if (endedTicket != ticket) {
            return null;
        }
        if (node != null && node.pausedUntil() > scheduler.now()) {
            scheduler.schedule(node.pausedUntil(), this, endedTicket);
            return null;
        }
        ticket = 0;
        scheduler.note(Trace.TURN, number, endedTicket, 0, 0);
        return this;
    }

    /** Lets it go on. The caller must not touch anything of the cluster afterwards. */
    void giveTurn() {
        turn = true;
        LockSupport.unpark(thread);
    }

    boolean hasTurn() {
        return turn;
    }

    /** Parks until it is this thread's turn; called by the thread itself. */
    void awaitTurn() {
        while (!turn) {
            LockSupport.park(this);
        }
        turn = false;
    }

    /** Says what it waits for and since when. */
    String describeWait() {
        final String where = waitsAt == NOWHERE ? ""
            : waitsFor == WaitKind.SEND ? " to " + Route.toString(waitsAt) : " at address " + waitsAt;
        return name + " waits for " + waitsFor + where + " since " + waitsSince + " ns";
    }

    /** Unwinds the stack of a simulated thread whose cluster is closed. */
    static final class Ended extends Error {

        private static final long serialVersionUID = 1L;

        Ended() {
            super("the simulated cluster is closed", null, false, false);
        }
    }
}
