package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Acts for ghosts whose client is busy elsewhere: whenever a notice arrives for a client that has ghosts, it ends their turns if the client
 * is not at it itself. Its thread starts with the first ghost of the table.
 */
final class GhostAgent {

    private final List<ShiftLockClient> clients = new CopyOnWriteArrayList<>();
    private final Doorbell doorbell;
    private final ThreadFactory threads;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean stopped;

    GhostAgent(Doorbell doorbell, ThreadFactory threads) {
        this.doorbell = doorbell;
        this.threads = threads;
    }

    /** Looks after a client until its ghosts are gone. Called under the client's latch. */
    void adopt(ShiftLockClient client) {
        if (!clients.contains(client)) {
            clients.add(client);
        }
        client.listener(doorbell);
        if (started.compareAndSet(false, true)) {
            threads.newThread(this::run).start();
        }
        doorbell.ring();
    }

    void ring() {
        doorbell.ring();
    }

    /** One round over all clients with ghosts. */
    void tendAll() {
        for (ShiftLockClient client : clients) {
            client.tend(clients::remove);
        }
    }

    void stop() {
        stopped = true;
        doorbell.ring();
    }

    private void run() {
        while (!stopped) {
            tendAll();
            doorbell.await(Endpoint.NO_DEADLINE);
        }
    }
}
