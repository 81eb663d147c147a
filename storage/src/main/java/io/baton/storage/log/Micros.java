package io.baton.storage.log;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the log's files have them. */
final class Micros {
    private Micros() {
    }

    /** Returns microseconds since 1970. */
    static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
