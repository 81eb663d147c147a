package io.baton.client;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that read and write for several clients, so that each need not have one. Thread-safe. */
public final class ClientThreads implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;
    private static final long EMBEDDED_QUIET_MILLIS = 20;

    private final EventLoopGroup loops;
    private final long quietMillis;

    private ClientThreads(EventLoopGroup loops, boolean embedded) {
        this.loops = loops;
        this.quietMillis = embedded ? EMBEDDED_QUIET_MILLIS : 0;
    }

    /**
     * Starts threads.
     *
     * @param threads how many, 1 or more
     * @return the threads, to be closed after the clients
     */
    public static ClientThreads start(int threads) {
        return start(threads, false);
    }

    /** Starts threads for connections within the process, or for others. */
    static ClientThreads start(int threads, boolean embedded) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads: give 1 or more");
        }
        return new ClientThreads(new MultiThreadIoEventLoopGroup(threads,
            new DefaultThreadFactory("baton-client", true),
            embedded ? LocalIoHandler.newFactory() : NioIoHandler.newFactory()), embedded);
    }

    EventLoopGroup loops() {
        return loops;
    }

    /** Ends the threads, and the connections of clients that are not closed. Closing twice does nothing. */
    @Override
    public void close() {
        close(true);
    }

    void close(boolean waits) {
        // The other side of a connection within the process still tells this one's loop that it has closed.
        final Future<?> ended = loops.shutdownGracefully(quietMillis, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        if (waits) {
            ended.awaitUninterruptibly();
        }
    }
}
