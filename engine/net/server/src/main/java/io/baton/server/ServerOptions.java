package io.baton.server;

import io.baton.engine.observe.PrintableText;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.ServerAddress;
import io.baton.server.statistics.CallMeter;
import io.baton.server.tls.TlsFiles;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.local.LocalAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * How a server serves: where it listens, its limits, its log. Each method changes these options and returns them. For
 * one thread; a server reads them once, when it is started.
 */
public final class ServerOptions {

    private static final int CONNECTIONS_DEFAULT = 16_384;
    private static final int CALLS_DEFAULT = 256;
    private static final int CALLS_MOST = 65_536;
    private static final int LOGINS_DEFAULT = 4_096;
    private static final int ROWS_DEFAULT = 1_000_000;
    private static final int QUERY_ROWS_DEFAULT = 100_000;
    private static final int TRANSACTIONS_DEFAULT = 256;
    /** So many connections can hold all transactions of several calls that a server allows, and no fewer. */
    private static final int TRANSACTION_HOLDERS_LEAST = 4;
    private static final int TRANSACTIONS_LEAST = 16;
    private static final int KEYS_DEFAULT = 65_536;
    private static final long KEYS_BYTES_DEFAULT = 64L << 20;

    final SocketAddress address;
    int ioThreads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    int connectionsMax = CONNECTIONS_DEFAULT;
    int callsPerConnection = CALLS_DEFAULT;
    int frameBytesMax = ProtocolLimits.FRAME_BYTES_DEFAULT;
    int rowsMax = ROWS_DEFAULT;
    int queryRowsMax = QUERY_ROWS_DEFAULT;
    Duration handshakeTimeout = Duration.ofSeconds(5);
    Duration idleTimeout = Duration.ofMinutes(5);
    Duration callTimeoutMax = Duration.ofHours(1);
    Duration transactionIdleMax = Duration.ofSeconds(10);
    Duration transactionCallTimeout = Duration.ofSeconds(10);
    int transactionsMax = TRANSACTIONS_DEFAULT;
    private int transactionsPerConnection = CALLS_MOST;
    Duration shutdownGrace = Duration.ofSeconds(10);
    Duration keysAge = Duration.ofMinutes(10);
    int keysMax = KEYS_DEFAULT;
    long keysBytesMax = KEYS_BYTES_DEFAULT;
    List<String> endpoints = List.of();
    @Nullable
    TlsFiles tls;
    @Nullable
    Path users;
    boolean insecureAddress;
    int loginsMax = LOGINS_DEFAULT;
    Consumer<String> log = printable(LoggerFactory.getLogger(BatonServer.class)::info);
    @Nullable
    TrafficCounter traffic;
    @Nullable
    CallMeter meter;
    @Nullable
    Path backups;
    LongSupplier clock = System::nanoTime;
    RandomGenerator random = new SecureRandom();
    ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

    /**
     * Begins with what is usual.
     *
     * @param address where to listen; port 0 for any that is free. One of loopback, unless there are both
     *     {@link #tls} and {@link #users}. Without users everybody who can connect can call every procedure
     */
    public ServerOptions(InetSocketAddress address) {
        this.address = address;
    }

    private ServerOptions(LocalAddress address) {
        this.address = address;
    }

    /**
     * Begins with what is usual, for clients in this process only: nothing is opened that others could reach.
     *
     * @param name what clients in this process name the server by; no other server of the process has it
     * @return options
     */
    public static ServerOptions embedded(String name) {
        return new ServerOptions(new LocalAddress(name));
    }

    boolean isEmbedded() {
        return address instanceof LocalAddress;
    }

    /**
     * Chooses how many threads read, write, and run short calls.
     *
     * @param threads 1 or more; one for every two processors unless told otherwise
     * @return these options
     */
    public ServerOptions ioThreads(int threads) {
        ioThreads = positive("threads", threads, CALLS_MOST);
        return this;
    }

    /**
     * Limits the connections.
     *
     * @param connections how many at once
     * @return these options
     */
    public ServerOptions connectionsMax(int connections) {
        connectionsMax = positive("connections", connections, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Limits the calls of a connection.
     *
     * @param calls how many may be under way at once
     * @return these options
     */
    public ServerOptions callsPerConnection(int calls) {
        callsPerConnection = positive("calls", calls, CALLS_MOST);
        return this;
    }

    /**
     * Limits the frames that clients send.
     *
     * @param bytes from 4 KiB to 64 MiB
     * @return these options
     */
    public ServerOptions frameBytesMax(int bytes) {
        frameBytesMax = ProtocolLimits.checkFrameBytes(bytes);
        return this;
    }

    /**
     * Limits results.
     *
     * @param rows how many elements a list may have
     * @return these options
     */
    public ServerOptions rowsMax(int rows) {
        rowsMax = positive("rows", rows, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Limits queries, which lock every row that they read.
     *
     * @param rows how many rows a query may have; 100,000 unless told otherwise
     * @return these options
     */
    public ServerOptions queryRowsMax(int rows) {
        queryRowsMax = positive("rows of a query", rows, Integer.MAX_VALUE - 1);
        return this;
    }

    /**
     * Limits how long a new connection may be silent.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions handshakeTimeout(Duration timeout) {
        handshakeTimeout = ProtocolLimits.checkTime("a handshake timeout", timeout);
        return this;
    }

    /**
     * Limits how long a connection without calls may be silent, or one with answers take none.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions idleTimeout(Duration timeout) {
        idleTimeout = ProtocolLimits.checkTime("an idle timeout", timeout);
        return this;
    }

    /**
     * Limits the time that a call may ask for, and the time of a whole transaction of several calls.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions callTimeoutMax(Duration timeout) {
        callTimeoutMax = ProtocolLimits.checkTime("a call timeout", timeout);
        return this;
    }

    /**
     * Limits transactions of several calls, each of which holds its locks and takes a place of the engine.
     *
     * @param transactions how many at once; 256 unless told otherwise
     * @param idle after so long without a call one is rolled back; 10 s unless told otherwise
     * @return these options
     */
    public ServerOptions transactions(int transactions, Duration idle) {
        transactionsMax = positive("transactions", transactions, Integer.MAX_VALUE);
        transactionIdleMax = ProtocolLimits.checkTime("an idle time", idle);
        return this;
    }

    /**
     * Limits the transactions of several calls of one connection, so that a client cannot take all places. It has no
     * more in any case than calls under way, and than a quarter of the server's transactions, but 16 at least, as many
     * as there are JDBC connections on one socket.
     *
     * @param transactions how many at once
     * @return these options
     */
    public ServerOptions transactionsPerConnection(int transactions) {
        transactionsPerConnection = positive("transactions of a connection", transactions, CALLS_MOST);
        return this;
    }

    /** How many transactions of several calls a connection may have at once. */
    int transactionsOfConnectionMax() {
        return Math.min(Math.min(transactionsPerConnection, callsPerConnection),
            Math.max(TRANSACTIONS_LEAST, transactionsMax / TRANSACTION_HOLDERS_LEAST));
    }

    /**
     * Chooses how long calls under way have to end when the server closes.
     *
     * @param grace more than zero
     * @return these options
     */
    public ServerOptions shutdownGrace(Duration grace) {
        shutdownGrace = ProtocolLimits.checkTime("a grace", grace);
        return this;
    }

    /**
     * Limits what is remembered of calls with keys.
     *
     * @param keys how many calls
     * @param age for how long
     * @return these options
     */
    public ServerOptions keys(int keys, Duration age) {
        keysMax = positive("keys", keys, Integer.MAX_VALUE);
        keysAge = ProtocolLimits.checkTime("an age", age);
        return this;
    }

    /**
     * Says where calls are best sent when this server has gone. Clients that are told to listen to that try these
     * addresses in their order, before those that they were given.
     *
     * @param addresses host and port of each, as clients reach it; 16 at most
     * @return these options
     * @throws IllegalArgumentException if one is no address, or there are more
     */
    public ServerOptions endpoints(List<String> addresses) {
        if (addresses.size() > ProtocolLimits.ENDPOINTS_MAX) {
            throw new IllegalArgumentException(
                addresses.size() + " endpoints: give " + ProtocolLimits.ENDPOINTS_MAX + " at most");
        }
        endpoints = addresses.stream().map(address -> ServerAddress.parse(address).toString()).toList();
        return this;
    }

    /**
     * Encrypts all connections, by TLS 1.3.
     *
     * @param files certificates and keys; read again for new connections when they have changed
     * @return these options
     */
    public ServerOptions tls(TlsFiles files) {
        tls = files;
        return this;
    }

    /**
     * Lets only users in, and each call only what was granted to them.
     *
     * @param file of {@code baton user} or {@link io.baton.server.users.UserFile}; read again when it has changed
     * @return these options
     */
    public ServerOptions users(Path file) {
        users = file;
        return this;
    }

    /**
     * Allows addresses that are not of loopback without encryption or without users, which is a line in the log. Who
     * can reach the server can then read what others send, or call every procedure.
     *
     * @return these options
     */
    public ServerOptions allowInsecureAddress() {
        insecureAddress = true;
        return this;
    }

    /**
     * Limits the logins that are under way at once.
     *
     * @param logins how many; others are told to connect later
     * @return these options
     */
    public ServerOptions loginsMax(int logins) {
        loginsMax = positive("logins", logins, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Takes one line for each notable event: connections that are refused or closed for what they have sent.
     *
     * @param lines called by any thread, must not block; unless told otherwise slf4j's logger of
     *     {@link BatonServer}, at the level of information
     * @return these options
     */
    public ServerOptions log(Consumer<String> lines) {
        log = printable(lines);
        return this;
    }

    /** Clients have a say in what lines tell of them. */
    private static Consumer<String> printable(Consumer<String> lines) {
        return line -> lines.accept(PrintableText.of(line));
    }

    /**
     * Counts what is received and sent.
     *
     * @param counter counts for one server or several; nothing is counted unless told otherwise
     * @return these options
     */
    public ServerOptions traffic(TrafficCounter counter) {
        traffic = counter;
        return this;
    }

    /**
     * Says who counts the engine's calls, which {@code baton.statistics} and consoles then tell of.
     *
     * @param observer what was given to {@code EngineBuilder.observer}; nothing is told of calls unless told otherwise
     * @return these options
     */
    public ServerOptions meter(CallMeter observer) {
        meter = observer;
        return this;
    }

    /**
     * Lets operators make backups with {@code baton.backup}: each is a new directory below this one. Without it there
     * is no such procedure.
     *
     * @param directory where backups are made; it need not be there yet
     * @return these options
     */
    public ServerOptions backups(Path directory) {
        backups = directory;
        return this;
    }

    /**
     * Replaces the machine's clock; it must be the engine's.
     *
     * @param nanos monotonic time
     * @return these options
     */
    public ServerOptions clock(LongSupplier nanos) {
        clock = nanos;
        return this;
    }

    private static int positive(String what, int number, int most) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(number + " " + what + ": give 1 to " + most);
        }
        return number;
    }
}
