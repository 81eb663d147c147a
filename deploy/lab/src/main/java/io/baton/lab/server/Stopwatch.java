package io.baton.lab.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says when to measure and when to end, and waits until all have. Thread-safe. */
final class Stopwatch {

    private static final long END_SECONDS = 30;

    private final CountDownLatch slots;
    private volatile boolean measuring;
    private volatile boolean over;

    Stopwatch(int slots) {
        this.slots = new CountDownLatch(slots);
    }

    boolean isMeasuring() {
        return measuring;
    }

    boolean isOver() {
        return over;
    }

    void measure() {
        measuring = true;
    }

    /** Ends the measurement; calls under way come to their end. */
    void end() {
        measuring = false;
        over = true;
    }

    void slotEnded() {
        slots.countDown();
    }

    /** Waits until all slots have ended; returns false if some do not. */
    boolean awaitEnd() throws InterruptedException {
        return slots.await(END_SECONDS, TimeUnit.SECONDS);
    }
}
