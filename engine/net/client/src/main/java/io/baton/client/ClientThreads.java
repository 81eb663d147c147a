package io.baton.client;

import io.baton.protocol.Reason;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Threads that read and write for several clients, so that each need not have one. Thread-safe. */
public final class ClientThreads implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;
    private static final long EMBEDDED_QUIET_MILLIS = 20;
    /** Threads for what may take long, and what waits for one: an application may open as many connections at once. */
    static final int APART_MAX = 64;
    static final int APART_WAIT_MAX = 65_536;
    private static final long APART_IDLE_SECONDS = 1;

    private final EventLoopGroup loops;
    private final long quietMillis;
    private final Executor apart;

    private ClientThreads(EventLoopGroup loops, boolean embedded) {
        this.loops = loops;
        this.quietMillis = embedded ? EMBEDDED_QUIET_MILLIS : 0;
        // Connections are opened seldom, so no thread stays for the next one.
        final ThreadPoolExecutor threads = new ThreadPoolExecutor(APART_MAX, APART_MAX, APART_IDLE_SECONDS,
            TimeUnit.SECONDS, new LinkedBlockingQueue<>(APART_WAIT_MAX),
            new DefaultThreadFactory("baton-client-lookup", true));
        threads.allowCoreThreadTimeOut(true);
        this.apart = threads;
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
     * Does what may take long on another thread, so that those that read and write need not wait for it. At most
     * {@link #APART_MAX} such threads are at work; what is behind them waits. Threads that hang are not waited for, and
     * do not keep the process.
     *
     * @return completed with what comes, or exceptionally; at once if {@link #APART_WAIT_MAX} wait, or there is no
     *     memory for a thread
     */
    <T> CompletableFuture<T> apart(Supplier<T> work) {
        final CompletableFuture<T> done = new CompletableFuture<>();
        try {
            apart.execute(() -> {
                try {
                    done.complete(work.get());
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            done.completeExceptionally(CallException.refused(Reason.NO_CONNECTION, "cannot connect: too many names are "
                + "looked up, certificates read or logins proved; the resolver or the disk may hang (" + e + ")"));
        }
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
