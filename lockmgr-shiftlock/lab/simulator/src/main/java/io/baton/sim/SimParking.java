package io.baton.sim;

import io.baton.park.Parking;
import io.baton.sim.model.NodeClock;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Simulated threads that wait for each other in virtual time. A wait that somebody ends is over at the same moment, as
 * soon as the thread that ends it waits itself; nothing else takes time. Locks and conditions wake in the order in
 * which their threads came.
 */
final class SimParking implements Parking {

    private final Scheduler scheduler;

    SimParking(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void park(Object blocker) {
        park(NodeClock.NEVER);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        if (nanos > 0) {
            park(after(nanos));
        }
    }

    private void park(long until) {
        final SimThread me = scheduler.current();
        if (!me.takePermit()) {
            await(me, me.beginPark(), until);
        }
    }

    private void await(SimThread me, long ticket, long until) {
        if (until != NodeClock.NEVER) {
            scheduler.schedule(until, me, ticket);
        }
        scheduler.await(me);
    }

    private long after(long nanos) {
        return nanos < NodeClock.NEVER - scheduler.now() ? scheduler.now() + nanos : NodeClock.NEVER;
    }

    @Override
    public void unpark(@Nullable Thread thread) {
        if (thread != null) {
            scheduler.simulated(thread).unpark();
        }
    }

    @Override
    public Lock newLock() {
        return new SimLock();
    }

    @Override
    public boolean join(Thread thread, long nanos) {
        final SimThread joined = scheduler.simulated(thread);
        final long until = after(nanos);
        while (joined.isStarted() && !joined.isEnded()) {
            if (scheduler.now() >= until) {
                return false;
            }
            final SimThread me = scheduler.current();
            final long ticket = me.beginWait(WaitKind.END, SimThread.NOWHERE);
            joined.wakeAtEnd(me, ticket);
            await(me, ticket, until);
        }
        return true;
    }

    @Override
    public int threadNumber() {
        return caller().number();
    }

    /** The thread that calls, or what stands for the owner of the cluster while it does not run. */
    private SimThread caller() {
        return scheduler.isRunning() ? scheduler.current() : scheduler.nobody();
    }

    /** A thread that waits, and for which of its waits. */
    private static final class Waiter {

        private final SimThread thread;
        private final long ticket;
        private boolean woken;

        Waiter(SimThread thread, WaitKind kind) {
            this.thread = thread;
            this.ticket = thread.beginWait(kind, SimThread.NOWHERE);
        }
    }

    private void wake(@Nullable Waiter waiter) {
        if (waiter != null) {
            waiter.woken = true;
            scheduler.schedule(scheduler.now(), waiter.thread, waiter.ticket);
        }
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("simulated threads are not interrupted, and have no calendar");
    }

    private final class SimLock implements Lock {

        private final Deque<Waiter> waiting = new ArrayDeque<>();
        private @Nullable SimThread holder;
        private int holds;

        @Override
        public void lock() {
            acquire(caller(), 1);
        }

        private void acquire(SimThread me, int more) {
            while (holder != null && holder != me) {
                final Waiter waiter = new Waiter(me, WaitKind.LOCK);
                waiting.add(waiter);
                SimParking.this.await(me, waiter.ticket, NodeClock.NEVER);
            }
            holder = me;
            holds += more;
        }

        @Override
        public boolean tryLock() {
            final SimThread me = caller();
            if (holder != null && holder != me) {
                return false;
            }
            acquire(me, 1);
            return true;
        }

        @Override
        public void unlock() {
            // A thread of a closed cluster unwinds out of any wait, without the lock that it would have had again.
            if (!scheduler.isStopped()) {
                checkHeld();
                holds--;
                if (holds == 0) {
                    giveUp();
                }
            }
        }

        private SimThread checkHeld() {
            final SimThread me = caller();
            if (holder != me) {
                throw new IllegalMonitorStateException(me.name() + " does not hold the lock");
            }
            return me;
        }

        private void giveUp() {
            holder = null;
            wake(waiting.poll());
        }

        @Override
        public Condition newCondition() {
            return new SimCondition(this);
        }

        @Override
        public void lockInterruptibly() {
            throw unsupported();
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            throw unsupported();
        }
    }

    private final class SimCondition implements Condition {

        private final SimLock lock;
        private final Deque<Waiter> waiting = new ArrayDeque<>();

        SimCondition(SimLock lock) {
            this.lock = lock;
        }

        /** Returns whether it was signalled. */
        private boolean sleepUntil(long until) {
            final SimThread me = lock.checkHeld();
            final int holds = lock.holds;
            lock.holds = 0;
            lock.giveUp();
            final Waiter waiter = new Waiter(me, WaitKind.CONDITION);
            waiting.add(waiter);
            SimParking.this.await(me, waiter.ticket, until);
            waiting.remove(waiter);
            lock.acquire(me, holds);
            return waiter.woken;
        }

        @Override
        public void await() {
            sleepUntil(NodeClock.NEVER);
        }

        @Override
        public void awaitUninterruptibly() {
            sleepUntil(NodeClock.NEVER);
        }

        @Override
        public long awaitNanos(long nanos) {
            final long until = after(Math.max(0, nanos));
            sleepUntil(until);
            return until - scheduler.now();
        }

        @Override
        public boolean await(long time, TimeUnit unit) {
            return sleepUntil(after(Math.max(0, unit.toNanos(time))));
        }

        @Override
        public boolean awaitUntil(Date deadline) {
            throw unsupported();
        }

        @Override
        public void signal() {
            lock.checkHeld();
            wake(waiting.poll());
        }

        @Override
        public void signalAll() {
            lock.checkHeld();
            while (!waiting.isEmpty()) {
                wake(waiting.poll());
            }
        }
    }
}
