package io.baton.deploy.open;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
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
 * @param lockSlots how many locks the lock table has
 * @param memoryBytes the budget of memory of rows and indexes, or nothing for the engine's default
 * @param seed gives data and inputs
 * @param history where a history is recorded, or null
 * @param data where data are kept, or null for memory only
 */
public record EngineSettings(int clients, LockKind locks, int lockSlots, OptionalLong memoryBytes, long seed,
        @Nullable Path history, @Nullable DataSettings data) {

    /** How many locks there are unless told otherwise. */
    public static final int LOCK_SLOTS_DEFAULT = ShiftLockTable.SLOTS_DEFAULT;

    /**
     * Makes settings of an engine that keeps its data in memory only.
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
        this(clients, locks, lockSlots, memoryBytes, seed, history, null);
    }

    /**
     * Chooses where data are kept.
     *
     * @param kept where, or null for memory only
     * @return the same settings but for that
     */
    public EngineSettings keeping(@Nullable DataSettings kept) {
        return new EngineSettings(clients, locks, lockSlots, memoryBytes, seed, history, kept);
    }

    EngineBuilder builder(RecoveryProgress progress) {
        final EngineBuilder builder =
            Engine.builder().clients(clients).locks(locks).lockSlots(lockSlots).seed(seed);
        memoryBytes.ifPresent(builder::memoryBytes);
        if (data != null) {
            builder.data(data.directory(progress));
        }
        return history == null ? builder : builder.history(history);
    }

    /** The kind of locks as the command line spells it. */
    String lockName() {
        return locks.name().toLowerCase(Locale.ROOT);
    }

    /** Without locks there is nothing to count, whatever the engine's books say. */
    LockStatistics statistics(Engine engine) {
        return locks == LockKind.NONE ? LockStatistics.NONE : engine.lockStatistics();
    }
}
