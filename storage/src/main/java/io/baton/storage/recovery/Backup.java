package io.baton.storage.recovery;

import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.log.file.LogCopy;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Copies an open store to another directory while transactions run (storage/spec/6-recovery.md, "A backup"): a
 * checkpoint of its own, and the log from the checkpoint's begin to its end. The copy has the store's id, so that the
 * log that the store writes later goes with it.
 */
public final class Backup {
    private Backup() {
    }

    /** Writes a checkpoint of the running store. */
    @FunctionalInterface
    public interface CheckpointTask {
        /**
         * Writes one.
         *
         * @param checkpoints the directory of checkpoints to write it to, which is empty
         * @param storeId the id for the writer
         * @return the checkpoint; up to its end LSN the log is forced
         */
        Checkpoint write(Path checkpoints, UUID storeId) throws IOException;
    }

    /**
     * Makes a backup. Until it is complete, its directory is refused as a store.
     *
     * @param store the store. None of its log is removed before this has returned
     * @param directory where to make it: a directory that is empty or not there
     * @param task writes the checkpoint
     * @throws RecoveryException if the directory has something in it, or is locked
     * @throws io.baton.storage.codec.DamagedException if the log cannot be read back
     * @throws IOException if a file cannot be read or written
     */
    public static BackupReport write(StoreDirectory store, Path directory, CheckpointTask task) throws IOException {
        return SteadyThread.call(() -> writeSteadily(store, directory, task));
    }

    private static BackupReport writeSteadily(StoreDirectory store, Path directory, CheckpointTask task)
            throws IOException {
        try (StoreDirectory copy = StoreDirectory.beginCopy(directory, store.id())) {
            Checkpoint checkpoint = task.write(copy.checkpoints(), copy.id());
            long beginLsn = checkpoint.manifest().beginLsn();
            long endLsn = checkpoint.manifest().endLsn();
            long logBytes = LogCopy.copy(store.log(), copy.log(), copy.id(), beginLsn, endLsn);
            copy.idReservations(store.idReservations());
            copy.complete();
            Instant time = Instant.EPOCH.plus(checkpoint.manifest().micros(), ChronoUnit.MICROS);
            return new BackupReport(directory, copy.id(), time, checkpoint.rows(), checkpoint.bytes(), logBytes,
                beginLsn,
                endLsn);
        }
    }
}
