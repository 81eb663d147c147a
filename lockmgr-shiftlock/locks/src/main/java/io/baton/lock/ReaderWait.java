package io.baton.lock;

/** How a waiting reader learns that Epoch has flipped, where looking takes a round trip. */
public enum ReaderWait {
    /** It READs the entry again and again, at the fabric's pace. */
    POLL,
    /**
     * It READs the entry after the estimated time of the writers that may still come before it, as in DSLR: those up
     * to the threshold, times what one has taken since it came, as RelCnt tells.
     */
    ESTIMATE,
    /** It READs the entry the more often the less its READs wait at the server. */
    PACE,
    /**
     * It tells the writer that was the last in the queue when it came, and READs the entry when it hears from whoever
     * flips Epoch, or at the pace of POLL.
     */
    NOTICE,
    /** NOTICE, at the pace of PACE. */
    PACE_AND_NOTICE
}
