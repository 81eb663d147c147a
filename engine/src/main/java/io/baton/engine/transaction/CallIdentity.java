package io.baton.engine.transaction;

import java.time.Instant;
import java.time.InstantSource;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The id and the time of a call, the same in all attempts, so that a procedure that uses them does the same whenever it
 * is run. Belongs to a place in the pool of coordinators, so that no ids are lost when a coordinator breaks and another
 * one takes its place. One thread at a time.
 */
public final class CallIdentity {

    private final CallIds ids;
    private final InstantSource wallClock;
    private final NanoClock clock;
    private long id;
    /** Of those that the place has taken. */
    private long lastId;
    private long startNanos;
    private @Nullable Instant startedAt;

    public CallIdentity(CallIds ids, InstantSource wallClock, NanoClock clock) {
        this.ids = ids;
        this.wallClock = wallClock;
        this.clock = clock;
    }

    /** Begins a call, which has begun at a time of the clock. */
    public void begin(long newStartNanos) {
        if (id == lastId) {
            id = ids.take();
            lastId = id + CallIds.TAKEN;
        }
        id++;
        startNanos = newStartNanos;
        startedAt = null;
    }

    long id() {
        return id;
    }

    /** Read from the wall clock when it is first asked for, and taken back to when the call began. */
    Instant startedAt() {
        Instant start = startedAt;
        if (start == null) {
            start = wallClock.instant().minusNanos(clock.nanoTime() - startNanos);
            startedAt = start;
        }
        return start;
    }
}
