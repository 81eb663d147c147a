package io.baton.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * How a call has ended, and what it took. One that is explained has no lock times and no rows that were looked up.
 *
 * @param end how it has ended; null of a part, which ends with its call
 * @param sqlState the five characters by which SQL knows the reason; 00000 if it has a result
 * @param failure what came out of the procedure's code, if that was no decision to give up
 * @param restarts how often the call had to start over; 0 of a part
 * @param lockNanos from asking for locks to having them, in all attempts
 * @param rowsLookedUp rows that it has asked for by key, in all attempts
 * @param rowsWritten rows that its commit has changed; 0 of a part
 * @param rowsReturned elements of the list that is its result; -1 if that is no list
 */
public record CallReport(@Nullable CallEnd end, String sqlState, @Nullable Throwable failure, long restarts,
        long lockNanos, long rowsLookedUp, long rowsWritten, long rowsReturned) {

    /** The SQLSTATE of a call that has a result. */
    public static final String GOOD = "00000";

    /** {@return whether it has a result} */
    public boolean isGood() {
        return sqlState.equals(GOOD);
    }
}
