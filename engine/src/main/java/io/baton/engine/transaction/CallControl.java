package io.baton.engine.transaction;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.trace.TracedCall;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What can end a coordinator's call from outside: its time, its caller, the engine, and the limit of its locks. Caller
 * and engine are looked at whenever the call touches a row; the number of its locks at every 128th such access; the
 * time then too, before each further attempt, and before the commit. One thread, but for {@link #cancel}.
 */
public final class CallControl {

    /** Reading the clock costs as much as finding a row, so that is done once in so many accesses. */
    private static final int ACCESSES_PER_LOOK = 128;
    /** What a call that may not wait may touch, so that it ends soon. */
    static final int ACCESSES_NOW = 512;

    private final NanoClock clock;
    private final EngineState state;
    private final int locksMax;
    private long call;
    private long startNanos;
    private long timeoutNanos;
    private boolean promised;
    private int untilLook;
    private boolean mayWait = true;
    /** Ends a call that may not wait: it is made again by one that may. */
    private final Restart notNow = new Restart();
    private volatile long cancelled;
    private Runnable wake = () -> {
        // Nobody waits yet.
    };
    private IntSupplier locks = () -> 0;
    private @Nullable TracedCall traced;

    public CallControl(NanoClock clock, EngineState state, int locksMax) {
        this.clock = clock;
        this.state = state;
        this.locksMax = locksMax;
    }

    /** Says whether the calls that begin from now on may wait for locks, and touch as much as they like. */
    public void mayWait(boolean newMayWait) {
        mayWait = newMayWait;
    }

    /** Whether the call may wait. */
    public boolean mayWait() {
        return mayWait;
    }

    /** Says who counts for the call that begins next, or null when it has ended. Nobody does unless told otherwise. */
    public void trace(@Nullable TracedCall newTraced) {
        traced = newTraced;
    }

    /** Who counts for the call, or null. */
    @Nullable
    TracedCall traced() {
        return traced;
    }

    /** Begins a call; its caller may have been promised that it writes nothing once its time is over. */
    public void begin(long newStartNanos, long newTimeoutNanos, boolean newPromised) {
        call++;
        startNanos = newStartNanos;
        timeoutNanos = newTimeoutNanos;
        promised = newPromised;
        untilLook = mayWait ? ACCESSES_PER_LOOK : ACCESSES_NOW;
    }

    /** When the call began. */
    public long beginNanos() {
        return startNanos;
    }

    long nanoTime() {
        return clock.nanoTime();
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

    /** Says how to learn how many locks the call holds. Told once, before the first call. */
    void countLocksBy(IntSupplier held) {
        locks = held;
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
    RuntimeException due() {
        if (--untilLook <= 0) {
            untilLook = ACCESSES_PER_LOOK;
            final RuntimeException end = mayWait ? lookCloser() : notNow;
            if (end != null) {
                return end;
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

    private @Nullable SystemAbort lookCloser() {
        final SystemAbort late = overdue();
        return late == null ? tooManyLocks(locks.getAsInt()) : late;
    }

    /** Why the call must end if it has, or wants, so many locks, else null. */
    @Nullable
    SystemAbort tooManyLocks(int number) {
        return number <= locksMax ? null : new SystemAbort(AbortReason.TOO_LARGE, "needs more than the " + locksMax
            + " locks that a call may hold; split the work, or raise locksMax");
    }

    SystemAbort timeout() {
        return new SystemAbort(AbortReason.TIMEOUT, "did not get its locks and end within "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }
}
