package io.baton.lock;

import io.baton.fabric.VerbCounters;

/**
 * What a lock client has done. Written by the client only; another thread may read and sees values that lag a little
 * unless it synchronizes with the client.
 */
public final class LockCounters {

    private final VerbCounters verbs;
    private long acquisitions;
    private long waits;
    private long busy;
    private long handovers;
    private long modeChanges;
    private long upgrades;
    private long ghosts;
    private long local;
    private long staleNotices;
    private long suspicions;
    private long resets;
    private long lost;

    /**
     * Starts counting for a client of any protocol.
     *
     * @param verbs the counters of the client's endpoint
     */
    public LockCounters(VerbCounters verbs) {
        this.verbs = verbs;
    }

    /** Counts a lock that was granted. */
    public void countAcquisition() {
        acquisitions++;
    }

    /** Counts an acquisition that has to wait, or to try again. */
    public void countWait() {
        waits++;
    }

    /** Counts a try or an upgrade that found the lock busy. */
    public void countBusy() {
        busy++;
    }

    /** Counts a lock handed over to a successor. */
    public void countHandover() {
        handovers++;
    }

    /** Counts a lock given to waiting readers although writers wait. */
    public void countModeChange() {
        modeChanges++;
    }

    /** Counts a shared hold that became exclusive. */
    public void countUpgrade() {
        upgrades++;
    }

    /** Counts a lock that a client got from its own process, which keeps it, or from another client of it. */
    public void countLocal() {
        local++;
    }

    /** Counts a place in a queue that the client has left behind. */
    public void countGhost() {
        ghosts++;
    }

    /** Counts a notice that was dropped because its attempt is over. */
    public void countStaleNotice() {
        staleNotices++;
    }

    /** Counts a request for recovery. */
    public void countSuspicion() {
        suspicions++;
    }

    /** Counts an acquisition that begins again because the lock was reset. */
    public void countReset() {
        resets++;
    }

    /** Counts locks that the client held and has lost. */
    public void countLost(int holds) {
        lost += holds;
    }

    /**
     * Returns the verbs issued, by kind.
     *
     * @return the live counters of the client's endpoint
     */
    public VerbCounters verbs() {
        return verbs;
    }

    /**
     * Returns how many locks were granted, upgrades not counted.
     *
     * @return the count
     */
    public long acquisitions() {
        return acquisitions;
    }

    /**
     * Returns how often the client had to wait for a lock.
     *
     * @return the count
     */
    public long waits() {
        return waits;
    }

    /**
     * Returns how many tries and upgrades found the lock busy.
     *
     * @return the count
     */
    public long busy() {
        return busy;
    }

    /**
     * Returns how often the client handed a lock over to its successor in the queue.
     *
     * @return the count
     */
    public long handovers() {
        return handovers;
    }

    /**
     * Returns how often the client, releasing, gave a lock with a queue to the waiting readers.
     *
     * @return the count
     */
    public long modeChanges() {
        return modeChanges;
    }

    /**
     * Returns how many shared holds became exclusive.
     *
     * @return the count
     */
    public long upgrades() {
        return upgrades;
    }

    /**
     * Returns how many of the locks granted were kept by the client's own process, or passed on to it by another
     * client of its process.
     *
     * @return acquisitions without a verb of the client's own
     */
    public long localAcquisitions() {
        return local;
    }

    /**
     * Returns how often the client left a position in a queue behind, because its deadline had passed.
     *
     * @return the count
     */
    public long ghosts() {
        return ghosts;
    }

    /**
     * Returns how many notices were dropped because they named another attempt or generation.
     *
     * @return the count
     */
    public long staleNotices() {
        return staleNotices;
    }

    /**
     * Returns how often the client has asked the lock server whether a lock must be recovered.
     *
     * @return the count
     */
    public long suspicions() {
        return suspicions;
    }

    /**
     * Returns how often the client had to begin an acquisition again because the lock had been reset.
     *
     * @return the count
     */
    public long resets() {
        return resets;
    }

    /**
     * Returns how many locks the client had, and lost: because the lock was reset, or the session was over.
     *
     * @return the count
     */
    public long lost() {
        return lost;
    }
}
