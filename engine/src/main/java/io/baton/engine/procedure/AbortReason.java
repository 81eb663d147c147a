package io.baton.engine.procedure;

import io.baton.storage.DuplicateKeyException;
import io.baton.storage.MissingRowException;
import io.baton.storage.UniqueViolationException;
import io.baton.storage.ValueOutOfRangeException;

/** Why a call was aborted: nothing was written. Each reason has the SQLSTATE that callers of other languages see. */
public enum AbortReason {
    /** The procedure gave up: {@code Transaction.abort}. */
    GAVE_UP("45000", false),
    /** The procedure's code threw an exception or an error. */
    FAILED("38000", false),
    /** Two rows would have one primary key, or the same values in a unique index. */
    DUPLICATE_KEY("23505", false),
    /** The procedure let a {@link io.baton.storage.ValueOutOfRangeException} pass, or wrote such a value. */
    INVALID_VALUE("22003", false),
    /**
     * The call's time was over before the procedure had its locks and had ended, or before what a call that has written
     * nothing had read was forced to the disk of a durable engine.
     */
    TIMEOUT("HYT00", true),
    /** The call had to start over too often. */
    RESTARTS("40001", true),
    /** The caller cancelled the call, or the thread that waited for a place was interrupted. */
    CANCELLED("57014", false),
    /** All places for calls were taken for as long as the call might wait, or too many asynchronous calls wait. */
    TOO_BUSY("53300", true),
    /** The tables have reached their budget of memory. */
    OUT_OF_MEMORY("53200", true),
    /** A table has reached its largest number of rows. */
    TABLE_FULL("53400", true),
    /** The transaction met one of its own limits: it would hold too many locks, or write too much at once. */
    TOO_LARGE("54000", false),
    /** The engine was closed before the call had a place; calls that begin later throw an exception. */
    CLOSING("57P01", false),
    /** A lock was lost, because the session with its lock server was over. */
    LOCK_LOST("40000", true),
    /** The engine has stopped after a failure. */
    STOPPED("58000", false),
    /** The procedure has promised to read only, and was to write. */
    READ_ONLY("25006", false),
    /**
     * A row is not there: {@code Transaction.notFound}, or the procedure let a
     * {@link io.baton.storage.MissingRowException} pass.
     */
    NOT_FOUND("02000", false);

    private final String sqlState;
    private final boolean retryable;

    AbortReason(String sqlState, boolean retryable) {
        this.sqlState = sqlState;
        this.retryable = retryable;
    }

    /** {@return the five characters by which SQL knows this reason} */
    public String sqlState() {
        return sqlState;
    }

    /** {@return whether the same call may succeed later} */
    public boolean retryable() {
        return retryable;
    }

    /** Why a call was aborted out of whose procedure something came that is no decision to give up. */
    public static AbortReason ofFailure(Throwable cause) {
        return switch (cause) {
            case DuplicateKeyException ignored -> DUPLICATE_KEY;
            case UniqueViolationException ignored -> DUPLICATE_KEY;
            case ValueOutOfRangeException ignored -> INVALID_VALUE;
            case MissingRowException ignored -> NOT_FOUND;
            default -> FAILED;
        };
    }
}
