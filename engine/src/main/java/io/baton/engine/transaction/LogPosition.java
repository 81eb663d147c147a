package io.baton.engine.transaction;

import io.baton.storage.log.Log;

/**
 * A position in the log of a shard: a call's answer waits until the log is on disk up to it, which covers the call's
 * writes and reads. Handed out by the {@link Participant} of those rows, which alone knows how such a
 * position is found. Used by the thread of the call.
 */
public final class LogPosition {

    private final Log log;
    private long lsn;
    private boolean written;

    LogPosition(Log log) {
        this.log = log;
    }

    /** Begins a call, which depends on nothing yet. */
    void reset() {
        lsn = 0;
        written = false;
    }

    /** The call's own writes end here. */
    void wrote(long end) {
        lsn = end;
        written = true;
    }

    /** The call has read what ends here. */
    void read(long end) {
        lsn = Math.max(lsn, end);
    }

    long lsn() {
        return lsn;
    }

    /** Whether the call has writes of its own in the log: then it is committed even if the disk fails. */
    public boolean written() {
        return written;
    }

    /** Whether all is on disk. Does not wait. */
    public boolean isReached() {
        // Most reads depend on nothing, and need not look at what the log's writer changes.
        return lsn == 0 || lsn <= log.forced();
    }

    /**
     * Waits until all is on disk.
     *
     * @return false if that takes longer
     * @throws io.baton.storage.log.LogFailedException if it never comes
     */
    public boolean await(long timeoutNanos) {
        return log.await(lsn, timeoutNanos);
    }
}
