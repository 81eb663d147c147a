package io.baton.engine;

import io.baton.fabric.Fabric;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockTable;
import io.baton.lock.NoLockTable;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import org.jspecify.annotations.Nullable;

/** An embedded engine's own lock server: the lock table and the fabric that it lives on. */
final class LockServer implements AutoCloseable {

    private final @Nullable Fabric fabric;
    private final LockTable table;

    LockServer(EngineBuilder builder) {
        if (builder.lockKind == LockKind.NONE) {
            fabric = null;
            table = new NoLockTable(builder.lockSlots);
            return;
        }
        final WaitPolicy policy = WaitPolicy.forClients(builder.clients, Runtime.getRuntime().availableProcessors());
        fabric = new InProcessFabric(ShiftLockTable.memoryBytes(builder.lockSlots), builder.clock, policy);
        table = new ShiftLockTable(fabric, builder.lockSlots,
            ShiftLockOptions.product().withThreshold(builder.lockThreshold),
            Thread.ofPlatform().daemon().name("baton-ghost-agent").factory());
    }

    LockTable table() {
        return table;
    }

    @Override
    public void close() {
        table.close();
        if (fabric != null) {
            fabric.close();
        }
    }
}
