package io.baton.storage.log;

import io.baton.park.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A thread that is parked until a {@link Progress} reaches a target. */
final class Waiter {
    // others is written twice at most: by who wakes this waiter and hands others over to it, and by the waiter when it
    // leaves. The second of them knows from the first that it has to wake them.
    private static final Waiter GONE = new Waiter();
    private static final VarHandle OTHERS;

    final long target;
    /** When it gives up, if that is left to a {@link io.baton.park.WaitKeeper}; else {@link Long#MAX_VALUE}. */
    final long deadlineNanos;
    /** Next in the stack, then in the queue, then among those that are told together. */
    @Nullable
    Waiter next;
    private final Parking parking;
    private final @Nullable Thread thread;
    @SuppressWarnings("unused")
    private volatile @Nullable Waiter others;

    static {
        try {
            OTHERS = MethodHandles.lookup().findVarHandle(Waiter.class, "others", Waiter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Waiter() {
        target = 0;
        deadlineNanos = Long.MAX_VALUE;
        parking = Parking.onMachine();
        thread = null;
    }

    Waiter(long target, long deadlineNanos, Parking parking, Thread thread) {
        this.target = target;
        this.deadlineNanos = deadlineNanos;
        this.parking = parking;
        this.thread = thread;
    }

    boolean isVirtual() {
        return thread != null && thread.isVirtual();
    }

    /** Wakes the thread, which looks for itself. */
    void wake() {
        if (others != GONE) {
            parking.unpark(thread);
        }
    }

    /** Wakes the thread, and lets it wake those behind it in its list; false if it has left, and they are not woken. */
    boolean wakeFirstOfList() {
        final Waiter rest = next;
        if (rest != null && !OTHERS.compareAndSet(this, null, rest)) {
            return false;
        }
        wake();
        return true;
    }

    /** The thread does not wait any more; it wakes those that were handed over to it. */
    void leave() {
        wakeAll((Waiter) OTHERS.getAndSet(this, GONE));
    }

    boolean hasLeft() {
        return others == GONE;
    }

    /** Wakes a list of waiters. */
    static void wakeAll(@Nullable Waiter first) {
        Waiter waiter = first;
        while (waiter != null) {
            // Once it is awake, it may be anything.
            final Waiter rest = waiter.next;
            waiter.wake();
            waiter = rest;
        }
    }
}
