package io.baton.engine;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogConfig;
import io.baton.storage.log.LogMode;
import io.baton.storage.recovery.Recovered;
import io.baton.storage.recovery.Recovery;
import io.baton.storage.recovery.RecoveryConfig;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Opens what a store is made of, as a data directory's settings say. */
final class StoreOpening {

    private final DataDirectory directory;
    private final EngineBuilder builder;

    StoreOpening(DataDirectory directory, EngineBuilder builder) {
        this.directory = directory;
        this.builder = builder;
    }

    Recovered recover() {
        final Path archive = directory.archive;
        if (archive != null && absolute(archive).startsWith(absolute(directory.path))) {
            throw new IllegalArgumentException("the archive " + archive + " is in the data directory " + directory.path
                + "; give a directory elsewhere, on another disk if possible");
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(
            builder.processors, builder.threads.apply(EngineThread.LOADER))) {
            return Recovery.open(new RecoveryConfig(directory.path, builder::openStorage, directory.defaults,
                UUID::randomUUID, builder.clock, builder.wallClock, threads, directory.progress));
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** Begins the log behind what was recovered. */
    Log openLog(Recovered recovered) {
        final Path archive = directory.archive;
        try {
            if (archive != null) {
                StoreDirectory.make(archive);
            }
            return Log.open(new LogConfig(recovered.store().log(), recovered.store().id(),
                directory.durability == Durability.GROUP ? LogMode.GROUP : LogMode.ASYNC, directory.segmentBytes,
                directory.bufferBytes, directory.forceEveryNanos, builder.clock, builder.wallClock,
                builder.threads.apply(EngineThread.LOG), archive), recovered.logEnd());
        } catch (DamagedException e) {
            throw new RecoveryException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new RecoveryException("the archive %s cannot be made, because the system reports: %s"
                .formatted(archive, e), e);
        }
    }
}
