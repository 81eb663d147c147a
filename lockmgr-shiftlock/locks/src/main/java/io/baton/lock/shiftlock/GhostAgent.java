package io.baton.lock.shiftlock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Acts for ghosts whose client is busy elsewhere: whenever a notice arrives for a client that has ghosts, it ends
 * their turns if the client is not at it itself. Its thread starts with the first ghost of the table.
 */
final class GhostAgent {

    /** The first client with ghosts; the others follow in the order in which they came. */
    @GuardedBy("this")
    private @Nullable ShiftLockClient first;
    private final Doorbell doorbell;
    private final NanoClock clock;
    private final ThreadFactory threads;
    private volatile boolean started;
    private volatile boolean stopped;

    GhostAgent(Doorbell doorbell, NanoClock clock, ThreadFactory threads) {
        this.doorbell = doorbell;
        this.clock = clock;
        this.threads = threads;
    }

    /** Looks after a client until its ghosts are gone. Called under the client's latch; needs no memory. */
    void adopt(ShiftLockClient client) {
        append(client);
        client.endpoint.listener(doorbell);
        ring();
    }

    @SuppressWarnings("ReferenceEquality") // A client is itself.
    private synchronized void append(ShiftLockClient client) {
        ShiftLockClient last = null;
        for (ShiftLockClient at = first; at != null; at = at.nextTended) {
            if (at == client) {
                return;
            }
            last = at;
        }
        if (last == null) {
            first = client;
        } else {
            last.nextTended = client;
        }
    }

    /** Called by the agent's own thread, so that nobody else shortens the list that it goes through. */
    @SuppressWarnings("ReferenceEquality") // A client is itself.
    private synchronized void forget(ShiftLockClient client) {
        if (first == client) {
            first = client.nextTended;
        } else {
            ShiftLockClient before = first;
            while (before != null && before.nextTended != client) {
                before = before.nextTended;
            }
            if (before != null) {
                before.nextTended = client.nextTended;
            }
        }
        client.nextTended = null;
    }

    private synchronized @Nullable ShiftLockClient after(@Nullable ShiftLockClient client) {
        return client == null ? first : client.nextTended;
    }

    void ring() {
        if (!started) {
            start();
        }
        doorbell.ring();
    }

    private synchronized void start() {
        try {
            if (!started) {
                threads.newThread(this::run).start();
                started = true;
            }
        } catch (OutOfMemoryError noThread) {
            // Who rings is in the middle of a step, or has ended it; the next one tries again.
        }
    }

    /**
     * One round over all clients with ghosts.
     *
     * @return whether a ghost waits for readers, which no notice will announce
     */
    boolean tendAll() {
        boolean again = false;
        ShiftLockClient client = after(null);
        while (client != null) {
            final ShiftLockClient next = after(client);
            again |= client.tend(this::forget);
            client = next;
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
        for (ShiftLockClient client = after(null); client != null; client = after(client)) {
            text.append(client.name()).append(' ');
        }
        return text.toString();
    }

    private void run() {
        while (!stopped) {
            final boolean again = tendAll();
            doorbell.await(again ? clock.nanoTime() + ShiftLockClient.GHOST_ROUND_NANOS : Endpoint.NO_DEADLINE);
        }
    }
}
