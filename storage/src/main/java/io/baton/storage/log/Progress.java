package io.baton.storage.log;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A number that only grows, and those who wait until it has reached a target. One thread advances it; any thread waits.
 */
final class Progress {
    // Ownership: the stack is everybody's; who takes it answers all that are in it. The queue is the advancing
    // thread's: waiters that it took whose target is not reached yet.
    // A waiter pushes itself, then looks at the number and at the end again; the advancing thread stores the number
    // (or the end), then takes the stack. So one of the two sees the other. A listener that both see is called by
    // the one that marks it told.
    // After the end nobody comes to take the stack, so a waiter that sees it after its push takes the stack itself.
    private final NanoClock clock;
    private final AtomicReference<@Nullable Waiter> stack = new AtomicReference<>();
    private volatile long reached;
    private volatile @Nullable LogFailedException end;
    private @Nullable Waiter queueFirst;
    private @Nullable Waiter queueLast;
    private int queued;
    private int answered;

    Progress(long begin, NanoClock clock) {
        reached = begin;
        this.clock = clock;
    }

    long reached() {
        return reached;
    }

    /** Stores a new number; {@link #answer} tells those who wait for it. */
    void advance(long to) {
        reached = to;
    }

    /** Waits; false if the time is over. */
    boolean await(long target, long timeoutNanos) {
        if (reached >= target) {
            return true;
        }
        final long begin = clock.nanoTime();
        final Waiter waiter = new Waiter(target, Thread.currentThread());
        push(waiter);
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
                LockSupport.parkNanos(this, left);
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

    /** Calls the listener once: now, or when the target is reached or cannot be any more. */
    void whenReached(long target, LogListener listener) {
        final Waiter waiter = new Waiter(target, listener);
        if (reached >= target) {
            waiter.tell(null);
            return;
        }
        push(waiter);
        if (reached >= target) {
            waiter.tell(null);
        } else if (end != null) {
            tellAll(take());
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

    private void tellAll(@Nullable Waiter first) {
        Waiter waiter = first;
        while (waiter != null) {
            final Waiter next = waiter.next;
            waiter.tell(waiter.target <= reached ? null : end);
            waiter = next;
        }
    }

    /** Tells those whose target is reached, in the order in which they came. The advancing thread only. */
    void answer() {
        enqueue(take());
        answered = 0;
        Waiter before = null;
        Waiter waiter = queueFirst;
        while (waiter != null) {
            final Waiter next = waiter.next;
            if (waiter.target <= reached) {
                unlink(before, waiter);
                answered++;
                waiter.tell(null);
            } else {
                before = waiter;
            }
            waiter = next;
        }
    }

    private void enqueue(@Nullable Waiter fresh) {
        if (fresh == null) {
            return;
        }
        if (queueLast == null) {
            queueFirst = fresh;
        } else {
            queueLast.next = fresh;
        }
        Waiter last = fresh;
        queued++;
        while (last.next != null) {
            last = last.next;
            queued++;
        }
        queueLast = last;
    }

    private void unlink(@Nullable Waiter before, Waiter waiter) {
        if (before == null) {
            queueFirst = waiter.next;
        } else {
            before.next = waiter.next;
        }
        if (waiter.next == null) {
            queueLast = before;
        }
        queued--;
    }

    /** Returns how many waited at the last {@link #answer}: those who were told, and the others. Its thread only. */
    int waited() {
        return answered + queued;
    }

    /** The number will not grow any more: tells everybody, also those who come later. The advancing thread only. */
    void end(LogFailedException failure) {
        end = failure;
        answer();
        final Waiter rest = queueFirst;
        queueFirst = null;
        queueLast = null;
        tellAll(rest);
        tellAll(take());
    }
}
