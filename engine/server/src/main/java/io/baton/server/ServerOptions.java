package io.baton.server;

import io.baton.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a server serves: where it listens, its limits, its log. Each method changes these options and returns them. For
 * one thread; a server reads them once, when it is started.
 */
public final class ServerOptions {

    private static final int CONNECTIONS_DEFAULT = 16_384;
    private static final int CALLS_DEFAULT = 256;
    private static final int CALLS_MOST = 65_536;
    private static final int ROWS_DEFAULT = 1_000_000;
    private static final int KEYS_DEFAULT = 65_536;
    private static final long KEYS_BYTES_DEFAULT = 64L << 20;

    final InetSocketAddress address;
    int ioThreads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    int connectionsMax = CONNECTIONS_DEFAULT;
    int callsPerConnection = CALLS_DEFAULT;
    int frameBytesMax = ProtocolLimits.FRAME_BYTES_DEFAULT;
    int rowsMax = ROWS_DEFAULT;
    Duration handshakeTimeout = Duration.ofSeconds(5);
    Duration idleTimeout = Duration.ofMinutes(5);
    Duration callTimeoutMax = Duration.ofHours(1);
    Duration shutdownGrace = Duration.ofSeconds(10);
    Duration keysAge = Duration.ofMinutes(10);
    int keysMax = KEYS_DEFAULT;
    long keysBytesMax = KEYS_BYTES_DEFAULT;
    List<String> endpoints = List.of();
    Consumer<String> log = line -> {};
    @Nullable
    TrafficCounter traffic;
    LongSupplier clock = System::nanoTime;
    RandomGenerator random = new SecureRandom();

    /**
     * Begins with what is usual.
     *
     * @param address where to listen; port 0 for any that is free. One of loopback, as there is no encryption yet and
     *     there are no users: everybody who can connect can call every procedure
     */
    public ServerOptions(InetSocketAddress address) {
        this.address = address;
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
        if (bytes < ProtocolLimits.HELLO_BYTES_MAX || bytes > ProtocolLimits.FRAME_BYTES_MOST) {
            throw new IllegalArgumentException(bytes + " bytes of a frame: give " + ProtocolLimits.HELLO_BYTES_MAX
                + " to " + ProtocolLimits.FRAME_BYTES_MOST);
        }
        frameBytesMax = bytes;
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
     * Limits how long a new connection may be silent.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions handshakeTimeout(Duration timeout) {
        handshakeTimeout = positive("a handshake timeout", timeout);
        return this;
    }

    /**
     * Limits how long a connection without calls may be silent, or one with answers take none.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions idleTimeout(Duration timeout) {
        idleTimeout = positive("an idle timeout", timeout);
        return this;
    }

    /**
     * Limits the time that a call may ask for.
     *
     * @param timeout more than zero
     * @return these options
     */
    public ServerOptions callTimeoutMax(Duration timeout) {
        callTimeoutMax = positive("a call timeout", timeout);
        return this;
    }

    /**
     * Chooses how long calls under way have to end when the server closes.
     *
     * @param grace more than zero
     * @return these options
     */
    public ServerOptions shutdownGrace(Duration grace) {
        shutdownGrace = positive("a grace", grace);
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
        keysAge = positive("an age", age);
        return this;
    }

    /**
     * Says where calls are best sent, if not here.
     *
     * @param addresses host and port of each
     * @return these options
     */
    public ServerOptions endpoints(List<String> addresses) {
        endpoints = List.copyOf(addresses);
        return this;
    }

    /**
     * Takes one line for each notable event: connections that are refused or closed for what they have sent.
     *
     * @param lines called by any thread, must not block; nothing is logged unless told otherwise
     * @return these options
     */
    public ServerOptions log(Consumer<String> lines) {
        log = lines;
        return this;
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
     * Replaces the machine's clock.
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

    private static Duration positive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " of " + duration + ": give more than zero");
        }
        return duration;
    }
}
