package io.baton.client;

import io.baton.protocol.Reason;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Threads that read and write for several clients, so that each need not have one. Thread-safe. */
public final class ClientThreads implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;
    private static final long EMBEDDED_QUIET_MILLIS = 20;
    /** Threads for what may take long. */
    static final int APART_MAX = 64;

    private final EventLoopGroup loops;
    private final long quietMillis;
    /** Connections are opened seldom, so no thread waits for the next one. */
    private final Executor threadEach =
        new ThreadPerTaskExecutor(new DefaultThreadFactory("baton-client-lookup", true));
    private final AtomicInteger apart = new AtomicInteger();

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

    /**
     * Does what may take long on a thread of its own, so that those that read and write need not wait for it. Threads
     * that hang are not waited for, and do not keep the process.
     *
     * @return completed with what comes, or exceptionally; at once if {@link #APART_MAX} are under way
     */
    <T> CompletableFuture<T> apart(Supplier<T> work) {
        final CompletableFuture<T> done = new CompletableFuture<>();
        if (apart.incrementAndGet() > APART_MAX) {
            apart.decrementAndGet();
            done.completeExceptionally(CallException.refused(Reason.NO_CONNECTION, "cannot connect: " + APART_MAX
                + " names are looked up, certificates read or logins proved already; the resolver or the disk may "
                + "hang"));
            return done;
        }
        threadEach.execute(() -> {
            try {
                done.complete(work.get());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            } finally {
                apart.decrementAndGet();
            }
        });
        return done;
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
