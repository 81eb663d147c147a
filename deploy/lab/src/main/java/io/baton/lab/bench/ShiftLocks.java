package io.baton.lab.bench;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;

/** A lock table as an embedded engine has it. */
final class ShiftLocks implements LockArray {

    private final InProcessFabric fabric;
    private final ShiftLockTable table;

    private ShiftLocks(InProcessFabric fabric, int locks, ShiftLockOptions options) {
        this.fabric = fabric;
        this.table = new ShiftLockTable(fabric, locks, options,
            Thread.ofPlatform().daemon().name("baton-ghost-agent").factory());
    }

    static ShiftLocks masked(int locks, int clients, int processors) {
        return new ShiftLocks(new InProcessFabric(ShiftLockTable.memoryBytes(locks), policy(clients, processors)),
            locks, ShiftLockOptions.product());
    }

    /** On memory whose atomics need no guard. */
    static ShiftLocks plain(int locks, int clients, int processors) {
        return new ShiftLocks(InProcessFabric.plain(ShiftLockTable.memoryBytes(locks), policy(clients, processors)),
            locks, ShiftLockOptions.product().withEntry(EntryFormat.PLAIN));
    }

    private static WaitPolicy policy(int clients, int processors) {
        return WaitPolicy.forClients(clients, processors);
    }

    @Override
    public LockUser user() {
        return new User(table.client());
    }

    @Override
    public void close() {
        table.close();
        fabric.close();
    }

    private record User(LockClient client) implements LockUser {

        @Override
        public void acquireExclusive(int lock) {
            client.acquire(lock, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        }

        @Override
        public void releaseExclusive(int lock) {
            client.release(lock);
        }

        @Override
        public void acquireShared(int lock) {
            client.acquire(lock, LockMode.SHARED, LockClient.NO_DEADLINE);
        }

        @Override
        public void releaseShared(int lock) {
            client.release(lock);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
