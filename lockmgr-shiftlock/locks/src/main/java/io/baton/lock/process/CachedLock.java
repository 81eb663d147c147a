package io.baton.lock.process;

import io.baton.lock.LockMode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of a lock. One that it keeps between its transactions is held by its agent at the server, and
 * here it is a reader-writer lock for the process's own clients, first come, first served. One that it does not keep
 * may have a leader. Used under the {@link LockCache}'s monitor.
 */
final class CachedLock extends Turn {

    /** How far the process has it. */
    enum State {
        /** A client is about to name the agent in the entry; no other may use it yet. */
        ARRIVING,
        /** The process's clients may use it. */
        KEPT,
        /** Another process wants it: clients that use it or wait for it here are served, and no more come. */
        RECALLED,
        /**
         * Not kept: one of its writers, the leader, has had to queue at the server and has not given the lock back
         * yet; its other writers queue here behind it.
         */
        LED
    }

    State state = State.ARRIVING;
    /** How often the lock has been passed on here since its leader got it from the server. */
    int turns;
    /** How many local grants there have been; stays 0 where nobody asks for tokens. */
    private long grants;
    private final boolean counted;
    private int readers;
    private boolean writer;
    private final Deque<LocalWait> queue = new ArrayDeque<>();

    CachedLock(int slot, boolean counted) {
        this.slot = slot;
        this.counted = counted;
    }

    /** Numbers a local grant. */
    long nextGrant() {
        grants += counted ? 1 : 0;
        return grants;
    }

    /** Wakes all who wait: the process has lost its session. */
    void lose() {
        queue.forEach(LocalWait::lose);
        queue.clear();
    }

    boolean isFree() {
        return readers == 0 && !writer && queue.isEmpty();
    }

    /** Another process wants it, and no client uses it here any more. */
    boolean isOver() {
        return state == State.RECALLED && isFree();
    }

    /** Takes it at once if no other client is in the way. */
    boolean enter(LockMode mode) {
        if (!queue.isEmpty() || !admits(mode)) {
            return false;
        }
        take(mode);
        return true;
    }

    void enqueue(LocalWait wait) {
        queue.add(wait);
    }

    /** Leaves the queue; false if it has been granted meanwhile. */
    boolean leaveQueue(LocalWait wait) {
        if (!queue.remove(wait)) {
            return false;
        }
        if (state != State.LED) {
            serve();
        }
        return true;
    }

    /** Takes out the first waiter. */
    @Nullable
    LocalWait next() {
        return queue.poll();
    }

    void leave(LockMode mode) {
        if (mode == LockMode.SHARED) {
            readers--;
        } else {
            writer = false;
        }
        serve();
    }

    /** A sole reader becomes the writer, unless another client waits. */
    boolean upgrade() {
        if (readers != 1 || !queue.isEmpty()) {
            return false;
        }
        readers = 0;
        writer = true;
        return true;
    }

    private void serve() {
        @Nullable
        LocalWait next = queue.peek();
        while (next != null && admits(next.mode)) {
            queue.remove();
            take(next.mode);
            next.grantedBy(this);
            next = queue.peek();
        }
    }

    private boolean admits(LockMode mode) {
        return !writer && (mode == LockMode.SHARED || readers == 0);
    }

    private void take(LockMode mode) {
        if (mode == LockMode.SHARED) {
            readers++;
        } else {
            writer = true;
        }
    }

    @Override
    public String toString() {
        return "slot=" + slot + " " + state + " turns=" + turns
            + " readers=" + readers + " writer=" + writer + " waiting=" + queue + known()
            + (grants == 0 ? "" : " grants=" + grants);
    }
}
