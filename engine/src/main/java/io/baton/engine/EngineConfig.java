package io.baton.engine;

import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.CallTracer;
import io.baton.engine.transaction.EngineState;
import java.time.InstantSource;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The settings of an engine that its coordinators need, and its state. */
record EngineConfig(NanoClock clock, InstantSource wallClock, LongConsumer pause, long callTimeoutNanos,
        int attemptsMax, int locksMax, boolean assertions, EngineState state, @Nullable CallObserver observer,
        @Nullable CallTracer tracer) {
}
