package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import java.util.random.RandomGenerator;

/** A table whose locks are in the server's processors' own memory. */
abstract class ServedTable implements LockTable {

    private final Fabric fabric;
    private final RandomGenerator random;
    private final LockService service;
    private volatile boolean closed;

    ServedTable(Fabric fabric, int slots, RandomGenerator random, LockService service) {
        if (slots != service.slots) {
            throw new IllegalArgumentException(
                "a table of " + slots + " locks on a server of " + service.slots + ": give the server's number");
        }
        this.fabric = fabric;
        this.random = random;
        this.service = service;
    }

    @Override
    public final int slots() {
        return service.slots;
    }

    @Override
    public final LockClient client() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
        return new ServedClient(fabric, slots(), random, service);
    }

    @Override
    public final long busySlots() {
        return service.busySlots();
    }

    /** Closes the table, not its server. */
    @Override
    public final void close() {
        closed = true;
    }
}
