package io.baton.jdbc;

import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the server's answers, as long as the network timeout of the connection says; then the connection is given
 * up. Thread-safe.
 */
final class Patience {

    private final Runnable giveUp;
    private volatile int timeoutMillis;

    Patience(int timeoutMillis, Runnable giveUp) {
        this.timeoutMillis = timeoutMillis;
        this.giveUp = giveUp;
    }

    /** How long an answer may take; 0 is for ever. */
    int timeoutMillis() {
        return timeoutMillis;
    }

    void timeoutMillis(int millis) {
        timeoutMillis = millis;
    }

    /**
     * Waits for the answer of what may have been written. An interrupt is told to somebody, and the answer waited for
     * all the same.
     *
     * @param ifSilent says, when no answer has come, what became of the work; asked before the connection is given up
     */
    <T extends @Nullable Object> T await(Future<T> answer, Runnable onInterrupt, Supplier<Reason> ifSilent)
            throws SQLException, ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return get(answer, ifSilent);
                } catch (InterruptedException e) {
                    interrupted = true;
                    onInterrupt.run();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the answer of a question that writes nothing. An interrupt ends that at once. */
    <T extends @Nullable Object> T ask(Future<T> answer, Supplier<Reason> ifSilent)
            throws SQLException, ExecutionException {
        try {
            return get(answer, ifSilent);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw SqlErrors.of(Reason.CANCELLED,
                "the thread was interrupted while it asked the server; nothing was called");
        }
    }

    private <T extends @Nullable Object> T get(Future<T> answer, Supplier<Reason> ifSilent)
            throws SQLException, ExecutionException, InterruptedException {
        final int millis = timeoutMillis;
        try {
            return millis == 0 ? answer.get() : answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            final Reason reason = ifSilent.get();
            giveUp.run();
            throw SqlErrors.of(reason, "no answer came within the network timeout of " + millis
                + " ms, so the connection was given up; " + switch (reason) {
                    case OUTCOME_UNKNOWN -> "nobody can tell whether the call was committed";
                    case TRANSACTION_LOST -> "the server rolls its transaction back";
                    default -> "nothing was written";
                });
        }
    }
}
