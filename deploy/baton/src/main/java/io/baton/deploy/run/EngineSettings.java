package io.baton.deploy.run;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
import io.baton.lock.LockStatistics;
import io.baton.lock.shiftlock.ShiftLockTable;
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
 */
public record EngineSettings(int clients, LockKind locks, int lockSlots, OptionalLong memoryBytes, long seed,
        @Nullable Path history) {

    /** How many locks there are unless told otherwise. */
    public static final int LOCK_SLOTS_DEFAULT = ShiftLockTable.SLOTS_DEFAULT;

    EngineBuilder builder() {
        final EngineBuilder builder =
            Engine.builder().clients(clients).locks(locks).lockSlots(lockSlots).seed(seed);
        memoryBytes.ifPresent(builder::memoryBytes);
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
