package io.baton.jdbc;

import io.baton.client.CallFuture;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the server's answers, as long as the network timeout of the connection says, or a little longer than the
 * call may take at the server: that one answers in time, or is not there any more. Then the connection is given up. A
 * result of many pages is an answer with each of them. Thread-safe.
 */
final class NetworkTimeout {

    /** How long a server that ends a call in time may take to say so: pauses of a JVM or a machine are no silence. */
    private static final int GRACE_MILLIS = 5_000;

    private final Runnable giveUp;
    private volatile int timeoutMillis;
    private volatile int graceMillis = GRACE_MILLIS;

    NetworkTimeout(int timeoutMillis, Runnable giveUp) {
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

    int graceMillis() {
        return graceMillis;
    }

    /** Changes how long a server may take to say that a call's time is over. */
    void graceMillis(int millis) {
        graceMillis = millis;
    }

    /**
     * Waits for the answer of what may have been written. An interrupt is told to somebody, and the answer waited for
     * all the same.
     *
     * @param limitMillis how long the work may take at the server, or 0 if that has no limit here
     * @param ifSilent says, when no answer has come, what became of the work; asked before the connection is given up
     * @param goesOn asks, when the limit is over, whether the work may not have begun yet at a server that is there
     */
    <T extends @Nullable Object> T await(Future<T> answer, long limitMillis, Runnable onInterrupt,
            Supplier<Reason> ifSilent, BooleanSupplier goesOn) throws SQLException, ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return get(answer, limitMillis, ifSilent, goesOn);
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

    /**
     * Waits for the answer of a question that writes nothing. An interrupt ends that at once.
     *
     * @param limitMillis how long the work for which it is asked may take, or 0 if that has no limit here
     */
    <T extends @Nullable Object> T ask(Future<T> answer, long limitMillis, Supplier<Reason> ifSilent)
            throws SQLException, ExecutionException {
        try {
            return get(answer, limitMillis, ifSilent, () -> false);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw SqlErrors.of(Reason.CANCELLED,
                "the thread was interrupted while it asked the server; nothing was called");
        }
    }

    private <T extends @Nullable Object> T get(Future<T> answer, long limitMillis, Supplier<Reason> ifSilent,
            BooleanSupplier goesOn) throws SQLException, ExecutionException, InterruptedException {
        final int networkMillis = timeoutMillis;
        final int grace = graceMillis;
        final long callMillis = limitMillis == 0 ? Long.MAX_VALUE : limitMillis + grace;
        final long millis = Math.min(networkMillis == 0 ? Long.MAX_VALUE : networkMillis, callMillis);
        if (millis == Long.MAX_VALUE) {
            return answer.get();
        }
        int pages = pages(answer);
        while (true) {
            try {
                return answer.get(millis, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                final int come = pages(answer);
                if (come == pages && !(millis == callMillis && goesOn.getAsBoolean())) {
                    final Reason reason = ifSilent.get();
                    giveUp.run();
                    throw SqlErrors.of(reason, "no answer came within " + (millis < callMillis
                        ? "the network timeout of " + networkMillis + " ms"
                        : "the " + limitMillis + " ms that the call may take, and " + grace + " ms more")
                        + ", so the connection was given up; " + written(reason));
                }
                pages = come;
            }
        }
    }

    private static int pages(Future<?> answer) {
        return answer instanceof CallFuture<?> call ? call.pages() : 0;
    }

    private static String written(Reason reason) {
        return switch (reason) {
            case OUTCOME_UNKNOWN -> "nobody can tell whether the call was committed";
            case TRANSACTION_LOST -> "the server rolls its transaction back";
            default -> "nothing was written";
        };
    }
}
