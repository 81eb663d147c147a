package io.baton.console;

import io.baton.engine.Engine;
import io.baton.server.BatonServer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A web console that is served: shows what a server does, and calls its procedures. Thread-safe.
 *
 * <pre>
 * CallMeter meter = new CallMeter();
 * try (Engine engine = Engine.builder().observer(meter)...open();
 *     BatonServer server = BatonServer.start(engine, options);
 *     WebConsole console = WebConsole.start(meter, engine, server,
 *         new ConsoleOptions(new InetSocketAddress("127.0.0.1", 7433)))) {
 *     ...
 * }
 * </pre>
 */
public final class WebConsole implements AutoCloseable {

    private static final int LINE_BYTES_MAX = 4 << 10;
    private static final int HEADER_BYTES_MAX = 16 << 10;
    private static final int TOKEN_BYTES = 16;
    private static final int BACKLOG = 64;
    private static final long LOOP_SECONDS = 5;

    private final ConsoleOptions options;
    private final EventLoopGroup loop;
    private final AtomicInteger open = new AtomicInteger();
    private final Channel listener;
    private final Gate gate;
    private final Api api;
    private final Recorder recorder;

    private WebConsole(ConsoleSource source, ConsoleOptions options) {
        this.options = options;
        this.loop =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("baton-console", true),
                NioIoHandler.newFactory());
        boolean complete = false;
        try {
            final byte[] secret = new byte[TOKEN_BYTES];
            options.random.nextBytes(secret);
            final String token = HexFormat.of().formatHex(secret);
            this.recorder = new Recorder(source, options.wallClock, options.clock);
            this.api = new Api(source, recorder.series(), options, token);
            this.listener = listen();
            this.gate = new Gate(options, (InetSocketAddress) listener.localAddress(), token);
            listener.config().setAutoRead(true);
            listener.read();
            recorder.start(loop.next());
            complete = true;
        } finally {
            if (!complete) {
                endLoop();
            }
        }
    }

    /**
     * Starts a console.
     *
     * @param meter what counts the engine's calls: its observer
     * @param engine what the server serves; remains the caller's, as the server does, to be closed after the console
     * @param server the server
     * @param options where and for whom
     * @return the console, which listens
     * @throws IllegalArgumentException if others than this machine could reach it without encryption or login
     * @throws UncheckedIOException if it cannot listen there
     */
    public static WebConsole start(CallMeter meter, Engine engine, BatonServer server, ConsoleOptions options) {
        return start(new ServerSource(engine, server, meter, options.clock), options);
    }

    static WebConsole start(ConsoleSource source, ConsoleOptions options) {
        final InetSocketAddress address = options.address;
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("cannot listen to " + address + ": there is no such host");
        }
        final boolean guarded = options.tls != null && !options.operators.equals(Operators.ANYBODY);
        if (!guarded && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("cannot listen to " + address + ": without encryption and login only "
                + "this machine may reach the console; give an address of loopback, such as 127.0.0.1");
        }
        return new WebConsole(source, options);
    }

    private Channel listen() {
        final ServerBootstrap bootstrap = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            // Nobody is let in before the gate is there, which needs the port.
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    init(channel);
                }
            });
        final var bound = bootstrap.bind(options.address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(new IOException(
                "cannot listen to " + options.address + ": " + bound.cause().getMessage(), bound.cause()));
        }
        return bound.channel();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A channel that is closed stays so.
    private void init(Channel channel) {
        channel.closeFuture().addListener(future -> open.decrementAndGet());
        if (open.incrementAndGet() > options.connectionsMax) {
            channel.close();
            return;
        }
        final ChannelPipeline pipeline = channel.pipeline();
        final SslContext tls = options.tls;
        if (tls != null) {
            pipeline.addLast(tls.newHandler(channel.alloc()));
        }
        pipeline.addLast(new HttpServerCodec(new HttpDecoderConfig().setMaxInitialLineLength(LINE_BYTES_MAX)
            .setMaxHeaderSize(HEADER_BYTES_MAX)), new HttpObjectAggregator(options.requestBytesMax, true),
            new Deadlines(options.requestTimeout.toNanos()), new ConsoleHandler(this));
    }

    /**
     * Returns where it listens.
     *
     * @return the address, with the port that was chosen
     */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Ends, and closes all connections. Closing twice does nothing. */
    @Override
    public void close() {
        recorder.stop();
        endLoop();
    }

    private void endLoop() {
        loop.shutdownGracefully(0, LOOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    Gate gate() {
        return gate;
    }

    Api api() {
        return api;
    }

    void log(String line) {
        options.log.accept("console: " + line);
    }
}
