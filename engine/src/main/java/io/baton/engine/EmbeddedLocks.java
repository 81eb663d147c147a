package io.baton.engine;

import io.baton.fabric.Fabric;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockTable;
import io.baton.lock.NoLockTable;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** An embedded engine's lock table, and the fabric that it lives on if none was handed in. */
final class EmbeddedLocks implements AutoCloseable {

    private final @Nullable Fabric fabric;
    private final LockTable table;

    EmbeddedLocks(EngineBuilder builder) {
        final LockTable given = builder.lockTable;
        if (given != null || builder.lockKind == LockKind.NONE) {
            fabric = null;
            table = given == null ? new NoLockTable(builder.lockSlots) : given;
            return;
        }
        final ThreadFactory threads = builder.threads.apply(EngineThread.GHOST_AGENT);
        fabric = new InProcessFabric(ShiftLockTable.memoryBytes(builder.lockSlots), builder.clock,
            WaitPolicy.forClients(builder.clients, builder.processors));
        boolean complete = false;
        try {
            table = new ShiftLockTable(fabric, builder.lockSlots, ShiftLockOptions.product(), threads);
            complete = true;
        } finally {
            if (!complete) {
                fabric.close();
            }
        }
    }

    LockTable table() {
        return table;
    }

    @Override
    public void close() {
        try {
            table.close();
        } finally {
            if (fabric != null) {
                fabric.close();
            }
        }
    }
}
