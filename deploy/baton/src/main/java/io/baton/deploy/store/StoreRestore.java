package io.baton.deploy.store;

import io.baton.storage.DamagedException;
import io.baton.storage.Storage;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.recovery.Recovery;
import io.baton.storage.recovery.RecoveryConfig;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.RecoveryReport;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.NanoClock;

/** Restores the state that a store had at a time into a new one, whatever its tables are. */
public final class StoreRestore {

    /** A table may have had more rows than now; storage has room for many times as many. */
    private static final long ROWS_MIN = 100_000;

    private final NanoClock clock;
    private final int processors;

    /**
     * Prepares to restore.
     *
     * @param clock monotonic time
     * @param processors how many threads work at once
     */
    public StoreRestore(NanoClock clock, int processors) {
        this.clock = clock;
        this.processors = processors;
    }

    /**
     * Restores.
     *
     * @param store the directory of a store that nobody has open; it is not changed
     * @param target a directory that is not there, or empty
     * @param until the state is that of the last mark in the log that is not later
     * @return what was done
     * @throws RecoveryException if that is not possible
     */
    public RecoveryReport run(Path store, Path target, Instant until) {
        final List<Manifest.Entry> tables = tables(store);
        try (ExecutorService threads = Executors.newFixedThreadPool(processors)) {
            return Recovery.restore(new RecoveryConfig(store, () -> open(tables), Map.of(), UUID::randomUUID, clock,
                InstantSource.system(), threads, RecoveryProgress.NONE), target, until);
        }
    }

    /** The tables of the newest checkpoint that can be read; none if there is no such checkpoint, which is refused. */
    private static List<Manifest.Entry> tables(Path directory) {
        try (StoreDirectory store = StoreDirectory.openExisting(directory)) {
            final CheckpointReader reader = new CheckpointReader(store.checkpoints(), store.id());
            for (final long number : reader.numbers()) {
                try {
                    return reader.open(number).manifest().tables();
                } catch (DamagedException e) {
                    // Recovery says what is wrong with it, if no older one does.
                }
            }
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoints of " + directory + " cannot be read: " + e, e);
        }
    }

    private static Storage open(List<Manifest.Entry> tables) {
        final Storage.Builder builder = Storage.builder();
        tables.forEach(table -> builder.table(table.schema(), Math.max(ROWS_MIN, table.rows())));
        return builder.open();
    }
}
