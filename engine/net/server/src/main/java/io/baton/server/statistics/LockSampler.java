package io.baton.server.statistics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.Engine;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Looks ten times a second who waits for which lock, as long as somebody asks for that. Thread-safe. */
final class LockSampler {

    private static final long EVERY_NANOS = Duration.ofMillis(100).toNanos();
    /** A client that has not asked for so long does not look any more; Prometheus asks once a minute or more often. */
    private static final long ASKED_NANOS = Duration.ofMinutes(2).toNanos();

    private final Engine engine;
    private final EventExecutor loop;
    private final LongSupplier clock;
    private final HotLocks locks = new HotLocks();
    @GuardedBy("this")
    private @Nullable Future<?> ticking;
    @GuardedBy("this")
    private long askedNanos;

    LockSampler(Engine engine, EventExecutor loop, LongSupplier clock) {
        this.engine = engine;
        this.loop = loop;
        this.clock = clock;
    }

    /** What was found since somebody asked first. */
    synchronized List<HotLock> hottest() {
        askedNanos = clock.getAsLong();
        if (ticking == null) {
            try {
                ticking = loop.scheduleAtFixedRate(this::tick, 0, EVERY_NANOS, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                // The server ends, and nobody will ask again.
                return List.of();
            }
        }
        return locks.hottest();
    }

    private synchronized void tick() {
        if (clock.getAsLong() - askedNanos > ASKED_NANOS) {
            stop();
            return;
        }
        try {
            locks.add(engine.activity());
        } catch (RuntimeException e) {
            // The engine is closed or has stopped. Who asks next begins anew.
            stop();
        }
    }

    @GuardedBy("this")
    private void stop() {
        final Future<?> running = ticking;
        if (running != null) {
            running.cancel(false);
            ticking = null;
        }
        locks.clear();
    }
}
