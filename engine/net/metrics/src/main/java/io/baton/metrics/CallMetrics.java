package io.baton.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the calls of an engine, by procedure and outcome: {@code baton.calls}, {@code baton.restarts}.
 * Handed to {@link io.baton.engine.EngineBuilder#observer}. Thread-safe.
 *
 * <p>A registry never forgets a series, so they are bounded: each procedure and outcome has a series for each bucket
 * and four more, and beyond {@link #TIMERS_MAX} of these, calls of procedures or with outcomes that were not met before
 * are counted as {@link #OTHER_PROCEDURES}.
 */
public final class CallMetrics implements CallObserver {

    /** Ends of buckets unless others are given: between them lie factors of 2 to 3.3, and of 10 beyond 100 ms. */
    public static final List<Duration> BUCKETS_DEFAULT = Stream
        .of(10, 30, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000, 10_000_000)
        .map(micros -> Duration.ofNanos(micros * 1_000L)).toList();
    /** How many buckets there may be, beside the one for all longer calls. */
    public static final int BUCKETS_MAX = 64;
    /** How many procedures and outcomes have series of their own. */
    public static final int TIMERS_MAX = 500;
    /** The name under which the calls beyond {@link #TIMERS_MAX} are counted. */
    public static final String OTHER_PROCEDURES = "other procedures";

    private final MeterRegistry registry;
    private final Duration[] buckets;
    private final Map<String, OfProcedure> procedures = new ConcurrentHashMap<>();
    private final OfProcedure others;
    @GuardedBy("this")
    private int timers;

    /**
     * Makes an observer with {@link #BUCKETS_DEFAULT}.
     *
     * @param registry where the figures go
     */
    public CallMetrics(MeterRegistry registry) {
        this(registry, BUCKETS_DEFAULT);
    }

    /**
     * Makes an observer.
     *
     * @param registry where the figures go
     * @param buckets ends of the histograms' buckets, the shortest first, {@link #BUCKETS_MAX} at most; none for counts
     *     and sums alone
     * @throws IllegalArgumentException if there are more, or they are not above 0 and each above the one before
     */
    public CallMetrics(MeterRegistry registry, List<Duration> buckets) {
        if (buckets.size() > BUCKETS_MAX) {
            throw new IllegalArgumentException(buckets.size() + " buckets: give " + BUCKETS_MAX + " at most");
        }
        Duration before = Duration.ZERO;
        for (final Duration bucket : buckets) {
            if (bucket.compareTo(before) <= 0) {
                throw new IllegalArgumentException("a bucket that ends at " + bucket + " after one that ends at "
                    + before + ": give ends above 0, the shortest first");
            }
            before = bucket;
        }
        this.registry = registry;
        this.buckets = buckets.toArray(Duration[]::new);
        this.others = new OfProcedure(OTHER_PROCEDURES);
    }

    @Override
    public void ended(String procedure, CallEnd end, String sqlState, long nanos, long restarts) {
        OfProcedure known = procedures.get(procedure);
        if (known == null) {
            known = add(procedure);
        }
        known.ended(end, sqlState, nanos, restarts);
    }

    private synchronized OfProcedure add(String procedure) {
        // It gets a timer with its first call.
        return timers < TIMERS_MAX && procedures.size() < TIMERS_MAX
            ? procedures.computeIfAbsent(procedure, OfProcedure::new) : procedures.getOrDefault(procedure, others);
    }

    /** Makes a timer that is not there yet, or finds that of other procedures. */
    private synchronized Timer add(OfProcedure procedure, EndLabels labels) {
        Timer timer = procedure.timers.get(labels);
        if (timer == null) {
            if (procedure == others) {
                timer = register(procedure, labels);
            } else if (timers < TIMERS_MAX) {
                timers++;
                timer = register(procedure, labels);
            } else {
                timer = others.timer(labels.end, labels.sqlState);
            }
            procedure.timers.put(labels, timer);
        }
        return timer;
    }

    private Timer register(OfProcedure procedure, EndLabels labels) {
        return Timer.builder("baton.calls").description("Calls that have ended")
            .tag("procedure", SeriesNames.of(procedure.name))
            .tag("outcome", labels.end.name().toLowerCase(Locale.ROOT))
            .tag("sqlstate", labels.sqlState)
            .serviceLevelObjectives(buckets)
            .register(registry);
    }

    /** How calls have ended. */
    private record EndLabels(CallEnd end, String sqlState) {
    }

    /** One for each procedure that was called. */
    private final class OfProcedure {
        private final String name;
        /** The usual one; null until a call has committed. */
        private volatile @Nullable Timer committed;
        private final Map<EndLabels, Timer> timers = new ConcurrentHashMap<>();
        /** Null until a call has ended. */
        private volatile @Nullable Counter restarts;

        private OfProcedure(String name) {
            this.name = name;
        }

        private void ended(CallEnd end, String sqlState, long nanos, long howOften) {
            timer(end, sqlState).record(nanos, TimeUnit.NANOSECONDS);
            Counter counter = restarts;
            if (counter == null) {
                counter = Counter.builder("baton.restarts").description("Times that calls had to start over")
                    .tag("procedure", SeriesNames.of(name)).register(registry);
                restarts = counter;
            }
            if (howOften > 0) {
                counter.increment((double) howOften);
            }
        }

        private Timer timer(CallEnd end, String sqlState) {
            final Timer usual = end == CallEnd.COMMITTED ? committed : null;
            if (usual != null) {
                return usual;
            }
            // Of other procedures all states are one: there are as many timers as ways to end.
            final EndLabels labels = new EndLabels(end, this == others ? "" : sqlState);
            final Timer known = timers.get(labels);
            final Timer timer = known == null ? add(this, labels) : known;
            if (end == CallEnd.COMMITTED) {
                committed = timer;
            }
            return timer;
        }
    }
}
