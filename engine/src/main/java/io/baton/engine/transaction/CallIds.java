package io.baton.engine.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.LongSupplier;

/**
 * The ids of an engine's calls, each of which is given out once. A place of the pool takes many at a time, so that
 * calls share nothing. Thread-safe.
 */
public final class CallIds {

    /** How many a place takes. */
    static final int TAKEN = 1 << 16;

    private final LongSupplier reserve;
    private final long reserved;
    @GuardedBy("this")
    private long next;
    @GuardedBy("this")
    private long left;

    /**
     * Makes ids of what is reserved for this engine.
     *
     * @param reserve reserves ids that nobody has had, and returns the number before the first of them, 0 or greater
     * @param reserved how many it reserves, a multiple of {@value #TAKEN}
     */
    public CallIds(LongSupplier reserve, long reserved) {
        this.reserve = reserve;
        this.reserved = reserved;
    }

    /** Returns the ids of an engine that does not outlive its process. */
    public static CallIds inMemory() {
        return new CallIds(() -> 0, Long.MAX_VALUE - TAKEN);
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
