package io.baton.console;

import io.baton.engine.observe.CallEnd;
import io.baton.server.statistics.CallMeter;
import io.baton.server.statistics.LatencyBuckets;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads once a second what the server has done, and keeps what it has done in that second. On the event loop. */
final class Recorder {

    private static final long TICK_NANOS = 100_000_000;
    private static final int TICKS = 10;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    private final ConsoleSource source;
    private final InstantSource wallClock;
    private final LongSupplier clock;
    private final Consumer<String> log;
    private final Series series = new Series();
    private Map<String, CallMeter.Reading> before = new HashMap<>();
    private ConsoleSource.@Nullable Reading lastReading;
    private long lastNanos;
    private int ticks;
    private boolean failing;
    private volatile @Nullable Future<?> ticking;

    Recorder(ConsoleSource source, ConsoleOptions options) {
        this.source = source;
        this.wallClock = options.wallClock;
        this.clock = options.clock;
        this.log = line -> options.log.accept("console: " + line);
    }

    Series series() {
        return series;
    }

    void start(EventLoop loop) {
        ticking = loop.scheduleAtFixedRate(this::tick, 0, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    void stop() {
        final Future<?> running = ticking;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Samples, and once a second records. A server that cannot be read now may be later. */
    void tick() {
        try {
            source.sample();
            if (ticks++ % TICKS == 0) {
                record();
            }
            failing = false;
        } catch (RuntimeException e) {
            // Told once until it goes on: a closed engine tells nothing any more, and the console will be closed, too.
            if (!failing) {
                failing = true;
                log.accept("the charts stand still, as the server cannot be read: " + e);
            }
        }
    }

    /** Ends a second; the first call begins one. */
    void record() {
        final ConsoleSource.Reading now = source.read();
        final long nanos = clock.getAsLong();
        final ConsoleSource.Reading then = lastReading;
        final Map<String, CallMeter.Reading> known = before;
        before = new HashMap<>();
        now.procedures().forEach(reading -> before.put(reading.procedure(), reading));
        if (then != null && nanos != lastNanos) {
            series.add(point(then, now, known, (nanos - lastNanos) / 1e9));
        }
        lastReading = now;
        lastNanos = nanos;
    }

    private static long ended(CallEnd end, CallMeter.Reading now, CallMeter.@Nullable Reading earlier) {
        return now.ended(end) - (earlier == null ? 0 : earlier.ended(end));
    }

    private Series.Point point(ConsoleSource.Reading then, ConsoleSource.Reading now,
            Map<String, CallMeter.Reading> known, double seconds) {
        final long[] buckets = new long[LatencyBuckets.COUNT];
        long committed = 0;
        long returned = 0;
        long others = 0;
        long restarts = 0;
        // Of all seconds: how long the longest call of this one took is not counted.
        long nanosMax = 0;
        for (final CallMeter.Reading reading : now.procedures()) {
            if (reading.procedure().equals(CallMeter.OF_TRANSACTIONS)) {
                // What is counted is calls, and its time is mostly its client's.
                continue;
            }
            final CallMeter.Reading earlier = known.get(reading.procedure());
            committed += ended(CallEnd.COMMITTED, reading, earlier);
            returned += ended(CallEnd.RETURNED, reading, earlier);
            others += ended(CallEnd.ABORTED_BY_PROCEDURE, reading, earlier)
                + ended(CallEnd.ABORTED_BY_SYSTEM, reading, earlier) + ended(CallEnd.UNKNOWN, reading, earlier);
            restarts += reading.restarts() - (earlier == null ? 0 : earlier.restarts());
            nanosMax = Math.max(nanosMax, reading.nanosMax());
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] += reading.buckets()[i] - (earlier == null ? 0 : earlier.buckets()[i]);
            }
        }
        return new Series.Point(wallClock.millis(), committed / seconds, returned / seconds,
            others / seconds, LatencyBuckets.percentile(buckets, P50, nanosMax),
            LatencyBuckets.percentile(buckets, P99, nanosMax), LatencyBuckets.percentile(buckets, 1, nanosMax),
            (now.waits() - then.waits()) / seconds,
            (now.handovers() - then.handovers()) / seconds, restarts / seconds,
            (now.logBytes() - then.logBytes()) / seconds, now.connections(), now.memoryBytes());
    }
}
