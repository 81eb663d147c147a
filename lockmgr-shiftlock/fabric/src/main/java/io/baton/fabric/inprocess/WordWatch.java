package io.baton.fabric.inprocess;

import org.jspecify.annotations.Nullable;

/**
 * The word of the server's memory for which one endpoint or watcher waits. One for each, reused; the lists of
 * {@link WordWatches} are made of them.
 */
final class WordWatch {

    private final Runnable rung;

    long address;
    int line;
    int wordOffset;
    long mask;
    long value;
    @Nullable
    WordWatch next;
    private volatile boolean waiting;

    WordWatch(Runnable rung) {
        this.rung = rung;
    }

    /** Sets the wanted value, before the word is watched. */
    void expect(long newAddress, long newMask, long newValue) {
        address = newAddress;
        mask = newMask;
        value = newValue;
    }

    boolean isWaiting() {
        return waiting;
    }

    void waiting(boolean nowWaiting) {
        waiting = nowWaiting;
    }

    void ring() {
        rung.run();
    }
}
