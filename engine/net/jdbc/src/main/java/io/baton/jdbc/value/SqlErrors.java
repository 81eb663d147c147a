package io.baton.jdbc.value;

import io.baton.client.CallException;
import io.baton.protocol.Reason;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.concurrent.ExecutionException;

/** Makes the exceptions of JDBC. Their vendor code is the number of the protocol's reason, or 0. */
public final class SqlErrors {

    /** A query was asked of what brings no rows. */
    public static final String NO_ROWS = "07005";
    /** Something is closed. */
    public static final String CLOSED = "HY010";
    /** There is no such parameter or column. */
    public static final String BAD_INDEX = "07009";
    /** A value cannot be converted. */
    public static final String BAD_CAST = "22018";
    /** A number does not fit. */
    public static final String OUT_OF_RANGE = "22003";
    /** A text does not say a day or a moment. */
    public static final String BAD_DATE_FORMAT = "22007";
    /** There is no such day or moment, or it is finer than what is stored. */
    public static final String BAD_DATE = "22008";
    /** A text holds what is no character. */
    public static final String BAD_CHARACTER = "22021";
    /** The text is not understood. */
    public static final String SYNTAX = "42601";
    /** A setting or argument is wrong. */
    public static final String BAD_ARGUMENT = "HY024";
    /** A result set is not at a row. */
    public static final String NOT_AT_ROW = "24000";
    /** The transaction is in another state. */
    public static final String TRANSACTION_STATE = "25000";

    private static final int CLASS_CHARACTERS = 2;

    private SqlErrors() {
    }

    /**
     * Says that something is not there.
     *
     * @param what what was asked for, the beginning of a sentence
     * @return the exception, to be thrown
     */
    public static SQLFeatureNotSupportedException unsupported(String what) {
        return new SQLFeatureNotSupportedException(what + " is not supported by the driver of Baton", "0A000");
    }

    /**
     * Makes the exception of an SQLSTATE.
     *
     * @param sqlState five characters
     * @param message a sentence
     * @return the exception, to be thrown
     */
    public static SQLException of(String sqlState, String message) {
        return of(sqlState, message, 0, false);
    }

    /**
     * Makes the exception of a reason.
     *
     * @param reason why something failed
     * @param message a sentence
     * @return the exception, to be thrown
     */
    public static SQLException of(Reason reason, String message) {
        return of(reason.sqlState(), message, reason.code(), reason.retryable());
    }

    /**
     * Makes the exception of a call.
     *
     * @param failure how the call ended
     * @return the exception, to be thrown
     */
    public static SQLException of(CallException failure) {
        final Reason reason = failure.reason();
        final SQLException exception =
            of(failure.sqlState(), String.valueOf(failure.getMessage()), reason.code(), failure.retryable());
        exception.initCause(failure);
        return exception;
    }

    /**
     * Makes the exception of what was waited for.
     *
     * @param failure how it ended
     * @param what what it was, the beginning of a sentence
     * @return the exception, to be thrown
     */
    public static SQLException of(ExecutionException failure, String what) {
        return failure.getCause() instanceof CallException call ? of(call)
            : unknown(failure, what);
    }

    /** The driver itself has failed, so nobody can tell what the server has done. */
    private static SQLException unknown(ExecutionException failure, String what) {
        final SQLException exception = of(Reason.OUTCOME_UNKNOWN,
            what + " has failed, and nobody can tell whether it was committed: " + failure.getCause());
        exception.initCause(failure);
        return exception;
    }

    private static SQLException of(String sqlState, String message, int code, boolean retryable) {
        return switch (sqlState.substring(0, CLASS_CHARACTERS)) {
            case "0A" -> new SQLFeatureNotSupportedException(message, sqlState, code);
            case "08" -> retryable ? new SQLTransientConnectionException(message, sqlState, code)
                : new SQLNonTransientConnectionException(message, sqlState, code);
            case "22" -> new SQLDataException(message, sqlState, code);
            case "23" -> new SQLIntegrityConstraintViolationException(message, sqlState, code);
            case "28" -> new SQLInvalidAuthorizationSpecException(message, sqlState, code);
            case "40" -> new SQLTransactionRollbackException(message, sqlState, code);
            case "42" -> new SQLSyntaxErrorException(message, sqlState, code);
            default -> general(sqlState, message, code, retryable);
        };
    }

    /** Some have a class that says more to a framework than their SQLSTATE does. */
    private static SQLException general(String sqlState, String message, int code, boolean retryable) {
        return switch (sqlState) {
            case "HYT00" -> new SQLTimeoutException(message, sqlState, code);
            // A rule of the procedure's refuses what the call wants.
            case "45000" -> new SQLDataException(message, sqlState, code);
            // A mistake of the program: what writes was called where only reading is allowed.
            case "25006" -> new SQLFeatureNotSupportedException(message, sqlState, code);
            // The server has rolled back, and the transaction may be done again.
            case "25P03" -> new SQLTransactionRollbackException(message, sqlState, code);
            default -> retryable ? new SQLTransientException(message, sqlState, code)
                : new SQLNonTransientException(message, sqlState, code);
        };
    }
}
