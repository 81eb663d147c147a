package io.baton.engine.crash;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What mutated code calls. */
final class CrashHooks {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private CrashHooks() {
    }

    /** Makes what is seldom more frequent: a checkpoint between a record and the change of the tables. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
