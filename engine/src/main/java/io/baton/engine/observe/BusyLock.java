package io.baton.engine.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock that calls wait for, as it was seen from outside.
 *
 * @param slot its place in the lock table
 * @param table whose rows it locks, or null if that is not known
 * @param name the table and key of what it locks, or null if that is not known
 * @param holders calls that hold it; none if they were not seen, or many locks have longer queues
 * @param waiters calls that wait for it
 */
public record BusyLock(int slot, @Nullable String table, @Nullable String name, List<Party> holders,
        List<Party> waiters) {

    /** Keeps copies. */
    public BusyLock {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /**
     * A call that holds a lock or waits for it.
     *
     * @param procedure the procedure's name; of a transaction of several calls, that of the call that runs, if one does
     * @param exclusive whether it has or wants it exclusively
     * @param nanos for how long it has waited, or, if it holds the lock, has run
     * @param origin where it comes from, or null if unknown
     */
    public record Party(String procedure, boolean exclusive, long nanos, @Nullable CallOrigin origin) {
    }
}
