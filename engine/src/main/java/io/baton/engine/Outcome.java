package io.baton.engine;

import io.baton.engine.observe.CallReport;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.procedure.FailureWithState;
import io.baton.storage.ValueOutOfRangeException;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended. The set is closed.
 *
 * @param <R> the procedure's result type
 */
public sealed interface Outcome<R> {

    /** {@return the five characters by which SQL knows how the call ended; 00000 if it was committed} */
    String sqlState();

    /**
     * Everything that the procedure wrote is in the tables.
     *
     * @param result what the procedure returned
     * @param <R> the procedure's result type
     */
    record Committed<R>(R result) implements Outcome<R> {

        @Override
        public String sqlState() {
            return CallReport.GOOD;
        }
    }

    /**
     * The procedure gave up, or its code failed. Nothing was written.
     *
     * @param reason why: {@link AbortReason#GAVE_UP}, {@link AbortReason#NOT_FOUND}, {@link AbortReason#FAILED},
     *     {@link AbortReason#DUPLICATE_KEY}, {@link AbortReason#INVALID_VALUE} or {@link AbortReason#READ_ONLY}
     * @param message the message of {@link Transaction#abort}, or what failed
     * @param cause what the procedure's code threw, or null if it gave up by itself
     * @param <R> the procedure's result type
     */
    record AbortedByProcedure<R>(AbortReason reason, String message, @Nullable Throwable cause) implements Outcome<R> {

        @Override
        public String sqlState() {
            return switch (cause) {
                case ValueOutOfRangeException misfit -> misfit.sqlState();
                case FailureWithState failure -> failure.sqlState();
                case null, default -> reason.sqlState();
            };
        }
    }

    /**
     * The engine gave up. Nothing was written; whether the same call may succeed later says
     * {@link AbortReason#retryable()}.
     *
     * @param reason why
     * @param message why, in a sentence
     * @param <R> the procedure's result type
     */
    record AbortedBySystem<R>(AbortReason reason, String message) implements Outcome<R> {

        @Override
        public String sqlState() {
            return reason.sqlState();
        }
    }

    /**
     * It is unknown whether the call was committed, or whether that lasts: the engine stopped while it applied the
     * call, or because it had written under a lock that was lost; or the record of a durable engine's call was not
     * forced to disk within the time of the call, or the log failed first. In the last two cases it is committed as
     * long as the process lives, and after a crash it is there as a whole or not at all.
     *
     * @param message what happened, in a sentence
     * @param <R> the procedure's result type
     */
    record Unknown<R>(String message) implements Outcome<R> {

        /** The SQLSTATE of all unknown outcomes. */
        public static final String SQL_STATE = "08007";

        @Override
        public String sqlState() {
            return SQL_STATE;
        }
    }
}
