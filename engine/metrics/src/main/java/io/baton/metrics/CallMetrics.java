package io.baton.metrics;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.TracedCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts and times the calls of an engine, by procedure and outcome: {@code baton.calls}, {@code baton.restarts}.
 * Handed to {@link io.baton.engine.EngineBuilder#observer}. Thread-safe.
 */
public final class CallMetrics implements CallObserver {

    private static final Duration SHORTEST = Duration.ofNanos(1_000);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final MeterRegistry registry;
    private final Map<String, OfProcedure> procedures = new ConcurrentHashMap<>();

    /**
     * Makes an observer.
     *
     * @param registry where the figures go
     */
    public CallMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void ended(String procedure, CallEnd end, String sqlState, long nanos, long restarts) {
        OfProcedure known = procedures.get(procedure);
        if (known == null) {
            known = procedures.computeIfAbsent(procedure, OfProcedure::new);
        }
        known.ended(end, sqlState, nanos, restarts);
    }

    /** One for each procedure that was called. */
    private final class OfProcedure {
        private final String name;
        private final Timer committed;
        private final Counter restarts;
        private final Map<String, Timer> others = new ConcurrentHashMap<>();

        private OfProcedure(String name) {
            this.name = name;
            this.committed = timer(CallEnd.COMMITTED, TracedCall.GOOD);
            this.restarts = Counter.builder("baton.restarts").description("Times that calls had to start over")
                .tag("procedure", name).register(registry);
        }

        private void ended(CallEnd end, String sqlState, long nanos, long howOften) {
            final Timer timer = end == CallEnd.COMMITTED ? committed
                : others.computeIfAbsent(sqlState, state -> timer(end, state));
            timer.record(nanos, TimeUnit.NANOSECONDS);
            if (howOften > 0) {
                restarts.increment((double) howOften);
            }
        }

        private Timer timer(CallEnd end, String sqlState) {
            return Timer.builder("baton.calls").description("Calls that have ended")
                .tag("procedure", name)
                .tag("outcome", end.name().toLowerCase(Locale.ROOT))
                .tag("sqlstate", sqlState)
                .publishPercentileHistogram()
                .minimumExpectedValue(SHORTEST)
                .maximumExpectedValue(LONGEST)
                .register(registry);
        }
    }
}
