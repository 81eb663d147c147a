package io.baton.console;

import io.baton.engine.Engine;
import io.baton.server.BatonServer;
import io.baton.server.ServerSecurity;
import io.baton.server.login.LimitedLines;
import io.baton.server.login.OperatorLogins;
import io.baton.server.login.PasswordLogins;
import io.baton.server.statistics.CallMeter;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A web console that is served: shows what a server does, and calls its procedures. Thread-safe.
 *
 * <pre>
 * CallMeter meter = new CallMeter();
 * try (Engine engine = Engine.builder().observer(meter)...open();
 *     BatonServer server = BatonServer.start(engine, options.meter(meter));
 *     WebConsole console = WebConsole.start(engine, server,
 *         new ConsoleOptions(new InetSocketAddress("127.0.0.1", 7433)))) {
 *     ...
 * }
 * </pre>
 */
public final class WebConsole implements AutoCloseable {

    private static final int LINE_BYTES_MAX = 4 << 10;
    private static final int HEADER_BYTES_MAX = 16 << 10;
    private static final int BACKLOG = 64;
    private static final long LOOP_SECONDS = 5;
    /** Logins that wait or are checked at once. */
    private static final int LOGINS_MAX = 64;

    private final ConsoleOptions options;
    private final ServerSecurity security;
    private final EventLoopGroup loop;
    /** Null without users. */
    private final @Nullable OperatorLogins logins;
    private final AtomicInteger open = new AtomicInteger();
    private final Channel listener;
    private final RequestFilter gate;
    private final Api api;
    private final Recorder recorder;

    private WebConsole(ConsoleSource source, BatonServer server, ConsoleOptions options) {
        this.options = options;
        this.security = server.security();
        this.loop =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("baton-console", true),
                NioIoHandler.newFactory());
        final EventLoop only = loop.next();
        final PasswordLogins users = security.logins();
        this.logins = users == null ? null : new OperatorLogins(users, only, "baton-console-login", LOGINS_MAX,
            new LimitedLines(only, "were refused", this::log));
        boolean complete = false;
        try {
            this.recorder = new Recorder(source, options);
            this.listener = listen();
            final Admission admission = new Admission(server, options, logins, address().getPort());
            this.api = new Api(source, recorder.series(), admission, options, only);
            this.gate = new RequestFilter(options.hosts, address(), security.encrypts());
            listener.config().setAutoRead(true);
            listener.read();
            recorder.start(only);
            complete = true;
        } finally {
            if (!complete) {
                endLoop();
            }
        }
    }

    /**
     * Starts a console. If the server has users, only operators among them who log in may use it; if it has a
     * certificate, the console has it, too.
     *
     * @param engine what the server serves; remains the caller's, as the server does, to be closed after the console
     * @param server the server, with what counts the engine's calls
     * @param options where, and its limits
     * @return the console, which listens
     * @throws IllegalArgumentException if others than this machine could reach it, and the server has not both users
     *     and a certificate; or if the server does not know what counts calls
     * @throws UncheckedIOException if it cannot listen there
     */
    public static WebConsole start(Engine engine, BatonServer server, ConsoleOptions options) {
        final CallMeter meter = server.meter();
        if (meter == null) {
            throw new IllegalArgumentException("the server counts no calls; give one CallMeter to "
                + "EngineBuilder.observer and to ServerOptions.meter");
        }
        final InetSocketAddress address = options.address;
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("cannot listen to " + address + ": there is no such host");
        }
        final ServerSecurity security = server.security();
        final boolean guarded = security.encrypts() && security.logins() != null;
        if (!guarded && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("cannot listen to " + address + ": without encryption and users only "
                + "this machine may reach the console; give the server a certificate and a file of users, or give an "
                + "address of loopback, such as 127.0.0.1");
        }
        return new WebConsole(new ServerSource(engine, server, meter, options.clock), server, options);
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
        if (security.encrypts()) {
            pipeline.addLast(security.encrypt(channel.alloc()), new PlainRequests());
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

    /**
     * Returns what to open in a browser. If it listens to all addresses of the machine that is the first of the
     * options' hosts, if there is one: no browser opens 0.0.0.0.
     *
     * @return the address with its scheme
     */
    public String url() {
        final boolean everywhere = options.address.getAddress().isAnyLocalAddress();
        // As it was given: a socket for all addresses names itself otherwise.
        final String host = everywhere && !options.hosts.isEmpty() ? options.hosts.getFirst()
            : options.address.getHostString();
        final boolean plain = host.indexOf(':') < 0 || host.startsWith("[");
        return (security.encrypts() ? "https://" : "http://") + (plain ? host : "[" + host + "]") + ":"
            + address().getPort() + "/";
    }

    /** Ends, and closes all connections. Closing twice does nothing. */
    @Override
    public void close() {
        recorder.stop();
        endLoop();
    }

    private void endLoop() {
        if (logins != null) {
            logins.close();
        }
        loop.shutdownGracefully(0, LOOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    RequestFilter gate() {
        return gate;
    }

    Api api() {
        return api;
    }

    void log(String line) {
        options.log.accept("console: " + line);
    }
}
