package io.baton.deploy.workload;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
import io.baton.engine.LockStatistics;
import io.baton.lock.ShiftLockTable;
import java.util.Locale;

/**
 * How a workload's engine is opened.
 *
 * @param clients how many clients will be at work
 * @param locks which locks
 * @param lockSlots how many locks the lock table has
 * @param seed gives data and inputs
 */
public record EngineSettings(int clients, LockKind locks, int lockSlots, long seed) {

    /** How many locks there are unless told otherwise. */
    public static final int LOCK_SLOTS_DEFAULT = ShiftLockTable.SLOTS_DEFAULT;

    EngineBuilder builder() {
        return Engine.builder().clients(clients).locks(locks).lockSlots(lockSlots).seed(seed);
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
