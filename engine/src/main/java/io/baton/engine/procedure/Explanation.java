package io.baton.engine.procedure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call would lock, or how it has run. Immutable.
 *
 * @param locks the locks in the order in which the call has asked for them, each once; or, if it has not run, those
 *     that its plan names
 * @param run what has come of it; null if it has not run
 */
public record Explanation(List<Lock> locks, @Nullable Run run) {

    /** Keeps the locks from changes. */
    public Explanation {
        locks = List.copyOf(locks);
    }

    /** How a lock was got. */
    public enum How {
        /** The plan names it; got in the global order before the procedure began, if the call has run. */
        PLANNED,
        /** An attempt before has asked for it; got in the global order before the procedure began. */
        LEARNT,
        /** It comes behind all locks that were held, so the call could wait for it. */
        IN_ORDER,
        /** It comes before a lock that was held, so the call could only try it. */
        TRIED,
        /** It was held shared already, and became exclusive. */
        UPGRADED,
        /** It has a place of the lock table in common with a lock that was held already, so there was nothing to do. */
        COVERED,
        /** It was not got: the attempt ended there. */
        NOT_GOT
    }

    /**
     * A lock. Its wait is in nanoseconds; of a lock that was free it is what getting it has taken.
     *
     * @param table whose rows it protects
     * @param index the index of which it protects a prefix; empty for the lock of a row
     * @param key values of the columns that name it, {@code (id=7)}; a number in hexadecimal digits for what has been
     *     hashed
     * @param exclusive whether it keeps readers out
     * @param how how it was got
     * @param waited whether somebody else had it, and handed it over or gave it back
     * @param nanos how long it has taken to get it; 0 if the call has not run
     */
    public record Lock(String table, String index, String key, boolean exclusive, How how, boolean waited,
            long nanos) {
    }

    /**
     * What has come of a call, which was rolled back in any case. The numbers of rows and locks are those of the last
     * attempt, the times in nanoseconds those of all.
     *
     * @param sqlState how it has ended: 00000 if it would have been committed, else as for a call
     * @param message why it has ended; empty if it would have been committed
     * @param attempts how often it was run, 1 or more
     * @param nanos how long it has taken in all, the wait for a place not counted
     * @param lockNanos how much of that went into getting locks
     * @param rows what it has read and written
     */
    public record Run(String sqlState, String message, int attempts, long nanos, long lockNanos, Rows rows) {
    }

    /**
     * Numbers of rows.
     *
     * @param lookedUp how often a row was looked for by its key, be it there or not, to be read or written
     * @param scanned how many rows scans have come to
     * @param inserted how many were new at the end
     * @param updated how many had other values at the end, or were opened for change
     * @param deleted how many were gone at the end
     */
    public record Rows(long lookedUp, long scanned, long inserted, long updated, long deleted) {

        /** None. */
        public static final Rows NONE = new Rows(0, 0, 0, 0, 0);
    }
}
