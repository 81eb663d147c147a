package io.baton.deploy.run;

import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * What the driver asks the outside world for.
 *
 * @param clock monotonic time
 * @param pause waits for about so many nanoseconds, or shorter
 * @param residentBytes memory of this process, if the system tells
 */
public record RunEnvironment(NanoClock clock, LongConsumer pause, Supplier<OptionalLong> residentBytes) {
}
