package io.baton.deploy.open;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.storage.checkpoint.CheckpointReader;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Opens a store whatever its tables are: a checkpoint says which they are, so that neither the workload nor the jar of
 * a bundle is needed. With bundles it has their tables and procedures instead.
 */
public final class AnyStore {

    private static final long ROWS_LEAST = 1_000;

    private AnyStore() {
    }

    /**
     * Opens a store. Nothing is loaded into a new one.
     *
     * @param directory where it is
     * @param bundles what it has, or empty for the tables that it says it has
     * @param memoryBytes the budget of memory of rows and indexes, or nothing for the engine's default
     * @param rowsMore how many rows it is to have room for beside those that it has
     * @param progress told how far the recovery is
     * @return the engine, to be closed
     * @throws RecoveryException if it cannot be opened
     * @throws IllegalArgumentException if the bundles do not go together
     */
    public static Engine open(Path directory, List<ProcedureBundle> bundles, OptionalLong memoryBytes, long rowsMore,
            RecoveryProgress progress) {
        final EngineBuilder builder = Engine.builder();
        memoryBytes.ifPresent(builder::memoryBytes);
        if (bundles.isEmpty()) {
            for (final Manifest.Entry table : tables(directory)) {
                builder.table(table.schema(), Math.max(ROWS_LEAST, table.rows() + rowsMore));
            }
        }
        final Set<String> names = new HashSet<>();
        for (final ProcedureBundle bundle : bundles) {
            if (!names.add(bundle.name())) {
                throw new IllegalArgumentException("two bundles are named " + bundle.name() + "; leave one out");
            }
            bundle.addTables(builder);
        }
        final Engine engine = builder
            .data(new DataSettings(directory, Durability.GROUP, Optional.empty()).directory(progress)).open();
        boolean complete = false;
        try {
            bundles.forEach(bundle -> bundle.register(engine));
            complete = true;
            return engine;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    /** The tables of the newest checkpoint that can be read: all that was written since has no others. */
    private static List<Manifest.Entry> tables(Path directory) {
        try (StoreDirectory store = StoreDirectory.openExisting(directory)) {
            final CheckpointReader reader = new CheckpointReader(store.checkpoints(), store.id());
            for (final long number : reader.numbers()) {
                try {
                    return reader.open(number).manifest().tables();
                } catch (DamagedException | OtherVersionException e) {
                    // An older one has the same tables, or opening says what is wrong.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the store in " + directory + " cannot be read: " + e, e);
        }
        throw new IllegalArgumentException("no checkpoint of the store can be read, so its tables are not known; "
            + "'baton log --data " + directory + "' says what is wrong");
    }
}
