package io.baton.lock.process;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Route;
import io.baton.lock.LockMode;

/**
 * A client's wait behind other clients of its process, and the turn that it gets from the one before it; used again for
 * the next one.
 *
 * <p>Concurrency: the client waits; the client that ends the wait writes the turn before the state, which is volatile.
 */
public final class LocalWait extends Turn {

    /** How a wait has ended. */
    public enum State {
        /** It has not. */
        WAITS,
        /** The client has a lock that the process keeps. */
        GRANTED,
        /** The client has a lock that the one before it has passed on, with all that it knew. */
        PASSED,
        /** The client asks the server in the name of all who wait here. */
        LEADS,
        /** The process has lost its session, or without one its connection. */
        LOST
    }

    private final Doorbell bell;
    private final long route;
    /** What is waited for; written under the cache's monitor. */
    LockMode mode = LockMode.SHARED;
    /** Which of the local grants of a lock that the process keeps this is: the fifth part of its token. */
    long grant;
    private volatile State state = State.WAITS;

    /** Makes a wait that has not begun. The bell is the client's, and rung when the wait ends. */
    public LocalWait(Doorbell bell, long route) {
        this.bell = bell;
        this.route = route;
    }

    /** {@return the bell of the client, rung when the wait ends} */
    public Doorbell bell() {
        return bell;
    }

    /** {@return the route of the client that waits} */
    public long route() {
        return route;
    }

    void begin(LockMode wanted) {
        mode = wanted;
        state = State.WAITS;
    }

    /** {@return which of the local grants of a kept lock it has got; 0 where grants are not counted} */
    public long grant() {
        return grant;
    }

    /** Gets a lock that the process keeps, with what is known of it. */
    void grantedBy(CachedLock lock) {
        takeGrant(lock);
        end(State.GRANTED);
    }

    /** The same for a client that has not waited. */
    void takeGrant(CachedLock lock) {
        grant = lock.nextGrant();
        knowsOf(lock);
    }

    /** Gets a lock from its holder, in its place, with what that knows of it. */
    public void pass(Turn from) {
        takeOver(from);
        consWrt++;
        end(State.PASSED);
    }

    /** Asks the server from now on: the one before it leads no more, or has lost its turn by a reset. */
    public void lead() {
        end(State.LEADS);
    }

    /** The one before it, or the whole process, has lost the lock server. */
    public void lose() {
        end(State.LOST);
    }

    /** {@return how the wait stands; what {@link #pass} has written is there once it is PASSED} */
    public State state() {
        return state;
    }

    /** Back to what it is before a wait, so that a state of the client says nothing about waits that are over. */
    public void forget() {
        mode = LockMode.SHARED;
        state = State.WAITS;
    }

    private void end(State how) {
        state = how;
        bell.ring();
    }

    @Override
    public String toString() {
        return Route.toString(route) + " " + mode + " " + state + (state == State.PASSED ? known() : "");
    }
}
