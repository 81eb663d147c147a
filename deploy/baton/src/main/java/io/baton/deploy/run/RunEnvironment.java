package io.baton.deploy.run;

import java.nio.file.FileSystem;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What the driver asks the outside world for.
 *
 * @param clock monotonic time
 * @param pause waits for about so many nanoseconds, or shorter
 * @param residentBytes memory of this process, if the system tells
 * @param files the machine's files, where it may tell who has its processors; null if nobody wants to know
 */
public record RunEnvironment(NanoClock clock, LongConsumer pause, Supplier<OptionalLong> residentBytes,
        @Nullable FileSystem files) {

    /** What the system tells of its processors now. */
    ProcessorReading processors() {
        return files == null ? ProcessorReading.NONE : ProcessorReading.of(files, clock.nanoTime());
    }
}
