package io.baton.storage.recovery;

import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/**
 * A backup that is complete.
 *
 * @param directory where it is
 * @param storeId the id of the store, and of the backup
 * @param time when its checkpoint was complete; nothing is in it that was committed later
 * @param rows rows of its checkpoint
 * @param checkpointBytes bytes of the checkpoint's tables
 * @param logBytes bytes of its log's segments
 * @param beginLsn where in the log its checkpoint begins
 * @param endLsn the end of the log that belongs to it: its state is the one there
 */
public record BackupReport(Path directory, UUID storeId, Instant time, long rows, long checkpointBytes, long logBytes,
        long beginLsn, long endLsn) {
    /** Returns the bytes of its files. */
    public long bytes() {
        return checkpointBytes + logBytes;
    }
}
