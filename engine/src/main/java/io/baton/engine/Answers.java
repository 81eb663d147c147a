package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.FailureText;
import io.baton.engine.transaction.LogPosition;
import io.baton.storage.log.LogFailedException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Holds the answers of calls back until what they depend on is on disk. A call that waits here has
 * given its locks back, and has no coordinator but that of its session. Thread-safe.
 */
final class Answers {

    /** Even a call whose time is over waits so long for the disk: it is committed, and most often soon forced. */
    static final long WAIT_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);

    private final NanoClock clock;

    Answers(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Waits until an outcome may be told.
     *
     * @param procedure the name of what was called
     * @param outcome what the call came to
     * @param position the position for which its answer waits
     * @param startNanos when the call began
     * @param timeoutNanos how long it may take, of which it waits for what is left
     * @return the outcome; or another, if the position is not reached
     */
    <R> Outcome<R> await(String procedure, Outcome<R> outcome, LogPosition position, long startNanos,
            long timeoutNanos) {
        final boolean written = position.written();
        try {
            final long leftNanos = timeoutNanos - (clock.nanoTime() - startNanos);
            if (position.await(Math.max(leftNanos, WAIT_NANOS_MIN))) {
                return outcome;
            }
        } catch (LogFailedException failure) {
            return lost(procedure, written, AbortReason.STOPPED, "the log failed after " + FailureText.of(failure));
        }
        return lost(procedure, written, AbortReason.TIMEOUT,
            "the disk has not forced the log within the " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                + " ms that the call may take");
    }

    private static <R> Outcome<R> lost(String procedure, boolean written, AbortReason reason, String why) {
        return written
            ? new Outcome.Unknown<>("procedure " + procedure + " was committed, but " + why
                + "; whether it outlives a crash is not known")
            : new Outcome.AbortedBySystem<>(reason, "procedure " + procedure
                + " has written nothing and read what may not outlive a crash: " + why);
    }
}
