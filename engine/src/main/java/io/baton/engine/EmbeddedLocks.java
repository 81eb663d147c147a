package io.baton.engine;

import io.baton.engine.thread.EngineThread;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.lock.NoLockTable;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.concurrent.ThreadFactory;

/**
 * An embedded engine's locks: what was handed in, or a table of its own, or several that are joined. With one table
 * nothing stands between a coordinator and its client.
 */
final class EmbeddedLocks implements AutoCloseable {

    private final LockTable table;

    EmbeddedLocks(EngineBuilder builder) {
        final LockTable given = builder.lockTable;
        if (given != null) {
            table = given;
        } else if (builder.lockKind == LockKind.NONE) {
            table = new NoLockTable(builder.lockSlots * builder.lockTables);
        } else if (builder.lockTables == 1) {
            table = new EmbeddedTable(builder);
        } else {
            table = JoinedLockTable.open(builder.lockTables, i -> new EmbeddedTable(builder));
        }
    }

    LockTable table() {
        return table;
    }

    @Override
    public void close() {
        table.close();
    }

    /** A lock table in this process, with the fabric that it lives on. Thread-safe. */
    private static final class EmbeddedTable implements LockTable {

        private final InProcessFabric fabric;
        private final ShiftLockTable table;

        EmbeddedTable(EngineBuilder builder) {
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

        @Override
        public int slots() {
            return table.slots();
        }

        /** The protocol's own client: this table is not in its way. */
        @Override
        public LockClient client() {
            return table.client();
        }

        @Override
        public long busySlots() {
            return table.busySlots();
        }

        @Override
        public void close() {
            try {
                table.close();
            } finally {
                fabric.close();
            }
        }
    }
}
