package io.baton.sim.model;

import io.baton.fabric.Endpoint;

/**
 * A node's clock: it may be off, run too fast or too slow, and jump forward, but it never goes back. In whole
 * nanoseconds without rounding errors: ⌊since the last change × rate⌋ after its value at that change.
 */
public final class NodeClock {

    /** No deadline, in exact virtual time. */
    public static final long NEVER = Long.MAX_VALUE;

    /** A clock runs too fast or too slow by at most this part. */
    public static final double DRIFT_MAX = 0.5;

    private static final long BILLION = 1_000_000_000;
    /** What is later than this does not come: {@link Endpoint#NO_DEADLINE}, and what is as good as it. */
    private static final long FAR_NANOS = 1L << 60;

    /** Its value at the last change, and the exact virtual time then. */
    private long base;
    private long since;
    /** How many of its nanoseconds pass in a second. */
    private long rate = BILLION;

    public NodeClock(long errorNanos) {
        base = errorNanos;
    }

    /** What it shows at an exact time, which is not before its last change. */
    public long at(long exactNanos) {
        final long passed = exactNanos - since;
        return base + (rate == BILLION ? passed
            : passed / BILLION * rate + passed % BILLION * rate / BILLION);
    }

    /** The first exact time at which it shows a deadline or more, if it goes on as it does now. */
    public long exact(long deadlineNanos) {
        if (deadlineNanos > FAR_NANOS || deadlineNanos <= base) {
            return deadlineNanos > FAR_NANOS ? NEVER : since;
        }
        final long left = deadlineNanos - base;
        return since + (rate == BILLION ? left
            : left / rate * BILLION + Math.ceilDiv(left % rate * BILLION, rate));
    }

    /** Lets it run too fast or too slow from an exact time on. */
    public void drift(long nowNanos, double drift) {
        base = at(nowNanos);
        since = nowNanos;
        rate = Math.round((1 + drift) * BILLION);
    }

    /** Lets it jump forward at an exact time. */
    public void jump(long nowNanos, long nanos) {
        base = at(nowNanos) + nanos;
        since = nowNanos;
    }
}
