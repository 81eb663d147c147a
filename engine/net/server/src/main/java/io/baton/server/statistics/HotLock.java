package io.baton.server.statistics;

import io.baton.engine.observe.BusyLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock that calls have waited for lately.
 *
 * @param slot its place in the lock table
 * @param table whose rows it locks, or null if that was not seen
 * @param name its table and key, or null if they were not seen
 * @param share in which share of the samples somebody waited for it, up to 1
 * @param queue how many calls waited for it then, on average
 * @param queueMax how many at most
 * @param now whether somebody waited for it when it was looked at last
 * @param holders some of who had it then
 * @param waiters some of who waited for it then
 */
public record HotLock(int slot, @Nullable String table, @Nullable String name, double share, double queue, int queueMax,
        boolean now, List<BusyLock.Party> holders, List<BusyLock.Party> waiters) {

    /** Keeps copies. */
    public HotLock {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }
}
