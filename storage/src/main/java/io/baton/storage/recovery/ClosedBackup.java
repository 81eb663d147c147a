package io.baton.storage.recovery;

import io.baton.storage.checkpoint.Checkpoint;
import io.baton.storage.checkpoint.CheckpointCopy;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.log.file.LogCopy;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.SegmentInfo;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies a store that no process has open to another directory (storage/spec/6-recovery.md, "A backup"): the newest
 * checkpoint that is whole, and the log from its begin to the log's end. No engine and no schema is needed. The store
 * is locked meanwhile and stays as it is.
 */
public final class ClosedBackup {
    private final StoreDirectory store;
    private final CheckpointReader reader;
    /** Those with a readable manifest up to the one that is copied, the newest first. */
    private final List<Checkpoint> read = new ArrayList<>();
    /** The faults of checkpoints that were passed over. */
    private final List<String> damages = new ArrayList<>();

    private ClosedBackup(StoreDirectory store) {
        this.store = store;
        this.reader = new CheckpointReader(store.checkpoints(), store.id());
    }

    /**
     * Makes a backup. Until it is complete, its directory is refused as a store.
     *
     * @param from the store's directory
     * @param directory where to make it: a directory that is empty or not there
     * @throws RecoveryException if it cannot be made; the message says why
     */
    public static BackupReport write(Path from, Path directory) {
        try (StoreDirectory store = StoreDirectory.openExisting(from)) {
            return SteadyThread.call(() -> new ClosedBackup(store).write(directory));
        } catch (IOException e) {
            throw failed(from, directory, e);
        } catch (UncheckedIOException e) {
            throw failed(from, directory, e);
        } catch (DamagedException e) {
            throw new RecoveryException("%s; nothing damaged is copied".formatted(e.getMessage()), e);
        } catch (OtherVersionException e) {
            throw new RecoveryException("%s; copy the store with the version that wrote it".formatted(e.getMessage()),
                e);
        }
    }

    private static RecoveryException failed(Path from, Path directory, Exception cause) {
        return new RecoveryException(
            "%s cannot be copied to %s, because the system reports: %s; see to the disk, and give an empty directory"
                .formatted(from, directory, cause),
            cause);
    }

    private BackupReport write(Path directory) throws IOException {
        Checkpoint checkpoint = newestWhole();
        long beginLsn = checkpoint.manifest().beginLsn();
        long endLsn = end(checkpoint);
        try (StoreDirectory copy = StoreDirectory.beginCopy(directory, store.id())) {
            CheckpointCopy.copy(checkpoint, copy.checkpoints(), copy.id());
            long logBytes = LogCopy.copy(store.log(), copy.log(), copy.id(), beginLsn, endLsn);
            copy.idReservations(store.idReservations());
            copy.complete();
            Instant time = Instant.EPOCH.plus(checkpoint.manifest().micros(), ChronoUnit.MICROS);
            return new BackupReport(directory, copy.id(), time, checkpoint.rows(), checkpoint.bytes(), logBytes,
                beginLsn, endLsn);
        }
    }

    private Checkpoint newestWhole() throws IOException {
        for (long number : reader.numbers()) {
            Checkpoint checkpoint = open(number);
            if (checkpoint != null && isWhole(checkpoint)) {
                return checkpoint;
            }
            if (checkpoint != null && checkpoint.manifest().base()) {
                // Older ones do not lead to the same state.
                break;
            }
        }
        throw new DamagedException("no checkpoint can be used%s".formatted(
            damages.isEmpty() ? ", because there is none" : ": " + String.join(", and ", damages)))
            .in(store.checkpoints().toString());
    }

    private @Nullable Checkpoint open(long number) throws IOException {
        try {
            Checkpoint checkpoint = reader.open(number);
            read.add(checkpoint);
            return checkpoint;
        } catch (DamagedException e) {
            damages.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private boolean isWhole(Checkpoint checkpoint) throws IOException {
        try {
            reader.verify(checkpoint);
            return true;
        } catch (DamagedException e) {
            damages.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Returns where the log ends, which must lead on from the checkpoint. */
    private long end(Checkpoint checkpoint) {
        try (LogReader log = new LogReader(store.log(), store.id(), checkpoint.manifest().beginLsn())) {
            log.requireLast();
            SegmentInfo behind = log.firstAfterBase(checkpoint.manifest().bases());
            if (behind != null) {
                throw new DamagedException(("it was begun behind a checkpoint that is missing or damaged, and %s is"
                    + " older (%s)").formatted(checkpoint.directory(), String.join(", and ", damages)))
                    .in(behind.path().toString());
            }
            boolean more = true;
            while (more) {
                more = log.next();
            }
            LogEnd end = log.end();
            requireEnd(end);
            return end.lsn();
        }
    }

    /** A log that ends before what a checkpoint has seen of it has lost something, be the checkpoint whole or not. */
    private void requireEnd(LogEnd end) {
        for (Checkpoint checkpoint : read) {
            if (end.lsn() < checkpoint.manifest().endLsn()) {
                throw new DamagedException("the log ends at LSN %d, but it had reached LSN %d when the checkpoint %s"
                    .formatted(end.lsn(), checkpoint.manifest().endLsn(), checkpoint.directory()) + " was taken")
                    .in(store.log().toString());
            }
        }
    }
}
