package io.baton.server;

import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls that have ended, on their way to the event loop of their connection: however many end meanwhile, it is woken up
 * once. Thread-safe.
 */
final class Outgoing {

    private final EventLoop loop;
    private final Connection connection;
    private final Queue<RemoteCall> ended = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    Outgoing(EventLoop loop, Connection connection) {
        this.loop = loop;
        this.connection = connection;
    }

    EventLoop loop() {
        return loop;
    }

    /** Takes a call that has ended. */
    void add(RemoteCall call) {
        ended.add(call);
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(this::drain);
            } catch (RejectedExecutionException e) {
                // The server has ended, and the connection with it. Others may have come meanwhile, and relied on this.
                woken.set(false);
                for (RemoteCall left = ended.poll(); left != null; left = ended.poll()) {
                    left.discard();
                }
            }
        }
    }

    private void drain() {
        woken.set(false);
        for (RemoteCall call = ended.poll(); call != null; call = ended.poll()) {
            connection.answer(call);
        }
        connection.answered();
    }
}
