package io.baton.client;

import io.baton.protocol.Reason;
import io.baton.protocol.ServerAddress;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one link to a server: opens the next one when that has ended and somebody needs one, with the first of several
 * servers that is there. Thread-safe.
 */
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
    /** What the last server has said of where calls are best sent, but for where none was to be had since. */
    private volatile List<SocketAddress> learnt = List.of();
    /** Where the last link led to, or null. This and what is learnt are written by who opens a link, one at a time. */
    private volatile @Nullable SocketAddress last;
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

    /** Whether there is a link that can be used without waiting for one. */
    boolean isOpen() {
        final CompletableFuture<Link> now = current.get();
        return now != null && now.isDone() && isUsable(now);
    }

    private static boolean isUsable(CompletableFuture<Link> future) {
        return !future.isDone() || (!future.isCompletedExceptionally() && future.join().isUsable());
    }

    /** Tries the addresses in their order, until there is a link with one of them. */
    private void open(CompletableFuture<Link> next) {
        new Connector(this, options, threads, next, candidates()).begin();
    }

    /**
     * The server of before, as one broken connection does not say that it has gone; where calls are best sent, as it
     * has said; and where the client was told to look.
     */
    private Set<SocketAddress> candidates() {
        final Set<SocketAddress> all = new LinkedHashSet<>();
        final SocketAddress before = last;
        if (before != null) {
            all.add(before);
        }
        all.addAll(learnt);
        all.addAll(options.addresses);
        return all;
    }

    /** There is no link with the server of an address that the client was not told. */
    void forget(SocketAddress address) {
        learnt = learnt.stream().filter(each -> !each.equals(address)).toList();
        if (address.equals(last)) {
            last = null;
        }
    }

    /** There is a link with the server at an address. */
    void learn(Link link, SocketAddress address) {
        final List<SocketAddress> named = new ArrayList<>();
        for (final String endpoint : link.welcome().endpoints()) {
            if (named.size() < options.endpointsMax && !options.isEmbedded()) {
                try {
                    named.add(address(ServerAddress.parse(endpoint)));
                } catch (IllegalArgumentException e) {
                    // Later servers may name what this client does not know.
                }
            }
        }
        learnt = List.copyOf(named);
        last = address;
    }

    /** One that was given, or a name that is looked up when it is needed. */
    private SocketAddress address(ServerAddress endpoint) {
        for (final SocketAddress given : options.addresses) {
            if (given instanceof InetSocketAddress server && server.getPort() == endpoint.port()
                && server.getHostString().equals(endpoint.host())) {
                return given;
            }
        }
        return ClientOptions.unfound(endpoint);
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

    /** Does what would keep an event loop for too long; completed on another thread. */
    <T> CompletableFuture<T> apart(Supplier<T> work) {
        return threads.apart(work);
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the link, and opens no more. Waits for that unless this thread is one that reads and writes. */
    void close() {
        closed = true;
        final CompletableFuture<Link> now = current.get();
        if (now != null) {
            // One that is being opened may hang at a name that nobody finds; who opens it sees that nobody wants it.
            now.completeExceptionally(clientClosed());
        }
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
