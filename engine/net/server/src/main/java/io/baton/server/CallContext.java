package io.baton.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What the calls of one connection have in common: the server, the caller, and the connection's event loop, to which a
 * call comes back when it has ended. Thread-safe.
 *
 * @param engine calls in the client's name
 * @param loop the connection's
 * @param ended takes calls that have ended; any thread
 */
record CallContext(BatonServer server, EngineCalls engine, EventLoop loop, Consumer<RemoteCall> ended) {

    KeyedCalls keys() {
        return server.keys();
    }

    /** The server's clock. */
    long nanos() {
        return server.nanos();
    }

    /** Does something later, on the event loop. */
    ScheduledFuture<?> later(long nanos, Runnable task) {
        return loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs a task on the event loop, unless the server has ended, and the connection with it. Any thread. */
    void onLoop(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // Nothing waits for it any more.
        }
    }
}
