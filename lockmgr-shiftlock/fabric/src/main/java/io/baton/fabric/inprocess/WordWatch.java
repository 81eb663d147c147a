package io.baton.fabric.inprocess;

import org.jspecify.annotations.Nullable;

/**
 * What one endpoint waits for in the server's memory. One per endpoint, reused; the lists of {@link WordWatches} are
 * made of them.
 */
final class WordWatch {

    private final ParkedDoorbell doorbell;

    int line;
    int wordOffset;
    long mask;
    long value;
    @Nullable
    WordWatch next;
    private volatile boolean waiting;

    WordWatch(ParkedDoorbell doorbell) {
        this.doorbell = doorbell;
    }

    boolean isWaiting() {
        return waiting;
    }

    void waiting(boolean nowWaiting) {
        waiting = nowWaiting;
    }

    void ring() {
        doorbell.ring();
    }
}
