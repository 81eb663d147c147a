package io.baton.storage.recovery;

import io.baton.storage.Storage;
import io.baton.storage.log.file.LogEnd;

/**
 * A store that was opened. The caller opens the log at its end, and then, if the schemas are new, takes a checkpoint
 * that is the base before anything else is written: the log up to here is written with the old ones.
 *
 * @param storage the tables, complete with all indexes
 * @param store the directory, whose lock is held
 * @param logEnd where the log ends; {@link io.baton.storage.log.Log#open} cuts off what is behind. Its number of bases
 *     is for the writer of the next checkpoints, too
 * @param checkpointNeeded whether the schemas are new
 * @param loaded whether the first load of the store has ended
 * @param report what was done
 */
public record Recovered(Storage storage, StoreDirectory store, LogEnd logEnd, boolean checkpointNeeded,
        boolean loaded, RecoveryReport report)
    implements AutoCloseable {
    /** Frees the tables and gives back the lock. */
    @Override
    public void close() {
        try {
            storage.close();
        } finally {
            store.close();
        }
    }
}
