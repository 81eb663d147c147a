package io.baton.deploy.store;

import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.Restore;
import io.baton.storage.recovery.RestoreConfig;
import io.baton.storage.recovery.RestoreReport;
import io.baton.storage.recovery.RestoreTarget;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.NanoClock;

/** Restores the state that a store had at a time into a new one, whatever its tables are. */
final class StoreRestore {

    private final NanoClock clock;
    private final int processors;

    /**
     * Prepares to restore.
     *
     * @param clock monotonic time
     * @param processors how many threads work at once
     */
    StoreRestore(NanoClock clock, int processors) {
        this.clock = clock;
        this.processors = processors;
    }

    /**
     * Restores.
     *
     * @param backup the directory of a backup, or of a store that nobody has open; it is not changed
     * @param logs where the log behind it is, archives first; empty for what the backup has itself
     * @param target a directory that is not there, or empty
     * @param until up to where the log is applied
     * @return what was done
     * @throws RecoveryException if that is not possible
     */
    RestoreReport run(Path backup, List<Path> logs, Path target, RestoreTarget until) {
        final Workers threads = new Workers(Thread.ofPlatform().factory(), processors, Parking.onMachine());
        return Restore.run(new RestoreConfig(backup, logs, target, until, UUID::randomUUID, clock,
            InstantSource.system(), threads, RecoveryProgress.NONE));
    }
}
