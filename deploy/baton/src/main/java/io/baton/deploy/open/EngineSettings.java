package io.baton.deploy.open;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
import io.baton.history.HistoryRecording;
import io.baton.lock.LockStatistics;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.storage.recovery.RecoveryProgress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a workload's engine is opened.
 *
 * @param clients how many clients will be at work
 * @param locks which locks
 * @param lockTables how many lock tables there are
 * @param lockSlots how many locks each lock table has
 * @param memoryBytes the budget of memory of rows and indexes, or nothing for the engine's default
 * @param seed gives data and inputs
 * @param history where a history is recorded, or null
 * @param data where data are kept, or null for memory only
 */
public record EngineSettings(int clients, LockKind locks, int lockTables, int lockSlots, OptionalLong memoryBytes,
        long seed, @Nullable Path history, @Nullable DataSettings data) {

    /** How many locks there are unless told otherwise. */
    public static final int LOCK_SLOTS_DEFAULT = ShiftLockTable.SLOTS_DEFAULT;

    /**
     * Makes settings of an engine that has one lock table and keeps its data in memory only.
     *
     * @param clients how many clients will be at work
     * @param locks which locks
     * @param lockSlots how many locks the lock table has
     * @param memoryBytes the budget of memory of rows and indexes, or nothing for the engine's default
     * @param seed gives data and inputs
     * @param history where a history is recorded, or null
     */
    public EngineSettings(int clients, LockKind locks, int lockSlots, OptionalLong memoryBytes, long seed,
            @Nullable Path history) {
        this(clients, locks, 1, lockSlots, memoryBytes, seed, history, null);
    }

    /**
     * Chooses where data are kept.
     *
     * @param kept where, or null for memory only
     * @return the same settings but for that
     */
    public EngineSettings keeping(@Nullable DataSettings kept) {
        return new EngineSettings(clients, locks, lockTables, lockSlots, memoryBytes, seed, history, kept);
    }

    /**
     * Chooses the number of lock tables.
     *
     * @param tables 1 to {@link EngineBuilder#LOCK_TABLES_MAX}
     * @return the same settings but for that
     */
    public EngineSettings withLockTables(int tables) {
        return new EngineSettings(clients, locks, tables, lockSlots, memoryBytes, seed, history, data);
    }

    EngineBuilder builder(RecoveryProgress progress) {
        final EngineBuilder builder =
            Engine.builder().clients(clients).locks(locks).lockTables(lockTables).lockSlots(lockSlots).seed(seed);
        memoryBytes.ifPresent(builder::memoryBytes);
        if (data != null) {
            builder.data(data.directory(progress));
        }
        return history == null ? builder : builder.history(HistoryRecording.to(history));
    }

    /** The kind of locks as the command line spells it, and how many tables there are if not one. */
    String lockName() {
        return locks.name().toLowerCase(Locale.ROOT) + (lockTables == 1 ? "" : " in " + lockTables + " tables");
    }

    /** Without locks there is nothing to count, whatever the engine's books say. */
    LockStatistics statistics(Engine engine) {
        return locks == LockKind.NONE ? LockStatistics.NONE : engine.lockStatistics();
    }
}
