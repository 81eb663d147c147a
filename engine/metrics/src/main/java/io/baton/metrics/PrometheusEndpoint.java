package io.baton.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Answers {@code GET /metrics} with the text that Prometheus reads, on this machine only. Thread-safe. */
public final class PrometheusEndpoint implements AutoCloseable {

    private static final int REQUEST_BYTES_MAX = 8_192;
    private static final long CLOSE_SECONDS = 2;

    private final EventLoopGroup loops;
    private final Channel listener;

    private PrometheusEndpoint(EventLoopGroup loops, Channel listener) {
        this.loops = loops;
        this.listener = listener;
    }

    /**
     * Starts.
     *
     * @param registry what is shown
     * @param address where to listen, one of loopback; port 0 for any that is free
     * @return the endpoint, to be closed before what the registry reads
     * @throws IllegalArgumentException if the address is not one of loopback
     * @throws UncheckedIOException if it cannot listen there
     */
    public static PrometheusEndpoint start(PrometheusMeterRegistry registry, InetSocketAddress address) {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("cannot show metrics at " + address + ": without encryption only this "
                + "machine may read them; give an address of loopback, such as 127.0.0.1");
        }
        final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1,
            new DefaultThreadFactory("baton-metrics", true), NioIoHandler.newFactory());
        final var bound = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(REQUEST_BYTES_MAX),
                        new MetricsHandler(registry));
                }
            })
            .bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            end(loops);
            throw new UncheckedIOException(new IOException(
                "cannot listen to " + address + ": " + bound.cause().getMessage(), bound.cause()));
        }
        return new PrometheusEndpoint(loops, bound.channel());
    }

    /**
     * Returns where it listens.
     *
     * @return the address, with the port that was chosen
     */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Ends; a reading under way is ended first. Closing twice does nothing. */
    @Override
    public void close() {
        end(loops);
    }

    private static void end(EventLoopGroup loops) {
        loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
