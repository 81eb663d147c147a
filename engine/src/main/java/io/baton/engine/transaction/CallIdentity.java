package io.baton.engine.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The id and the time of a call, the same in all attempts, so that a procedure that uses them does the same whenever it
 * is run. Belongs to a place in the pool of coordinators, so that no ids are lost when a coordinator breaks and another
 * one takes its place. One thread at a time.
 */
public final class CallIdentity {

    private final Ids ids;
    private final InstantSource wallClock;
    private final NanoClock clock;
    private long id;
    /** Of those that the place has taken. */
    private long lastId;
    private long startNanos;
    private @Nullable Instant startedAt;

    public CallIdentity(Ids ids, InstantSource wallClock, NanoClock clock) {
        this.ids = ids;
        this.wallClock = wallClock;
        this.clock = clock;
    }

    /** Begins a call, which has begun at a time of the clock. */
    public void begin(long newStartNanos) {
        if (id == lastId) {
            id = ids.take();
            lastId = id + Ids.TAKEN;
        }
        id++;
        startNanos = newStartNanos;
        startedAt = null;
    }

    public long id() {
        return id;
    }

    /** Read from the wall clock when it is first asked for, and taken back to when the call began. */
    public Instant startedAt() {
        Instant start = startedAt;
        if (start == null) {
            start = wallClock.instant().minusNanos(clock.nanoTime() - startNanos);
            startedAt = start;
        }
        return start;
    }

    /**
     * The ids of an engine's calls, each of which is given out once. A place of the pool takes many at a time, so that
     * calls share nothing. Thread-safe.
     */
    public static final class Ids {

        /** How many a place takes. */
        static final int TAKEN = 1 << 16;

        private final LongSupplier reserve;
        private final long reserved;
        @GuardedBy("this")
        private long next;
        @GuardedBy("this")
        private long left;

        /**
         * Makes ids of what is reserved for this engine, and reserves the first.
         *
         * @param reserve reserves ids that no call has had; returns the number before the first of them, 0 or greater
         * @param reserved how many it reserves, a multiple of {@value #TAKEN}
         */
        public Ids(LongSupplier reserve, long reserved) {
            this.reserve = reserve;
            this.reserved = reserved;
            this.next = reserve.getAsLong();
            this.left = reserved;
        }

        /** Returns the ids of an engine that does not outlive its process. */
        public static Ids inMemory() {
            return new Ids(() -> 0, Long.MAX_VALUE - TAKEN);
        }

        /** Takes {@value #TAKEN} ids; returns the number before the first. */
        synchronized long take() {
            if (left < TAKEN) {
                next = reserve.getAsLong();
                left = reserved;
            }
            final long taken = next;
            next += TAKEN;
            left -= TAKEN;
            return taken;
        }
    }
}
