package io.baton.rival.served;

import io.baton.lock.LockMode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One lock of a {@link TraditionalServer}: who holds it and who waits, in the order of arrival. */
final class TraditionalQueue {

    /**
     * A request that waits.
     *
     * @param mode what it wants
     * @param attempt the client's number of the request
     * @param route the client
     * @param overtakenBefore how many readers had overtaken anybody when it came
     */
    record Waiter(LockMode mode, long attempt, long route, int overtakenBefore) {
    }

    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private boolean writer;
    private int readers;
    /** How many readers have overtaken waiting writers; wraps. */
    private int overtaken;

    /** Takes the lock if a request may have it at once. */
    boolean tryGrant(LockMode mode, int readersOvertakeMax) {
        final Waiter first = waiters.peek();
        if (first != null) {
            final boolean overtakes = mode == LockMode.SHARED && readers > 0
                && overtaken - first.overtakenBefore() < readersOvertakeMax;
            if (!overtakes) {
                return false;
            }
            overtaken++;
        } else if (!isCompatible(mode)) {
            return false;
        }
        hold(mode);
        return true;
    }

    void enqueue(LockMode mode, long attempt, long route) {
        waiters.add(new Waiter(mode, attempt, route, overtaken));
    }

    void release(LockMode mode) {
        if (mode == LockMode.EXCLUSIVE) {
            writer = false;
        } else {
            readers--;
        }
    }

    /** Gives the lock to the first in the queue if it may have it now. */
    @Nullable
    Waiter grantNext() {
        final Waiter first = waiters.peek();
        if (first == null || !isCompatible(first.mode())) {
            return null;
        }
        hold(first.mode());
        return waiters.poll();
    }

    boolean isFree() {
        return !writer && readers == 0 && waiters.isEmpty();
    }

    private boolean isCompatible(LockMode mode) {
        return !writer && (mode == LockMode.SHARED || readers == 0);
    }

    private void hold(LockMode mode) {
        if (mode == LockMode.EXCLUSIVE) {
            writer = true;
        } else {
            readers++;
        }
    }
}
