package io.baton.rival.dslr;

import io.baton.lock.LockClient;
import io.baton.lock.LockOutcome;

/** What DSLR's clients can do beyond the others (DSLR paper, §5). One thread at a time. */
public interface DslrLockClient extends LockClient {

    /**
     * Sets how many lease slots later acquisitions take: such a lock may be held as many leases long (§5.1).
     *
     * @param slots 1 to {@link DslrParameters#leaseSlotsMax}
     * @throws IllegalArgumentException if the number is out of range
     */
    void leaseSlots(int slots);

    /**
     * Returns how often an acquisition lost its ticket or served the one behind it because a client had held a lock for
     * longer than its lease (Failure in algorithm 2), and took another. In the paper the transaction begins again.
     *
     * @return the count so far
     */
    long failures();

    /**
     * Gets an update lock (§5.2): readers that came earlier may go on reading beside it, everybody who comes later
     * waits. It counts as held shared until {@link #upgrade}, which waits for those readers and never fails for them.
     *
     * @param slot a lock that the client does not hold
     * @param deadlineNanos until when to wait, as far as DSLR can
     * @return granted or deadline
     * @throws IllegalArgumentException if there is no such slot
     * @throws IllegalStateException if the client holds the lock already
     */
    LockOutcome acquireForUpdate(int slot, long deadlineNanos);
}
