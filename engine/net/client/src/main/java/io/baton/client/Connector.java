package io.baton.client;

import io.baton.protocol.Reason;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to have a link: tries addresses in their order, until there is a link with one of them or the time for
 * all of them is over. Each may take its part of the time that is left, so that one who is silent leaves some to those
 * behind it. Names are looked up, and certificates read, on a thread that nobody else waits for.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What depends on these futures throws nothing.
final class Connector {

    private final LinkSource source;
    private final ClientOptions options;
    private final ClientThreads threads;
    private final CompletableFuture<Link> next;
    private final Deque<SocketAddress> left;
    private final Deadline whole;

    /**
     * Begins nothing yet.
     *
     * @param next is completed with the link, or exceptionally
     * @param addresses one or more
     */
    Connector(LinkSource source, ClientOptions options, ClientThreads threads, CompletableFuture<Link> next,
            Collection<SocketAddress> addresses) {
        this.source = source;
        this.options = options;
        this.threads = threads;
        this.next = next;
        this.left = new ArrayDeque<>(addresses);
        this.whole = Deadline.in(options.clock, options.connectTimeout.toNanos());
    }

    /** Tries the first address. */
    void begin() {
        tryNext(null);
    }

    private void tryNext(@Nullable CallException before) {
        final Deadline deadline = before == null && left.size() == 1 ? whole : whole.share(left.size());
        final SocketAddress address = left.removeFirst();
        opened(address, deadline).whenComplete((link, thrown) -> {
            if (thrown == null) {
                source.learn(link, address);
                if (!next.complete(link) || source.isClosed()) {
                    link.close();
                }
            } else {
                failed(address, failure(address, thrown), before);
            }
        });
    }

    private static CallException failure(SocketAddress address, Throwable thrown) {
        final Throwable failure = LinkSource.unwrapped(thrown);
        return failure instanceof CallException call ? call : noConnection(address, failure);
    }

    private void failed(SocketAddress address, CallException failure, @Nullable CallException before) {
        Reason reason = failure.reason();
        if (!options.addresses.contains(address)) {
            // What another server has said does not keep the client from those that it was told.
            source.forget(address);
            reason = Reason.NO_CONNECTION;
        }
        final boolean goesOn =
            reason == Reason.NO_CONNECTION || reason == Reason.TOO_BUSY || reason == Reason.NOT_BATON;
        if (goesOn && before != null && before.reason() != reason) {
            reason = Reason.NO_CONNECTION;
        }
        final CallException all = CallException.refused(reason,
            (before == null ? "" : before.getMessage() + "; ") + failure.getMessage());
        // Who refuses a login or is not to be trusted is the server that is meant: another one would hide it.
        if (source.isClosed() || !goesOn || left.isEmpty() || whole.leftNanos() == 0) {
            next.completeExceptionally(all);
        } else {
            tryNext(all);
        }
    }

    /** A link with the server at an address, completed when that has said WELCOME. */
    private CompletableFuture<Link> opened(SocketAddress address, Deadline deadline) {
        final Link link = new Link(source, options, address, deadline);
        final CompletableFuture<Link> opened = link.ready().copy();
        try {
            if (options.tls == null && !(address instanceof InetSocketAddress server && server.isUnresolved())) {
                connect(link, new Found(address, null), address, deadline, opened);
            } else {
                lookUp(link, address, deadline, opened);
            }
        } catch (RuntimeException e) {
            opened.completeExceptionally(e);
        }
        return opened;
    }

    /**
     * What a connection needs beforehand.
     *
     * @param address the server's
     * @param tls with whom to encrypt, or null
     */
    private record Found(SocketAddress address, @Nullable SslContext tls) {
    }

    private void lookUp(Link link, SocketAddress address, Deadline deadline, CompletableFuture<Link> opened) {
        final Future<?> timeout = threads.loops().next().schedule(
            () -> opened.completeExceptionally(CallException.refused(Reason.NO_CONNECTION, "cannot connect to "
                + ClientOptions.text(address) + ": its name was not found, or the files of certificates were not read, "
                + "within " + deadline.timeoutMillis() + " ms")),
            deadline.leftNanos(), TimeUnit.NANOSECONDS);
        threads.apart(() -> {
            if (opened.isDone()) {
                // Others were before it for so long.
                throw LinkSource.clientClosed();
            }
            return find(address);
        }).whenComplete((found, failure) -> {
            timeout.cancel(false);
            if (failure != null) {
                opened.completeExceptionally(failure);
            } else if (!opened.isDone() && !source.isClosed()) {
                try {
                    connect(link, found, address, deadline, opened);
                } catch (RuntimeException e) {
                    opened.completeExceptionally(e);
                }
            } else {
                opened.completeExceptionally(LinkSource.clientClosed());
            }
        });
    }

    /** May take as long as the resolver and the disk do. */
    private Found find(SocketAddress address) {
        SocketAddress found = address;
        try {
            if (address instanceof InetSocketAddress server && server.isUnresolved()) {
                found = new InetSocketAddress(options.resolver.find(server.getHostString()), server.getPort());
            }
            return new Found(found, options.tls == null ? null : options.tls.context());
        } catch (UnknownHostException e) {
            throw noConnection(address, e);
        } catch (IOException e) {
            throw CallException.refused(Reason.NOT_ENCRYPTED,
                "cannot connect to " + ClientOptions.text(address) + ": " + e.getMessage());
        }
    }

    private void connect(Link link, Found found, SocketAddress address, Deadline deadline,
            CompletableFuture<Link> opened) {
        final Bootstrap bootstrap = new Bootstrap().group(threads.loops());
        if (options.isEmbedded()) {
            bootstrap.channel(LocalChannel.class);
        } else {
            bootstrap.channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.option(ChannelOption.ALLOCATOR, options.allocator)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, deadline.leftMillis())
            .handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    final SslContext tls = found.tls();
                    if (tls != null && options.tls != null && address instanceof InetSocketAddress server) {
                        options.tls.addTo(channel, tls, server, deadline, link);
                    }
                    channel.pipeline().addLast(link);
                }
            });
        bootstrap.connect(found.address()).addListener(connected -> {
            if (!connected.isSuccess()) {
                opened.completeExceptionally(noConnection(address, connected.cause()));
            }
        });
    }

    private static CallException noConnection(SocketAddress address, Throwable cause) {
        final String why = String.valueOf(cause.getMessage());
        final String again = ": " + address;
        return CallException.refused(Reason.NO_CONNECTION, "cannot connect to " + ClientOptions.text(address) + ": "
            + (why.endsWith(again) ? why.substring(0, why.length() - again.length()) : why));
    }
}
