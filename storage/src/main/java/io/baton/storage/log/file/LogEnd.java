package io.baton.storage.log.file;

/**
 * Where a log ends: what {@link LogReader} found, and where the log's writer begins its next segment.
 *
 * @param lsn the first LSN that is not there
 * @param segment number of the last segment, 0 if there is none
 * @param check check value that the next segment's header carries: of the last record, or of the segment's header if
 *     it has no record, or 0 if there is no segment
 * @param base how many bases the store's checkpoints had so far, which the next segment's header says
 * @param closed whether the last record says that the store was closed in order
 * @param tornBytes bytes behind the end that were written and are cut off; 0 if the end is not torn
 */
public record LogEnd(long lsn, long segment, int check, int base, boolean closed, long tornBytes) {
    /** The end of a log that has no segment yet and begins with this LSN. */
    public static LogEnd nothing(long lsn) {
        return new LogEnd(lsn, 0, 0, 0, true, 0);
    }

    /** Returns the same end with another number of bases. */
    public LogEnd withBase(int bases) {
        return new LogEnd(lsn, segment, check, bases, closed, tornBytes);
    }

    /** Returns whether something behind the end was written and is cut off; it was never acknowledged. */
    public boolean torn() {
        return tornBytes > 0;
    }
}
