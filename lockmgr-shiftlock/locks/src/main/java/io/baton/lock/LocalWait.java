package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Route;

/** A client's wait behind other clients of its process; used again for the next one. */
final class LocalWait {

    /** How a wait has ended. */
    enum State {
        /** It has not. */
        WAITS,
        /** The client has a lock that the process keeps. */
        GRANTED,
        /** The client has a lock that the one before it has passed on, with all that it knew. */
        PASSED,
        /** The client asks the server in the name of all who wait here. */
        LEADS
    }

    final Doorbell bell;
    /** Who waits. */
    final long route;
    /** What is waited for; written under the cache's monitor. */
    LockMode mode = LockMode.SHARED;
    /** What the client before this one knew, as in its {@link Hold}; to be read once the state says PASSED. */
    long relCnt;
    int epoch;
    int consWrt;
    long successor = Route.NONE;
    long successorAttempt;
    private volatile State state = State.WAITS;

    LocalWait(Doorbell bell, long route) {
        this.bell = bell;
        this.route = route;
    }

    void begin(LockMode wanted) {
        mode = wanted;
        state = State.WAITS;
    }

    void grant() {
        end(State.GRANTED);
    }

    /** Gets a lock from its holder, in its place. */
    void pass(Hold from) {
        relCnt = from.relCnt;
        epoch = from.epoch;
        consWrt = from.consWrt + 1;
        successor = from.successor;
        successorAttempt = from.successorAttempt;
        end(State.PASSED);
    }

    void lead() {
        end(State.LEADS);
    }

    State state() {
        return state;
    }

    /** Back to what it is before a wait, so that a state of the client says nothing about waits that are over. */
    void forget() {
        mode = LockMode.SHARED;
        state = State.WAITS;
    }

    private void end(State how) {
        state = how;
        bell.ring();
    }

    @Override
    public String toString() {
        return Route.toString(route) + " " + mode + " " + state
            + (state == State.PASSED ? " relCnt=" + relCnt + " epoch=" + epoch + " consWrt=" + consWrt
            + " successor=" + Route.toString(successor) + "/" + successorAttempt : "");
    }
}
