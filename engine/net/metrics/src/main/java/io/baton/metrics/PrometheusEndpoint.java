package io.baton.metrics;

import io.baton.server.ServerSecurity;
import io.baton.server.login.PasswordLogins;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /metrics} with the text that Prometheus reads: to all who are on this machine, and to operators of
 * a server with TLS and users from elsewhere. Thread-safe.
 */
public final class PrometheusEndpoint implements AutoCloseable {

    private static final int REQUEST_BYTES_MAX = 8_192;
    private static final long CLOSE_SECONDS = 2;
    /** Readers are few; who opens more on this machine takes no other sockets from the server. */
    static final int CONNECTIONS_MAX = 64;
    /** More than the usual time from one reading to the next. */
    private static final Duration IDLE = Duration.ofMinutes(3);

    private final EventLoopGroup loops;
    private final Channel listener;
    private final @Nullable MetricsGuard guard;

    private PrometheusEndpoint(EventLoopGroup loops, Channel listener, @Nullable MetricsGuard guard) {
        this.loops = loops;
        this.listener = listener;
        this.guard = guard;
    }

    /**
     * Starts for this machine.
     *
     * @param registry what is shown
     * @param address where to listen, one of loopback; port 0 for any that is free
     * @return the endpoint, to be closed before what the registry reads
     * @throws IllegalArgumentException if the address is not one of loopback
     * @throws UncheckedIOException if it cannot listen there
     */
    public static PrometheusEndpoint start(PrometheusMeterRegistry registry, InetSocketAddress address) {
        if (isOfOthers(address)) {
            throw new IllegalArgumentException("cannot show metrics at " + address + ": without encryption and users "
                + "only this machine may read them; give an address of loopback, such as 127.0.0.1");
        }
        return start(registry, address, null, IDLE);
    }

    /**
     * Starts at an address that other machines may reach if the server has TLS and users: then each reader shows the
     * name and password of a user with the grant operator (basic authentication), encrypted with the server's
     * certificate. At an address of loopback everybody on this machine reads without, as by the other method.
     *
     * @param registry what is shown
     * @param address where to listen; port 0 for any that is free
     * @param security what clients of the server pass ({@code BatonServer.security})
     * @param log takes a line for each refusal, ten a second at most, and then how many there were more; called by any
     *     thread, must not block
     * @return the endpoint, to be closed before the server and before what the registry reads
     * @throws IllegalArgumentException if others could reach it, and the server has not both TLS and users
     * @throws UncheckedIOException if it cannot listen there
     */
    public static PrometheusEndpoint start(PrometheusMeterRegistry registry, InetSocketAddress address,
            ServerSecurity security, Consumer<String> log) {
        final PasswordLogins logins = security.logins();
        if (!isOfOthers(address) || logins == null || !security.encrypts()) {
            return start(registry, address);
        }
        return start(registry, address, loop -> new MetricsGuard(security, logins, loop, log), IDLE);
    }

    private static boolean isOfOthers(InetSocketAddress address) {
        return address.isUnresolved() || !address.getAddress().isLoopbackAddress();
    }

    /**
     * Starts.
     *
     * @param guards makes the guard, or null if all who can connect may read
     * @param idle a connection of these is closed after so long without a request
     */
    static PrometheusEndpoint start(PrometheusMeterRegistry registry, InetSocketAddress address,
            @Nullable Function<EventExecutor, MetricsGuard> guards, Duration idle) {
        final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1,
            new DefaultThreadFactory("baton-metrics", true), NioIoHandler.newFactory());
        final MetricsGuard guard = guards == null ? null : guards.apply(loops.next());
        final AtomicInteger open = new AtomicInteger();
        final var bound = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    final ChannelPipeline pipeline = channel.pipeline();
                    if (guard != null) {
                        guard.encrypt(channel, pipeline);
                    } else if (isOneOf(open, channel)) {
                        pipeline.addLast(new ReadTimeoutHandler(idle.toMillis(), TimeUnit.MILLISECONDS));
                    }
                    pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(REQUEST_BYTES_MAX));
                    if (guard != null) {
                        pipeline.addLast(new GuardedRequests(guard));
                    }
                    pipeline.addLast(new MetricsHandler(registry));
                }
            })
            .bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            end(loops, guard);
            throw new UncheckedIOException(new IOException(
                "cannot listen to " + address + ": " + bound.cause().getMessage(), bound.cause()));
        }
        return new PrometheusEndpoint(loops, bound.channel(), guard);
    }

    /** Whether a connection is one of those that may be open; others are closed. */
    @SuppressWarnings("FutureReturnValueIgnored") // A channel that is closed stays so.
    private static boolean isOneOf(AtomicInteger open, Channel channel) {
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        final boolean one = open.incrementAndGet() <= CONNECTIONS_MAX;
        if (!one) {
            channel.close();
        }
        return one;
    }

    /**
     * Returns where it listens.
     *
     * @return the address, with the port that was chosen
     */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** {@return whether it speaks TLS} */
    public boolean encrypts() {
        return guard != null;
    }

    /** Ends; a reading under way is ended first. Closing twice does nothing. */
    @Override
    public void close() {
        end(loops, guard);
    }

    private static void end(EventLoopGroup loops, @Nullable MetricsGuard guard) {
        if (guard != null) {
            guard.close();
        }
        loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
