package io.baton.client;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps one link to a server: opens the next one when that has ended and somebody needs one. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // What depends on these futures throws nothing.
final class LinkSource {

    private static final long GOODBYE_SECONDS = 1;

    private final ClientOptions options;
    private final ClientThreads threads;
    /** The last number of a transaction: no two on a link may have one. */
    final AtomicInteger transactions = new AtomicInteger();
    /** The last number of an order: each client that shares this has its own. */
    private final AtomicInteger orders = new AtomicInteger();
    private final AtomicReference<@Nullable CompletableFuture<Link>> current = new AtomicReference<>();
    private volatile boolean closed;

    LinkSource(ClientOptions options, ClientThreads threads) {
        this.options = options;
        this.threads = threads;
    }

    /** A number for the order of a client's calls. */
    int newOrder() {
        return next(orders);
    }

    /** The next number, which is not 0. */
    static int next(AtomicInteger last) {
        return last.updateAndGet(number -> number == -1 ? 1 : number + 1);
    }

    /** The link to use now; opens one if there is none. */
    CompletableFuture<Link> link() {
        while (true) {
            final CompletableFuture<Link> now = current.get();
            if (now != null && isUsable(now)) {
                return now;
            }
            if (closed) {
                return CompletableFuture.failedFuture(clientClosed());
            }
            final CompletableFuture<Link> next = new CompletableFuture<>();
            if (current.compareAndSet(now, next)) {
                open(next);
                return next;
            }
        }
    }

    static CallException clientClosed() {
        return CallException.refused(Reason.NOT_SENT, "the client is closed; connect another one");
    }

    /** Sends a call over the link to use now. */
    void submit(CallRequest<?> request) {
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
                if (!next.complete(ready) || closed) {
                    ready.close();
                }
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

    /** A link has ended; who needs one next opens another. */
    void ended(Link link) {
        final CompletableFuture<Link> now = current.get();
        if (now != null && now.isDone() && !now.isCompletedExceptionally() && now.join().equals(link)) {
            current.compareAndSet(now, null);
        }
    }

    /** Whether this thread is one that reads and writes. */
    boolean isOnLoop() {
        for (final EventExecutor loop : threads.loops()) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Ends the link, and opens no more. Waits for that unless this thread is one that reads and writes. */
    void close() {
        closed = true;
        final CompletableFuture<Link> now = current.get();
        if (now != null && now.isDone() && !now.isCompletedExceptionally()) {
            final Future<?> gone = now.join().close();
            if (!isOnLoop()) {
                gone.awaitUninterruptibly(GOODBYE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
            && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
