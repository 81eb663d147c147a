package io.baton.deploy.run;

/** When clients work and when what they do counts, in the driver's clock. */
final class Window {

    final long beginNanos;
    final long fromNanos;
    final long toNanos;
    private volatile boolean stopped;

    Window(long beginNanos, RunSettings settings) {
        this.beginNanos = beginNanos;
        this.fromNanos = beginNanos + settings.warmup().toNanos();
        this.toNanos = fromNanos + settings.duration().toNanos();
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
