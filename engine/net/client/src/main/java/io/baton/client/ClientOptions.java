package io.baton.client;

import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.ServerAddress;
import io.baton.protocol.scram.PreparedText;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.local.LocalAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How a client connects. Each method changes these options and returns them. For one thread; read once. */
public final class ClientOptions {

    private static final int CALLS_DEFAULT = 65_536;
    private static final int ROWS_DEFAULT = 10_000_000;

    /** One or more, in the order in which they are tried. */
    final List<SocketAddress> addresses;
    int endpointsMax;
    Duration connectTimeout = Duration.ofSeconds(5);
    Duration keepAlive = Duration.ofSeconds(30);
    int callsMax = CALLS_DEFAULT;
    int frameBytesMax = ProtocolLimits.FRAME_BYTES_DEFAULT;
    int rowsMax = ROWS_DEFAULT;
    String name = "java";
    @Nullable
    ClientTls tls;
    @Nullable
    String user;
    char[] password = {};
    LongSupplier clock = System::nanoTime;
    RandomGenerator random = new SecureRandom();
    HostResolver resolver = InetAddress::getByName;
    ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
    @Nullable
    ClientThreads threads;
    @Nullable
    Sharing sharing;
    @Nullable
    Supplier<@Nullable String> traceparent;

    private ClientOptions(List<? extends SocketAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /**
     * Begins with what is usual.
     *
     * @param address of the server
     * @param others of servers that take its place: they are tried in this order, behind the first, whenever a
     *     connection is opened
     * @return options
     */
    public static ClientOptions of(InetSocketAddress address, InetSocketAddress... others) {
        final List<InetSocketAddress> all = new ArrayList<>(List.of(others));
        all.addFirst(address);
        return new ClientOptions(all);
    }

    /**
     * Begins with what is usual.
     *
     * @param addresses host and port of the server: 127.0.0.1:7432. Several, with commas between, are tried in their
     *     order whenever a connection is opened. Names are looked up each time
     * @return options
     * @throws IllegalArgumentException if they are no such addresses
     */
    public static ClientOptions of(String addresses) {
        return new ClientOptions(
            Arrays.stream(addresses.split(",", -1)).map(address -> unfound(ServerAddress.parse(address))).toList());
    }

    /** A name is looked up when it is needed: here that would take time that no limit counts, and hold for ever. */
    static InetSocketAddress unfound(ServerAddress endpoint) {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral(endpoint.host()), endpoint.port());
        } catch (IllegalArgumentException e) {
            return InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port());
        }
    }

    /** An address for people. */
    static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress server)) {
            return address.toString();
        }
        final String host = server.getHostString();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getPort();
    }

    /**
     * Begins with what is usual, for a server in this process.
     *
     * @param name as the server's options say it
     * @return options
     */
    public static ClientOptions embedded(String name) {
        return new ClientOptions(List.of(new LocalAddress(name)));
    }

    boolean isEmbedded() {
        return addresses.getFirst() instanceof LocalAddress;
    }

    /**
     * Listens to where a server says that calls are best sent when it has gone: the next connection is tried there, in
     * the server's order, before the addresses that these options have. One that refuses the client is passed over.
     * Whom the client trusts is what it is for those, too: without TLS and a user, whatever answers there is taken for
     * the server.
     *
     * @param most how many addresses of a server are taken, 0 to 16; 0 unless told otherwise
     * @return these options
     * @throws IllegalArgumentException if it is another number
     */
    public ClientOptions endpointsMax(int most) {
        if (most < 0 || most > ProtocolLimits.ENDPOINTS_MAX) {
            throw new IllegalArgumentException(
                most + " endpoints: give 0 to " + ProtocolLimits.ENDPOINTS_MAX);
        }
        endpointsMax = most;
        return this;
    }

    /**
     * Limits how long connecting and the handshake may take: looking up the name, TLS and the login included. It is the
     * time for all of several addresses together; each may take its part of what is left, so of two, half of it at
     * most is for the first.
     *
     * @param timeout more than zero; 5 s unless told otherwise
     * @return these options
     */
    public ClientOptions connectTimeout(Duration timeout) {
        connectTimeout = ProtocolLimits.checkTime("a connect timeout", timeout);
        return this;
    }

    /**
     * Chooses after how long without a byte the server is asked for a sign of life; earlier if the server's idle time
     * is less than three times that. A connection without any for three times as long is given up.
     *
     * @param time more than zero; 30 s unless told otherwise
     * @return these options
     */
    public ClientOptions keepAlive(Duration time) {
        keepAlive = ProtocolLimits.checkTime("a keep-alive", time);
        return this;
    }

    /**
     * Logs in. A server that does not ask for a login is then refused, as it may be another one than is meant.
     *
     * @param userName who logs in
     * @param userPassword the password, which is never sent; copied, so that the caller's can be wiped
     * @return these options
     * @throws IllegalArgumentException if it cannot be a name or a password
     */
    public ClientOptions user(String userName, char[] userPassword) {
        user = PreparedText.name(userName);
        password = PreparedText.password(userPassword);
        return this;
    }

    /**
     * Encrypts, and makes sure that the server is the one that is meant.
     *
     * @param clientTls whom to trust
     * @return these options
     * @throws IllegalArgumentException if the server is one of this process
     */
    public ClientOptions tls(ClientTls clientTls) {
        if (isEmbedded()) {
            throw new IllegalArgumentException(
                addresses.getFirst() + " is a server of this process: connect to it without TLS");
        }
        tls = clientTls;
        return this;
    }

    /** Why there is no TLS with the server at an address. */
    String tlsFailure(Throwable failure, SocketAddress address) {
        return tls != null && address instanceof InetSocketAddress server ? tls.failure(failure, server)
            : String.valueOf(failure.getMessage());
    }

    /**
     * Limits the calls that are under way or wait until the server takes more.
     *
     * @param calls 1 or more; 65,536 unless told otherwise
     * @return these options
     */
    public ClientOptions callsMax(int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException(calls + " calls: give 1 or more");
        }
        callsMax = calls;
        return this;
    }

    /**
     * Limits what the server sends at once: a row, or a result that is no list.
     *
     * @param bytes from 4 KiB to 64 MiB; 1 MiB unless told otherwise
     * @return these options
     */
    public ClientOptions frameBytesMax(int bytes) {
        frameBytesMax = ProtocolLimits.checkFrameBytes(bytes);
        return this;
    }

    /**
     * Limits the rows of a result that comes in several pages, all of which are in memory at last. Of one that has
     * more the rest is given up: the call was committed, and its result is lost. Servers have a limit of their own.
     *
     * @param rows 1 or more; 10,000,000 unless told otherwise
     * @return these options
     */
    public ClientOptions rowsMax(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException(rows + " rows: give 1 or more");
        }
        rowsMax = rows;
        return this;
    }

    /**
     * Names the client.
     *
     * @param clientName what the server calls it, 200 characters at most
     * @return these options
     */
    public ClientOptions name(String clientName) {
        if (clientName.length() > NAME_MAX) {
            throw new IllegalArgumentException("a name of " + clientName.length() + " characters: give at most "
                + NAME_MAX);
        }
        name = clientName;
        return this;
    }

    /**
     * Shares threads with other clients. A client has a thread of its own unless told otherwise.
     *
     * @param shared remain the caller's, to be closed after the client
     * @return these options
     */
    public ClientOptions threads(ClientThreads shared) {
        threads = shared;
        return this;
    }

    /**
     * Shares connections with other clients. Closing a client ends its own calls and transactions only. A client has
     * some places for itself among the calls that the server takes at once, and common ones with the others; a call
     * that finds none waits until another one has ended. A client
     * that is closed while the server owes it an answer keeps new ones away from its connection.
     *
     * @param sockets of whom; with threads of their own
     * @param key clients whose keys are equal may have one connection: so must be all options that count for it,
     *     server, user, password and encryption among them
     * @param clientsMax so many have one connection at most, 1 or more; clients with other numbers have other
     *     connections
     * @return these options
     */
    public ClientOptions share(SharedSockets sockets, Object key, int clientsMax) {
        if (clientsMax < 1) {
            throw new IllegalArgumentException(clientsMax + " clients of a connection: give 1 or more");
        }
        sharing = new Sharing(sockets, key, clientsMax);
        return this;
    }

    /**
     * Tells the server within which span of this program a call or transaction is made, so that its spans become parts
     * of the caller's trace. A server that makes no spans is told nothing.
     *
     * @param current the {@code traceparent} of W3C's Trace Context for the thread that asks: that which makes a call
     *     or begins a transaction. Null if there is none; what is no such text counts as none. What it throws comes out
     *     of the call. For OpenTelemetry: {@code io.baton.tracing.CurrentTraceparent}
     * @return these options
     */
    public ClientOptions traceparent(Supplier<@Nullable String> current) {
        traceparent = current;
        return this;
    }

    private static final int NAME_MAX = 200;
}
