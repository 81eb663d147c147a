package io.baton.storage.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.park.Parking;
import io.baton.park.WaitKeeper;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A number that only grows, and those who wait until it has reached a target. One thread advances it; any thread waits.
 */
final class Progress {
    // Ownership: the stack is everybody's; who takes it does so under the monitor and puts all that are in it into the
    // queue, which the monitor guards: waiters whose target is not reached yet, and some that have left.
    // A waiter pushes itself, then looks at the number and at the end again; the advancing thread stores the number
    // (or the end), then takes the stack. So one of the two sees the other.
    // Long waits have no timers of their own, which cost virtual threads more than all the rest: the keeper wakes them.
    /**
     * Virtual threads that are told together are woken by so many of them: an unpark from a carrier is cheaper.
     * Platform threads are woken by the advancing thread: else they waited until another one had its turn.
     */
    private static final int HEADS = 2;
    private static final int LIST_MIN = 4;

    private final NanoClock clock;
    private final Parking parking;
    private final WaitKeeper keeper;
    private final AtomicReference<@Nullable Waiter> stack = new AtomicReference<>();
    private volatile long reached;
    private volatile @Nullable LogFailedException end;
    @GuardedBy("this")
    private WaiterList queue = new WaiterList();
    /** The advancing thread's. */
    private int waited;

    Progress(long begin, NanoClock clock, Parking parking) {
        reached = begin;
        this.clock = clock;
        this.parking = parking;
        keeper = new WaitKeeper(this::wakeLate, parking);
    }

    /** Returns what must run on a thread of its own until the end, so that waits end in time. */
    WaitKeeper keeper() {
        return keeper;
    }

    long reached() {
        return reached;
    }

    /** Stores a new number; {@link #answer} tells those who wait for it. */
    void advance(long to) {
        reached = to;
    }

    /** Waits; false if the time is over. {@link Long#MAX_VALUE} is for ever. */
    boolean await(long target, long timeoutNanos) {
        if (reached >= target) {
            return true;
        }
        final long begin = clock.nanoTime();
        final boolean kept =
            timeoutNanos > WaitKeeper.FAR_NANOS && timeoutNanos != Long.MAX_VALUE && keeper.watches();
        final Waiter waiter =
            new Waiter(target, kept ? begin + timeoutNanos : Long.MAX_VALUE, parking, Thread.currentThread());
        push(waiter);
        if (kept) {
            keeper.watch();
        }
        boolean interrupted = false;
        try {
            while (reached < target) {
                final LogFailedException failure = end;
                final long left = timeoutNanos - (clock.nanoTime() - begin);
                if (reached >= target) {
                    break;
                }
                if (failure != null) {
                    throw failure.again();
                }
                if (left <= 0) {
                    return false;
                }
                park(left, kept || timeoutNanos == Long.MAX_VALUE);
                // An interrupt does not end the wait: the thread has it again afterwards.
                interrupted |= Thread.interrupted();
            }
            return true;
        } finally {
            waiter.leave();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void park(long leftNanos, boolean untimed) {
        if (untimed && leftNanos > WaitKeeper.FAR_NANOS) {
            parking.park(this);
        } else {
            parking.parkNanos(this, leftNanos);
        }
    }

    private void push(Waiter waiter) {
        Waiter top;
        do {
            top = stack.get();
            waiter.next = top;
        } while (!stack.compareAndSet(top, waiter));
    }

    /** Takes all who came since the last time, in the order in which they came. */
    private @Nullable Waiter take() {
        Waiter newest = stack.get() == null ? null : stack.getAndSet(null);
        Waiter first = null;
        while (newest != null) {
            final Waiter older = newest.next;
            newest.next = first;
            first = newest;
            newest = older;
        }
        return first;
    }

    /** Tells those whose target is reached. The advancing thread only. */
    void answer() {
        final WaiterList platform = new WaiterList();
        final WaiterList told = new WaiterList();
        synchronized (this) {
            queue.addAll(take());
            split(platform, told);
            waited = platform.size() + told.size() + queue.size();
        }
        Waiter.wakeAll(platform.first());
        final int count = Math.max(LIST_MIN, (told.size() + HEADS - 1) / HEADS);
        Waiter list = told.cut(count);
        while (list != null) {
            if (!list.wakeFirstOfList()) {
                Waiter.wakeAll(list);
            }
            list = told.cut(count);
        }
    }

    /** Moves those whose target is reached to the lists, and forgets those that have left. */
    @GuardedBy("this")
    private void split(WaiterList platform, WaiterList told) {
        final WaiterList rest = new WaiterList();
        Waiter waiter = queue.first();
        while (waiter != null) {
            final Waiter next = waiter.next;
            waiter.next = null;
            if (!waiter.hasLeft()) {
                (waiter.target > reached ? rest : waiter.isVirtual() ? told : platform).add(waiter);
            }
            waiter = next;
        }
        queue = rest;
    }

    /** Returns how many waited at the last {@link #answer}: those who were told, and the others. Its thread only. */
    int waited() {
        return waited;
    }

    /** Wakes those whose time is over; returns whether there are others whom the keeper will have to wake. */
    private synchronized boolean wakeLate() {
        queue.addAll(take());
        final long now = clock.nanoTime();
        boolean others = false;
        for (Waiter waiter = queue.first(); waiter != null; waiter = waiter.next) {
            if (waiter.deadlineNanos != Long.MAX_VALUE && !waiter.hasLeft()) {
                others = true;
                if (now - waiter.deadlineNanos >= 0) {
                    waiter.wake();
                }
            }
        }
        return others;
    }

    /** The number will not grow any more: tells all waiters; later ones see it. The advancing thread only. */
    void end(LogFailedException failure) {
        end = failure;
        keeper.stop();
        synchronized (this) {
            queue.addAll(take());
            for (Waiter waiter = queue.first(); waiter != null; waiter = waiter.next) {
                waiter.wake();
            }
        }
    }
}
