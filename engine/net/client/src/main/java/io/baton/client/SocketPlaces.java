package io.baton.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The places for calls at a socket: as many as its server takes at once. Each client has some for itself, and the
 * others are for all. So one client alone has nearly all of them, and whatever others have under way, each can send: it
 * may hold the locks that theirs wait for.
 *
 * <p>The first calls of a client are at its own places, more at common ones. Who waits does so until one of its own
 * calls ends that leaves a place of its own, or until a common place is free and all who came before have one. While
 * somebody waits no common place is free, and none of its own. Thread-safe.
 */
final class SocketPlaces {

    /** Of its equal part of all places a client has one of so many for itself, and one at least. */
    private static final int PARTS = 4;

    private final int all;
    private final int ownMax;
    private final int commonMax;
    @GuardedBy("this")
    private int commonFree;
    /** In the order in which they came. */
    @GuardedBy("this")
    private final SequencedSet<Waiter> waiters = new LinkedHashSet<>();

    /** What one client has. Belongs to the latch of its {@code SocketPlaces}. */
    static final class Part {
        private final Queue<Waiter> waiters = new ArrayDeque<>();
        private int used;
    }

    /** A call that waits for a place. */
    private static final class Waiter {
        private final Part part;
        private final Semaphore turn = new Semaphore(0);
        /** Whether it has a place, when its turn has come. */
        private volatile boolean placed;

        Waiter(Part part) {
            this.part = part;
        }
    }

    /** Divides places among clients; there is one for each at least. */
    SocketPlaces(int places, int clients) {
        this.all = places;
        this.ownMax = Math.max(1, places / clients / PARTS);
        this.commonMax = places - ownMax * clients;
        this.commonFree = commonMax;
    }

    /** How many there are. */
    int all() {
        return all;
    }

    /** How many calls one client has under way at most. */
    int most() {
        return ownMax + commonMax;
    }

    /** Takes a place; returns false if there is none. */
    synchronized boolean tryEnter(Part part) {
        if (part.used >= ownMax) {
            if (commonFree == 0) {
                return false;
            }
            commonFree--;
        }
        part.used++;
        return true;
    }

    /**
     * Takes a place, and waits for it if need be: until calls end that have one, or the call itself is asked to end.
     * Nothing else ends the wait, no interrupt either.
     *
     * @return whether it has a place; false if it was asked to end before
     */
    boolean enter(Part part, CallFuture<?> call) {
        final Waiter waiter;
        synchronized (this) {
            if (tryEnter(part)) {
                return true;
            }
            waiter = new Waiter(part);
            waiters.add(waiter);
            part.waiters.add(waiter);
        }
        if (!call.waits(() -> leaves(waiter))) {
            leaves(waiter);
        }
        waiter.turn.acquireUninterruptibly();
        return waiter.placed;
    }

    /** Ends a wait, unless it has ended by a place. */
    private void leaves(Waiter waiter) {
        synchronized (this) {
            if (!waiters.remove(waiter)) {
                return;
            }
            waiter.part.waiters.remove(waiter);
        }
        waiter.turn.release();
    }

    /** Gives a place back: to one of the same client's calls if it is one of its own, else to the first waiter. */
    void leave(Part part) {
        final Waiter next = left(part);
        if (next != null) {
            next.turn.release();
        }
    }

    private synchronized @Nullable Waiter left(Part part) {
        part.used--;
        final boolean own = part.used < ownMax;
        final Waiter next = own ? part.waiters.peek() : waiters.isEmpty() ? null : waiters.getFirst();
        if (next != null) {
            waiters.remove(next);
            next.part.waiters.remove();
            next.part.used++;
            next.placed = true;
        } else if (!own) {
            commonFree++;
        }
        return next;
    }
}
