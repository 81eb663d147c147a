package io.baton.engine.transaction;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What can end a coordinator's call from outside: its time, its caller, the engine. Caller and engine are looked at
 * whenever the call touches a row; the time at every 128th such access, before each further
 * attempt, and before the commit. One thread, but for {@link #cancel}.
 */
public final class CallControl {

    /** Reading the clock costs as much as finding a row, so it is read once in so many accesses. */
    private static final int ACCESSES_PER_LOOK = 128;

    private final NanoClock clock;
    private final EngineState state;
    private long call;
    private long startNanos;
    private long timeoutNanos;
    private boolean promised;
    private int untilLook;
    private volatile long cancelled;
    private Runnable wake = () -> {
        // Nobody waits yet.
    };

    public CallControl(NanoClock clock, EngineState state) {
        this.clock = clock;
        this.state = state;
    }

    /** Begins a call; its caller may have been promised that it writes nothing once its time is over. */
    public void begin(long newStartNanos, long newTimeoutNanos, boolean newPromised) {
        call++;
        startNanos = newStartNanos;
        timeoutNanos = newTimeoutNanos;
        promised = newPromised;
        untilLook = ACCESSES_PER_LOOK;
    }

    /** The number of the call that begins next, by which it can be cancelled. */
    public long nextCall() {
        return call + 1;
    }

    /** Asks a call to end. Does nothing if it has ended. Any thread. */
    public void cancel(long number) {
        synchronized (this) {
            // A late one of an old call must not hide that of a newer one.
            cancelled = Math.max(cancelled, number);
        }
        wake.run();
    }

    /** Says how to wake the call while it waits for a lock. Told once, before the first call. */
    void wakeBy(Runnable newWake) {
        wake = newWake;
    }

    boolean isCancelled() {
        return cancelled == call;
    }

    SystemAbort cancelled() {
        return new SystemAbort(AbortReason.CANCELLED, "was cancelled");
    }

    long deadlineNanos() {
        return startNanos + timeoutNanos;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    /** Why the call must end if its time is over, else null. Reads the clock. */
    @Nullable
    public SystemAbort overdue() {
        return clock.nanoTime() - startNanos >= timeoutNanos ? timeout() : null;
    }

    /** Why the call must not write any more, or null if it may. */
    @Nullable
    SystemAbort tooLateToWrite() {
        return promised ? overdue() : null;
    }

    /** Why the call must end, or null if it need not. Cheap. */
    @Nullable
    SystemAbort due() {
        if (--untilLook <= 0) {
            untilLook = ACCESSES_PER_LOOK;
            final SystemAbort late = overdue();
            if (late != null) {
                return late;
            }
        }
        if (isCancelled()) {
            return cancelled();
        }
        if (state.isStopped()) {
            return state.abort();
        }
        return null;
    }

    SystemAbort timeout() {
        return new SystemAbort(AbortReason.TIMEOUT, "did not get its locks and end within "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }
}
