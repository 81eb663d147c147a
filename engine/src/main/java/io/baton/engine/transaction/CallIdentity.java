package io.baton.engine.transaction;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The number and the time of a call, the same in all attempts, so that a procedure that uses them does the same
 * whenever it is run. Belongs to a place in the pool of coordinators, so that numbers do not come again when a
 * coordinator breaks and another one takes its place. One thread at a time.
 *
 * <pre>
 *   63  62             40 39                          0
 *  +---+-----------------+-----------------------------+
 *  | 0 | place           | calls at this place         |
 *  +---+-----------------+-----------------------------+
 * </pre>
 */
public final class CallIdentity {

    private static final int PLACE_SHIFT = 40;

    private final InstantSource wallClock;
    private long id;
    private @Nullable Instant startedAt;

    public CallIdentity(int place, InstantSource wallClock) {
        this.wallClock = wallClock;
        this.id = (long) place << PLACE_SHIFT;
    }

    public void begin() {
        id++;
        startedAt = null;
    }

    long id() {
        return id;
    }

    /** Read from the clock when it is first asked for. */
    Instant startedAt() {
        Instant start = startedAt;
        if (start == null) {
            start = wallClock.instant();
            startedAt = start;
        }
        return start;
    }
}
