package io.baton.engine;

import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/** The settings of an engine that its coordinators need. */
record EngineConfig(NanoClock clock, LongConsumer pause, long callTimeoutNanos, int attemptsMax, boolean assertions) {
}
