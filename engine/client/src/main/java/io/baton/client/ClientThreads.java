package io.baton.client;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that read and write for several clients, so that each need not have one. Thread-safe. */
public final class ClientThreads implements AutoCloseable {

    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup loops;

    private ClientThreads(EventLoopGroup loops) {
        this.loops = loops;
    }

    /**
     * Starts threads.
     *
     * @param threads how many, 1 or more
     * @return the threads, to be closed after the clients
     */
    public static ClientThreads start(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads: give 1 or more");
        }
        return new ClientThreads(new MultiThreadIoEventLoopGroup(threads,
            new DefaultThreadFactory("baton-client", true), NioIoHandler.newFactory()));
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
        final Future<?> ended = loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        if (waits) {
            ended.awaitUninterruptibly();
        }
    }
}
