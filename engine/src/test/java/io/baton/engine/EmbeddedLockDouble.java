package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockTable;

/** An embedded engine's lock table whose clients a test changes. */
abstract class EmbeddedLockDouble implements LockTable {

    private final EmbeddedLocks real;

    EmbeddedLockDouble(EmbeddedLocks real) {
        this.real = real;
    }

    /** Puts what the test wants in front of a client. */
    abstract LockClient changed(LockClient client);

    @Override
    public final LockClient client() {
        return changed(real.table().client());
    }

    @Override
    public final int slots() {
        return real.table().slots();
    }

    @Override
    public final long busySlots() {
        return real.table().busySlots();
    }

    @Override
    public final void close() {
        real.close();
    }
}
