package io.baton.lock.shiftlock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.NanoClock;

/**
 * Acts for ghosts whose client is busy elsewhere: whenever a notice arrives for a client that has ghosts, it ends
 * their turns if the client is not at it itself. Its thread starts with the first ghost of the table.
 */
final class GhostAgent {

    private final List<WaitingClient> clients = new CopyOnWriteArrayList<>();
    private final Doorbell doorbell;
    private final NanoClock clock;
    private final ThreadFactory threads;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean stopped;

    GhostAgent(Doorbell doorbell, NanoClock clock, ThreadFactory threads) {
        this.doorbell = doorbell;
        this.clock = clock;
        this.threads = threads;
    }

    /** Looks after a client until its ghosts are gone. Called under the client's latch. */
    void adopt(WaitingClient client) {
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

    /**
     * One round over all clients with ghosts.
     *
     * @return whether a ghost waits for readers, which no notice will announce
     */
    boolean tendAll() {
        boolean again = false;
        for (WaitingClient client : clients) {
            again |= client.tend(clients::remove);
        }
        return again;
    }

    void stop() {
        stopped = true;
        doorbell.ring();
    }

    /** The clients that it acts for. */
    String describe() {
        final StringBuilder text = new StringBuilder();
        for (WaitingClient client : clients) {
            text.append(client.name()).append(' ');
        }
        return text.toString();
    }

    private void run() {
        while (!stopped) {
            final boolean again = tendAll();
            doorbell.await(again ? clock.nanoTime() + WaitingClient.GHOST_ROUND_NANOS : Endpoint.NO_DEADLINE);
        }
    }
}
