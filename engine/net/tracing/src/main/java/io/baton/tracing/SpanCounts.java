package io.baton.tracing;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the spans that wait for the collector, and those that it did not get; tells when it fails. Thread-safe. */
final class SpanCounts {

    /** A collector that comes and goes must not fill the log. */
    private static final int LINES_MAX = 100;

    private final String collector;
    private final int waitingMax;
    private final Consumer<String> log;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicInteger lines = new AtomicInteger();
    private volatile boolean ended;

    SpanCounts(String collector, int waitingMax, Consumer<String> log) {
        this.collector = collector;
        this.waitingMax = waitingMax;
        this.log = log;
    }

    /** A span has ended; returns whether it may wait. */
    boolean mayWait() {
        if (!ended) {
            if (waiting.incrementAndGet() <= waitingMax) {
                return true;
            }
            waiting.decrementAndGet();
        }
        dropped.incrementAndGet();
        return false;
    }

    /** The collector has got spans. */
    synchronized void taken(int spans) {
        if (ended) {
            return;
        }
        waiting.addAndGet(-spans);
        failing.set(false);
    }

    /** The collector has not got spans; says so if it has before. At the end, those that wait are counted together. */
    synchronized void lost(int spans, @Nullable Throwable why) {
        if (ended) {
            return;
        }
        waiting.addAndGet(-spans);
        dropped.addAndGet(spans);
        if (failing.compareAndSet(false, true) && lines.incrementAndGet() <= LINES_MAX) {
            log.accept("the collector of traces at " + collector + " fails ("
                + (why == null || why.getMessage() == null ? "its answer is not 200" : why.getMessage())
                + "); calls go on, and spans are dropped until it works");
        }
    }

    /** Nobody sends any more what waits. Tells how many spans were dropped. */
    synchronized void end() {
        ended = true;
        dropped.addAndGet(waiting.getAndSet(0));
        if (dropped.get() > 0) {
            log.accept(dropped.get() + " spans were dropped, as the collector at " + collector
                + " has not taken them in time");
        }
    }

    long dropped() {
        return dropped.get();
    }
}
