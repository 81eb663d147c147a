package io.baton.engine;

import io.baton.engine.transaction.AbortReason;
import io.baton.engine.transaction.FailureText;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogFailedException;
import java.util.concurrent.TimeUnit;

/**
 * Holds the answers of calls back until the log has been forced as far as they depend on it. A call that waits here has
 * given its locks back, and has no coordinator but that of its session. Thread-safe.
 */
final class Answers {

    private final Log log;
    private final long timeoutNanos;

    Answers(Log log, long timeoutNanos) {
        this.log = log;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Waits until an outcome may be told.
     *
     * @param procedure the name of what was called
     * @param outcome what the call came to
     * @param lsn up to where the log must be forced
     * @param recorded whether the call's own writes are in the log
     * @return the outcome; or another, if the log does not get so far
     */
    <R> Outcome<R> await(String procedure, Outcome<R> outcome, long lsn, boolean recorded) {
        if (lsn <= log.forced()) {
            return outcome;
        }
        try {
            if (log.await(lsn, timeoutNanos)) {
                return outcome;
            }
        } catch (LogFailedException failure) {
            return lost(procedure, recorded, AbortReason.STOPPED, "the log failed after " + FailureText.of(failure));
        }
        return lost(procedure, recorded, AbortReason.TIMEOUT,
            "the disk has not forced the log within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }

    private static <R> Outcome<R> lost(String procedure, boolean recorded, AbortReason reason, String why) {
        return recorded
            ? new Outcome.Unknown<>("procedure " + procedure + " was committed, but " + why
                + "; whether it outlives a crash is not known")
            : new Outcome.AbortedBySystem<>(reason, "procedure " + procedure
                + " has written nothing and read what may not outlive a crash: " + why);
    }
}
