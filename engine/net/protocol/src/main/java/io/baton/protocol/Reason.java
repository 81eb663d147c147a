package io.baton.protocol;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Why a call did not commit, or its result did not come. Each has an SQLSTATE. Most say that nothing was written, but
 * not each: 08007 of {@link #OUTCOME_UNKNOWN} and RL001 do not. Of a call that was committed all the same, any reason
 * may be why its result is lost: there {@link Answer#sqlState} and {@link Answer#retryable} decide.
 */
public enum Reason {
    /** It did. */
    NONE(0, "00000", false),
    /** The procedure gave up. */
    GAVE_UP(1, "45000", false),
    /** The procedure's code threw an exception or an error. */
    FAILED(2, "38000", false),
    /** Two rows would have one primary key, or the same values in a unique index. */
    DUPLICATE_KEY(3, "23505", false),
    /** A value does not fit its column. */
    INVALID_VALUE(4, "22003", false),
    /** The call's time was over. */
    TIMEOUT(5, "HYT00", true),
    /** The call had to start over too often. */
    RESTARTS(6, "40001", true),
    /** The caller cancelled it. */
    CANCELLED(7, "57014", false),
    /** All places stayed taken. */
    TOO_BUSY(8, "53300", true),
    /** The tables have reached their budget of memory. */
    OUT_OF_MEMORY(9, "53200", true),
    /** A table has reached its largest number of rows. */
    TABLE_FULL(10, "53400", true),
    /** The call met a limit of a transaction. */
    TOO_LARGE(11, "54000", false),
    /** The engine was closed before the call had a place. */
    CLOSING(12, "57P01", false),
    /** The session with a lock server was over. */
    LOCK_LOST(13, "40000", true),
    /** The engine has stopped after a failure. */
    STOPPED(14, "58000", false),
    /** The procedure, or the call, was to read only, and not to write. */
    READ_ONLY(15, "25006", false),
    /** A row is not there, as the procedure says or shows. In a frame it is {@link #GAVE_UP} with this SQLSTATE. */
    NOT_FOUND(16, "02000", false),
    /** A name or number without a procedure. */
    NO_SUCH_PROCEDURE(32, "42883", false),
    /** Its parameters or result are of types that do not cross the wire. */
    NOT_CALLABLE(33, "0A000", false),
    /** Too many or too few arguments. */
    WRONG_ARGUMENTS(34, "07001", false),
    /** An argument of another type. */
    WRONG_TYPE(35, "42804", false),
    /** NULL for a parameter of a primitive type. */
    NULL_ARGUMENT(36, "22004", false),
    /** A number that the parameter's type does not have. */
    OUT_OF_RANGE(37, "22003", false),
    /** The key was used for another call. */
    KEY_REUSED(38, "22023", false),
    /** The server ends. */
    SHUTTING_DOWN(39, "57P01", true),
    /** The call was committed, but its result is beyond a limit. */
    RESULT_TOO_LARGE(40, "54000", false),
    /** The call was committed, but its result holds what does not cross the wire. */
    NOT_ENCODABLE(41, "22000", false),
    /** Nobody can tell whether the call was committed. */
    OUTCOME_UNKNOWN(42, "08007", false),
    /** Too many procedures described on a connection, results that wait to be fetched, or calls with keys under way. */
    TOO_MANY(43, "53300", true),
    /** The call was committed before, and its result was not kept. */
    RESULT_NOT_KEPT(44, Answer.RESULT_LOST_STATE, false),
    /** A query is not understood. */
    SYNTAX(45, "42601", false),
    /** A query's table is not there. */
    NO_SUCH_TABLE(46, "42P01", false),
    /** A query's column is not there. */
    NO_SUCH_COLUMN(47, "42703", false),
    /** There is no such user, or the password is wrong. */
    LOGIN_FAILED(48, "28P01", false),
    /** No login is possible, or the server has not asked for one. */
    LOGIN_REFUSED(49, "28000", false),
    /** The user may not do that. */
    NOT_GRANTED(50, "42501", false),
    /** The connection could not be encrypted as both sides want it. */
    NOT_ENCRYPTED(51, "08001", false),
    /** There is no such transaction on the connection. */
    NO_TRANSACTION(52, "25P01", false),
    /** The transaction was rolled back before, as one of its calls failed. */
    TRANSACTION_ENDED(53, "25P02", false),
    /** The transaction was rolled back, as its client was silent for too long. */
    TRANSACTION_IDLE(54, "25P03", true),
    /** A day or moment that is not stored. In a frame it is {@link #OUT_OF_RANGE} with this SQLSTATE. */
    NO_SUCH_MOMENT(55, "22008", false),
    /** At the client: the connection has ended, and the transaction was rolled back. */
    TRANSACTION_LOST(67, "08006", true),
    /** At the client: the call was never sent. */
    NOT_SENT(64, "08003", true),
    /** At the client: there is no connection. */
    NO_CONNECTION(65, "08001", true),
    /** At the client: the call was committed, and the connection ended before all pages of its result had come. */
    RESULT_CUT(66, Answer.RESULT_LOST_STATE, false),
    /** At the client: what listens at the address is no server of Baton. */
    NOT_BATON(68, "08001", false);

    private static final Map<Integer, Reason> BY_CODE =
        Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Reason::code, Function.identity()));

    private final int code;
    private final String sqlState;
    private final boolean retryable;

    Reason(int code, String sqlState, boolean retryable) {
        this.code = code;
        this.sqlState = sqlState;
        this.retryable = retryable;
    }

    /** {@return what stands for it in a frame} */
    public int code() {
        return code;
    }

    /** {@return the five characters by which SQL knows it; {@link Answer#sqlState} if the call was committed} */
    public String sqlState() {
        return sqlState;
    }

    /**
     * Says whether the same call may succeed later, and nothing was written; of a call that was committed all the same
     * {@link Answer#retryable} says it.
     *
     * @return whether to call again, unless the call was committed
     */
    public boolean retryable() {
        return retryable;
    }

    static Reason of(int code) {
        final Reason reason = BY_CODE.get(code);
        if (reason == null) {
            throw new MalformedFrameException("a reason of " + code);
        }
        return reason;
    }
}
