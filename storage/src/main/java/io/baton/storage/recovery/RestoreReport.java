package io.baton.storage.recovery;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The report of a restore.
 *
 * @param directory where the new store is
 * @param storeId its id
 * @param checkpoint the number of the backup's checkpoint that was taken
 * @param damagedCheckpoints what is wrong with newer ones that were passed over, a sentence each
 * @param beginLsn where in the log redo began
 * @param endLsn where it ended: the new store has the state of this place
 * @param time the last time that backup or log tell before this place; nothing that was committed before it is missing
 * @param transactions transactions that were applied
 * @param rows rows of the new store
 * @param bytes bytes of its checkpoint
 * @param nanos how long all took, in nanoseconds
 */
public record RestoreReport(Path directory, UUID storeId, long checkpoint, List<String> damagedCheckpoints,
        long beginLsn, long endLsn, Instant time, long transactions, long rows, long bytes, long nanos) {
    /** Keeps a copy. */
    public RestoreReport {
        damagedCheckpoints = List.copyOf(damagedCheckpoints);
    }
}
