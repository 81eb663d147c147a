package io.baton.deploy.run;

import java.util.concurrent.atomic.AtomicLong;

/** When clients work and when what they do counts, in the driver's clock; or how much of it, then in transactions. */
final class Window {

    final boolean counted;
    final long beginNanos;
    final long fromNanos;
    final long toNanos;
    private final AtomicLong unclaimed;
    private volatile boolean stopped;

    Window(long beginNanos, RunSettings settings) {
        this.beginNanos = beginNanos;
        this.fromNanos = beginNanos + settings.warmup().toNanos();
        this.toNanos = fromNanos + settings.duration().toNanos();
        this.counted = settings.counted();
        this.unclaimed = new AtomicLong(settings.transactions());
    }

    /** Tells whether what begins now does not count yet. */
    boolean warmsUp(long nowNanos) {
        return nowNanos - fromNanos < 0;
    }

    /** Takes some of the transactions that are to be made; returns how many there were, 0 if all are taken. */
    int claim(int most) {
        final long before = unclaimed.getAndUpdate(left -> left - Math.min(left, most));
        return (int) Math.min(before, most);
    }

    /** Tells whether what ends now counts. */
    boolean measures(long nowNanos) {
        return nowNanos - fromNanos >= 0 && nowNanos - toNanos < 0;
    }

    /** Tells whether clients go on. */
    boolean open(long nowNanos) {
        return nowNanos - toNanos < 0 && !stopped;
    }

    /** Ends it before its time. */
    void stop() {
        stopped = true;
    }
}
