package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Route;

/** A client's wait for a lock that its process keeps; used again for the next one. */
final class LocalWait {

    final Doorbell bell;
    /** Who waits. */
    final long route;
    /** What is waited for; written under the cache's monitor. */
    LockMode mode = LockMode.SHARED;
    private volatile boolean granted;

    LocalWait(Doorbell bell, long route) {
        this.bell = bell;
        this.route = route;
    }

    void begin(LockMode wanted) {
        mode = wanted;
        granted = false;
    }

    void grant() {
        granted = true;
        bell.ring();
    }

    boolean isGranted() {
        return granted;
    }

    @Override
    public String toString() {
        return Route.toString(route) + " " + mode + (granted ? " granted" : "");
    }
}
