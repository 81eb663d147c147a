package io.baton.server;

import io.baton.engine.Engine;
import io.baton.engine.observe.CallOrigin;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Welcome;
import io.baton.server.backup.BackupCall;
import io.baton.server.login.LimitedLines;
import io.baton.server.query.BuiltIns;
import io.baton.server.statistics.CallMeter;
import io.baton.server.statistics.HotLock;
import io.baton.server.statistics.OpenTransaction;
import io.baton.server.statistics.Statistics;
import io.baton.server.users.Access;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server: calls the procedures of one engine for clients in other processes. Thread-safe.
 *
 * <pre>
 * try (Engine engine = ...;
 *     BatonServer server = BatonServer.start(engine, new ServerOptions(new InetSocketAddress("127.0.0.1", 7432)))) {
 *     ...
 * }
 * </pre>
 */
public final class BatonServer implements AutoCloseable {

    private static final int UNTAKEN_BYTES_LOW = 64 << 10;
    private static final int UNTAKEN_BYTES_HIGH = 256 << 10;
    private static final int BACKLOG = 1_024;
    private static final long LOOPS_SECONDS = 5;
    private static final Duration FILES_PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final ServerOptions options;
    private final ServedProcedures procedures;
    private final KeyedCalls keys;
    private final long incarnation;
    private final ConnectionInitializer initializer;
    private final EventLoopGroup loops;
    private final FailedCalls failed;
    private final Statistics statistics;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final AllTransactions transactions;
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private final Channel listener;
    /** Null without files. */
    private final @Nullable FileRefresh files;
    private volatile boolean closing;

    private BatonServer(Engine engine, ServerOptions options) {
        this.engine = engine;
        this.options = options;
        // 0 stands for none.
        this.incarnation = options.random.nextLong() | 1;
        this.keys = new KeyedCalls(incarnation, options);
        this.transactions = new AllTransactions(options.transactionsMax);
        this.initializer = new ConnectionInitializer(this, options);
        this.loops = new MultiThreadIoEventLoopGroup(options.ioThreads, new DefaultThreadFactory("baton-server", true),
            options.isEmbedded() ? LocalIoHandler.newFactory() : NioIoHandler.newFactory());
        this.failed = new FailedCalls(new LimitedLines(loops.next(), "failed", options.log));
        this.statistics =
            new Statistics(incarnation, engine, options.meter, open::get, transactions::list, options.clock,
                loops.next());
        this.procedures =
            new ServedProcedures(engine, new BuiltIns(engine, options.queryRowsMax, statistics, backups(options)));
        this.listener = listen();
        final List<Runnable> refreshers = initializer.refreshers();
        this.files = refreshers.isEmpty() ? null : new FileRefresh(refreshers, FILES_PAUSE, options.log);
    }

    /**
     * Starts a server.
     *
     * @param engine whose procedures are served; remains the caller's, to be closed after the server
     * @param options where and how
     * @return the server, which listens
     * @throws IllegalArgumentException if the address is not one of loopback, and there are not both TLS and users
     * @throws UncheckedIOException if it cannot listen there, or if certificates, keys or users cannot be read
     */
    public static BatonServer start(Engine engine, ServerOptions options) {
        return new BatonServer(engine, options);
    }

    private @Nullable BackupCall backups(ServerOptions of) {
        return of.backups == null ? null : new BackupCall(engine, of.backups, of.clock, of.log);
    }

    /** What a client is told that is welcome. */
    Welcome welcome() {
        return new Welcome(ProtocolLimits.VERSION, engine.isTraced() ? Welcome.TRACES : 0, options.frameBytesMax,
            options.callsPerConnection, Math.clamp(options.idleTimeout.toMillis(), 1, Integer.MAX_VALUE), incarnation,
            options.clock.getAsLong(), options.endpoints);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Its threads end by themselves.
    private Channel listen() {
        final ServerBootstrap bootstrap = new ServerBootstrap().group(loops);
        if (options.isEmbedded()) {
            bootstrap.channel(LocalServerChannel.class);
        } else {
            bootstrap.channel(NioServerSocketChannel.class).option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true).childOption(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.childOption(ChannelOption.ALLOCATOR, options.allocator).childOption(
            ChannelOption.WRITE_BUFFER_WATER_MARK,
            new WriteBufferWaterMark(UNTAKEN_BYTES_LOW, UNTAKEN_BYTES_HIGH)).childHandler(initializer);
        final var bound = bootstrap.bind(options.address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new UncheckedIOException(new IOException(
                "cannot listen to " + options.address + ": " + bound.cause().getMessage(), bound.cause()));
        }
        return bound.channel();
    }

    /** Reads files again that have changed, as it does by itself each second. */
    void refresh() {
        initializer.refreshers().forEach(Runnable::run);
    }

    /**
     * Returns where it listens.
     *
     * @return the address, with the port that was chosen
     * @throws IllegalStateException if it is embedded
     */
    public InetSocketAddress address() {
        if (listener.localAddress() instanceof InetSocketAddress address) {
            return address;
        }
        throw new IllegalStateException("the server is embedded; clients name it by " + options.address);
    }

    /**
     * Counts the connections.
     *
     * @return how many are open now
     */
    public int connections() {
        return open.get();
    }

    /**
     * Looks what its connections are doing.
     *
     * @param connectionsMax how many connections to tell of
     * @param callsMax how many calls to tell of
     * @return completed when all event loops have looked; a loop that is busy takes its time
     */
    public CompletableFuture<ServerActivity> activity(int connectionsMax, int callsMax) {
        return new ActivityReader(loops, connections).look(connectionsMax, callsMax);
    }

    /** {@return the transactions of several calls that are open, the oldest first} */
    public List<OpenTransaction> openTransactions() {
        return transactions.list();
    }

    /**
     * Tells how old the oldest transaction of several calls is.
     *
     * @return nanoseconds since it was begun; 0 if none is open
     */
    public long oldestTransactionNanos() {
        final List<OpenTransaction> open = transactions.list();
        return open.isEmpty() ? 0 : Math.max(0, nanos() - open.getFirst().beginNanos());
    }

    /**
     * Tells which locks calls wait for. Who asks first gets none: from then on it looks ten times a second, until
     * nobody has asked for two minutes.
     *
     * @return 20 at most, the hottest first
     */
    public List<HotLock> hotLocks() {
        return statistics.hotLocks();
    }

    /** {@return calls of its procedures from within this process; no grants are asked for} */
    public LocalCalls localCalls() {
        return localCalls(Access.ofAnybody(), line -> {});
    }

    /**
     * Calls procedures from within this process for one user.
     *
     * @param access what the user may do; only by the one that has the calls
     * @param log takes what the user was refused, as the end of a sentence
     * @return calls of the procedures that the user may call; for one thread at a time
     */
    public LocalCalls localCalls(Access access, Consumer<String> log) {
        return new LocalCalls(calls(new CallOrigin(access.user(), LocalCalls.HERE, "")), procedures,
            new VisibleProcedures(procedures, access, log), options.frameBytesMax);
    }

    /** {@return what counts the engine's calls, or null if nothing was said to} */
    public @Nullable CallMeter meter() {
        return options.meter;
    }

    /** {@return what its clients pass before they are served, for those who come another way} */
    public ServerSecurity security() {
        return initializer.security();
    }

    /**
     * Ends: takes no more connections and calls, tells clients so, lets calls under way end within the options' grace,
     * cancels the others, and closes all connections. Closing twice does nothing.
     */
    @Override
    public synchronized void close() {
        if (closing) {
            return;
        }
        closing = true;
        listener.close().awaitUninterruptibly();
        if (files != null) {
            files.close();
        }
        if (connections.isEmpty()) {
            empty.complete(null);
        }
        connections.forEach(connection -> connection.onLoop(connection::goodbye));
        awaitEmpty(options.shutdownGrace.toNanos());
        // Nobody can ask another run of the server what has become of them.
        keys.endAll();
        breakConnections();
        awaitEmpty(TimeUnit.SECONDS.toNanos(LOOPS_SECONDS));
        loops.shutdownGracefully(0, LOOPS_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private void awaitEmpty(long nanos) {
        try {
            empty.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            log("closes " + connections.size() + " connections whose clients have not");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends all connections as if their clients had gone. */
    void breakConnections() {
        connections.forEach(connection -> connection.onLoop(connection::close));
    }

    /** A connection has come; returns false if there are too many. */
    boolean opened(Connection connection) {
        connections.add(connection);
        return open.incrementAndGet() <= options.connectionsMax;
    }

    /** A connection has ended. */
    void closed(Connection connection) {
        if (connections.remove(connection)) {
            open.decrementAndGet();
            if (closing && connections.isEmpty()) {
                empty.complete(null);
            }
        }
    }

    boolean isClosing() {
        return closing;
    }

    long incarnation() {
        return incarnation;
    }

    long nanos() {
        return options.clock.getAsLong();
    }

    /** Calls of the engine for a caller. */
    EngineCalls calls(CallOrigin origin) {
        return new EngineCalls(engine, origin, failed);
    }

    /** The transactions of several calls of all connections. */
    AllTransactions transactions() {
        return transactions;
    }

    ServedProcedures procedures() {
        return procedures;
    }

    KeyedCalls keys() {
        return keys;
    }

    void log(Channel channel, String event) {
        log("connection of " + channel.remoteAddress() + " " + event);
    }

    private void log(String line) {
        options.log.accept(line);
    }
}
