package io.baton.client;

import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.Reason;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A client of one server: one connection for many calls of many threads. When it ends, the next call opens another; a
 * call that was sent over it is then unknown, one that was not is retryable. Thread-safe.
 *
 * <pre>
 * try (BatonClient client = BatonClient.connect(ClientOptions.of("127.0.0.1:7432"))) {
 *     RemoteProcedure&lt;Long&gt; transfer = client.procedure("Transfer", Long.class);
 *     long left = transfer.call(1, 2, 30_00);
 *     CompletableFuture&lt;Long&gt; later = transfer.callAsync(1, 2, 30_00);
 * }
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // What depends on these futures throws nothing.
public final class BatonClient implements AutoCloseable {

    private static final long GOODBYE_SECONDS = 1;
    /** No procedure's name is behind it. */
    private static final String LAST_NAME = "\uffff";

    private final ClientOptions options;
    private final ClientThreads threads;
    private final boolean ownsThreads;
    private final AtomicReference<@Nullable CompletableFuture<Link>> current = new AtomicReference<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger transactions = new AtomicInteger();
    private volatile boolean closed;

    private BatonClient(ClientOptions options) {
        this.options = options;
        final ClientThreads shared = options.threads;
        this.ownsThreads = shared == null;
        this.threads = shared == null ? ClientThreads.start(1, options.isEmbedded()) : shared;
    }

    /**
     * Connects to a server.
     *
     * @param options which server, and how
     * @return the client, to be closed
     * @throws CallRefusedException if there is no connection within the options' time
     */
    public static BatonClient connect(ClientOptions options) {
        final BatonClient client = new BatonClient(options);
        boolean complete = false;
        try {
            client.await(client.link());
            complete = true;
            return client;
        } finally {
            if (!complete) {
                client.close();
            }
        }
    }

    /**
     * Names a procedure. The server is asked when it is called first.
     *
     * @param name its name at the server
     * @param resultType what its results are to be: a number, a text and so on, a public record whose components are
     *     those of the procedure's, or Object for what comes
     * @param <R> the result type
     * @return the procedure
     * @throws io.baton.protocol.NotEncodableException if such results do not cross the wire
     */
    public <R> RemoteProcedure<R> procedure(String name, Class<R> resultType) {
        return new RemoteProcedure<>(this, name, JavaBinding.of(resultType), CallSettings.USUAL);
    }

    /**
     * Names a procedure that returns a list.
     *
     * @param name its name at the server
     * @param rowType what its rows are to be, as for {@link #procedure}
     * @param <R> the type of a row
     * @return the procedure
     * @throws io.baton.protocol.NotEncodableException if such rows do not cross the wire
     */
    public <R> RemoteProcedure<List<R>> listProcedure(String name, Class<R> rowType) {
        return new RemoteProcedure<>(this, name, JavaBinding.listOf(rowType), CallSettings.USUAL);
    }

    /**
     * Asks for the names of all procedures.
     *
     * @return the names in order
     * @throws CallRefusedException if there is no connection
     * @throws IllegalStateException if it is called by what depends on a future of this client
     */
    public List<String> procedureNames() {
        return await(procedureNamesAsync());
    }

    /**
     * Asks for the names of all procedures.
     *
     * @return completed with the names in order, or exceptionally with a {@link CallException}. What depends on it runs
     *     on the client's event loop and must not block
     */
    public CompletableFuture<List<String>> procedureNamesAsync() {
        return withThoseBehind(new ArrayList<>());
    }

    private CompletableFuture<List<String>> withThoseBehind(List<String> names) {
        final String after = names.isEmpty() ? "" : names.getLast();
        return link().thenCompose(link -> link.names(after)).thenCompose(page -> {
            names.addAll(page.names());
            return page.more() ? withThoseBehind(names) : CompletableFuture.completedFuture(names);
        });
    }

    /**
     * Asks the server for a sign of life; opens a connection if there is none.
     *
     * @return completed when it has come, or exceptionally with a {@link CallException}. What depends on it runs on the
     *     client's event loop and must not block
     */
    public CompletableFuture<Void> ping() {
        return link().thenCompose(link -> link.names(LAST_NAME)).thenAccept(names -> {});
    }

    /**
     * Begins a transaction of several calls. Whether the server has room for it, its first call tells.
     *
     * @return the transaction, to be ended
     * @throws CallRefusedException if there is no connection
     */
    public RemoteTransaction begin() {
        return await(beginAsync());
    }

    /**
     * Begins a transaction of several calls, which must be ended even if nobody waits for it any more.
     *
     * @return completed with the transaction, or exceptionally with a {@link CallException}. What depends on it runs on
     *     the client's event loop and must not block
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Its calls tell, too.
    public CompletableFuture<RemoteTransaction> beginAsync() {
        return link().thenApply(link -> {
            final RemoteTransaction transaction =
                new RemoteTransaction(this, link, transactions.updateAndGet(last -> last == -1 ? 1 : last + 1));
            transaction.send(FrameType.BEGIN);
            return transaction;
        });
    }

    /**
     * Draws a key for one call.
     *
     * @return the key
     */
    public IdempotencyKey newKey() {
        return new IdempotencyKey(UUID.randomUUID());
    }

    /**
     * Closes the connection. Calls that were sent and not answered are unknown. Waits until that is done, but for what
     * depends on a future of this client. Closing twice does nothing.
     */
    @Override
    public void close() {
        closed = true;
        final boolean waits = !isOnLoop();
        final CompletableFuture<Link> now = current.get();
        if (now != null && now.isDone() && !now.isCompletedExceptionally()) {
            final Future<?> gone = now.join().close();
            if (waits) {
                gone.awaitUninterruptibly(GOODBYE_SECONDS, TimeUnit.SECONDS);
            }
        }
        if (ownsThreads) {
            threads.close(waits);
        }
    }

    /** The connection to use now; opens one if there is none. */
    CompletableFuture<Link> link() {
        while (true) {
            final CompletableFuture<Link> now = current.get();
            if (now != null && isUsable(now)) {
                return now;
            }
            if (closed) {
                return CompletableFuture.failedFuture(
                    CallException.refused(Reason.NOT_SENT, "the client is closed; connect another one"));
            }
            final CompletableFuture<Link> next = new CompletableFuture<>();
            if (current.compareAndSet(now, next)) {
                open(next);
                return next;
            }
        }
    }

    /** Sends a call over the connection to use now. */
    void submit(CallRequest<?> request) {
        final RemoteTransaction transaction = request.transaction();
        if (transaction != null) {
            request.submitTo(transaction.link());
            return;
        }
        link().whenComplete((link, failure) -> {
            if (failure == null) {
                request.submitTo(link);
            } else {
                request.abandon(unwrapped(failure));
            }
        });
    }

    private static boolean isUsable(CompletableFuture<Link> future) {
        return !future.isDone() || (!future.isCompletedExceptionally() && future.join().isUsable());
    }

    private void open(CompletableFuture<Link> next) {
        final Link link = new Link(this, options);
        link.ready().whenComplete((ready, failure) -> {
            if (failure == null) {
                next.complete(ready);
            } else {
                next.completeExceptionally(failure);
            }
        });
        try {
            final SslContext tls = options.tls == null ? null : options.tls.context();
            final Bootstrap bootstrap = new Bootstrap().group(threads.loops());
            if (options.isEmbedded()) {
                bootstrap.channel(LocalChannel.class);
            } else {
                bootstrap.channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true);
            }
            bootstrap
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS,
                    Math.clamp(options.connectTimeout.toMillis(), 1, Integer.MAX_VALUE))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null && options.tls != null && options.address instanceof InetSocketAddress server) {
                            options.tls.addTo(channel, tls, server, options.connectTimeout, link);
                        }
                        channel.pipeline().addLast(link);
                    }
                });
            bootstrap.connect(options.address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    next.completeExceptionally(noConnection(connected.cause()));
                }
            });
        } catch (IOException e) {
            next.completeExceptionally(CallException.refused(Reason.NOT_ENCRYPTED,
                "cannot connect to " + options.address + ": " + e.getMessage()));
        } catch (RuntimeException e) {
            next.completeExceptionally(noConnection(e));
        }
    }

    private CallException noConnection(Throwable cause) {
        return CallException.refused(Reason.NO_CONNECTION,
            "cannot connect to " + options.address + ": " + cause.getMessage());
    }

    /** A connection has ended; the next call opens another. */
    void ended(Link link) {
        final CompletableFuture<Link> now = current.get();
        if (now != null && now.isDone() && !now.isCompletedExceptionally() && now.join().equals(link)) {
            current.compareAndSet(now, null);
        }
    }

    /** Counts a call until its future is complete; returns what to fail it with if there are too many. */
    @Nullable
    CallException begin(CompletableFuture<?> call) {
        if (calls.incrementAndGet() > options.callsMax) {
            calls.decrementAndGet();
            return CallException.refused(Reason.TOO_MANY,
                "the call was not sent: " + options.callsMax + " calls are under way; wait for some of them");
        }
        call.whenComplete((value, failure) -> calls.decrementAndGet());
        return null;
    }

    void checkMayBlock() {
        if (isOnLoop()) {
            throw new IllegalStateException(
                "a call that waits was made by what depends on a future of this client; use callAsync there");
        }
    }

    private boolean isOnLoop() {
        for (final EventExecutor loop : threads.loops()) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Waits for a future. */
    <T extends @Nullable Object> T await(CompletableFuture<T> future) {
        checkMayBlock();
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw CallException.unknown("the thread was interrupted while it waited; the call was cancelled if that "
                + "was still possible, and nobody can tell whether it was committed");
        } catch (ExecutionException e) {
            if (unwrapped(e) instanceof CallException call) {
                throw call.here();
            }
            throw new IllegalStateException("the call has failed: " + e.getCause(), e);
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
            && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
