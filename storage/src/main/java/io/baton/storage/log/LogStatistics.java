package io.baton.storage.log;

/**
 * Counts of a log since it was opened. They are read one after the other while the log works.
 *
 * @param transactions transactions whose last fragment was written
 * @param records records written, of any type
 * @param bytes bytes of all records written
 * @param forces how often records were forced
 * @param forceNanos how long these took together
 * @param forceNanosMax how long the longest took
 * @param segments segments taken into use
 * @param segmentsRecycled how many of these were old ones
 * @param waitsForRoom how often an appender waited because the buffer was full
 * @param appended end of all records that have an LSN
 * @param forced end of all records that are on disk
 */
public record LogStatistics(long transactions, long records, long bytes, long forces, long forceNanos,
        long forceNanosMax, long segments, long segmentsRecycled, long waitsForRoom, long appended, long forced) {

    /** Returns how many transactions shared a force on average; 0 before the first force. */
    public double transactionsPerForce() {
        return forces == 0 ? 0 : (double) transactions / forces;
    }
}
