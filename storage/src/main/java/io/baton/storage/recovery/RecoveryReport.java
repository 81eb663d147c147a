package io.baton.storage.recovery;

import java.util.List;

/**
 * The report of a recovery.
 *
 * @param created whether the store is new; all numbers are 0 then
 * @param checkpoint the number of the checkpoint that was taken
 * @param checkpointRows rows in it
 * @param checkpointBytes bytes of its tables' files
 * @param beginLsn where in the log redo began
 * @param endLsn where the log ended
 * @param transactions transactions that were applied
 * @param writes rows that these wrote
 * @param closed whether the store was closed in order
 * @param tornBytes bytes behind the log's end that were cut off; they were never acknowledged
 * @param damagedCheckpoints what is wrong with checkpoints that were passed over, a sentence each
 * @param upgrades what is new in the schemas, a sentence each
 * @param checkpointNanos time to fill the tables, in nanoseconds
 * @param logNanos time to apply the log
 * @param indexNanos time to build the secondary indexes
 */
public record RecoveryReport(boolean created, long checkpoint, long checkpointRows, long checkpointBytes, long beginLsn,
        long endLsn, long transactions, long writes, boolean closed, long tornBytes, List<String> damagedCheckpoints,
        List<String> upgrades, long checkpointNanos, long logNanos, long indexNanos) {
    /** Keeps copies. */
    public RecoveryReport {
        damagedCheckpoints = List.copyOf(damagedCheckpoints);
        upgrades = List.copyOf(upgrades);
    }

    /** Returns the bytes of log that were applied. */
    public long logBytes() {
        return endLsn - beginLsn;
    }

    /** Returns the time of all phases, in nanoseconds. */
    public long nanos() {
        return checkpointNanos + logNanos + indexNanos;
    }

    /** Returns the bytes of checkpoint and log that were read per second of all phases; 0 if that took no time. */
    public double bytesPerSecond() {
        return nanos() == 0 ? 0 : (checkpointBytes + logBytes()) * 1e9 / nanos();
    }
}
