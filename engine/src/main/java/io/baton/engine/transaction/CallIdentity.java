package io.baton.engine.transaction;

import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The number and the time of a coordinator's call, the same in all attempts, so that a procedure that uses them does
 * the same whenever it is run. One thread.
 *
 * <pre>
 *   63  62             40 39                          0
 *  +---+-----------------+-----------------------------+
 *  | 0 | coordinator     | calls of the coordinator    |
 *  +---+-----------------+-----------------------------+
 * </pre>
 */
public final class CallIdentity {

    private static final int COORDINATOR_SHIFT = 40;

    private final InstantSource wallClock;
    private long id;
    private @Nullable Instant startedAt;

    public CallIdentity(int coordinator, InstantSource wallClock) {
        this.wallClock = wallClock;
        this.id = (long) coordinator << COORDINATOR_SHIFT;
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
