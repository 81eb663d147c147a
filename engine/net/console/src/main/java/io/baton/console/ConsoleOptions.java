package io.baton.console;

import io.baton.engine.observe.PrintableText;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.LoggerFactory;

/**
 * Where a console listens, whom it serves, and its limits. Each method changes these options and returns them. For one
 * thread; a console reads them once, when it is started.
 */
public final class ConsoleOptions {

    private static final int CONNECTIONS_DEFAULT = 64;
    private static final int CONNECTIONS_MOST = 10_000;
    private static final int REQUEST_BYTES_DEFAULT = 64 << 10;
    private static final int SESSIONS_DEFAULT = 64;
    private static final int SESSIONS_MOST = 10_000;
    private static final int REQUEST_BYTES_MOST = 16 << 20;

    final InetSocketAddress address;
    int connectionsMax = CONNECTIONS_DEFAULT;
    int requestBytesMax = REQUEST_BYTES_DEFAULT;
    Duration requestTimeout = Duration.ofSeconds(30);
    Duration callTimeoutMax = Duration.ofSeconds(10);
    List<String> hosts = List.of();
    int sessionsMax = SESSIONS_DEFAULT;
    Duration sessionIdle = Duration.ofMinutes(15);
    Duration sessionLongest = Duration.ofHours(12);
    Consumer<String> log = printable(LoggerFactory.getLogger(WebConsole.class)::info);
    LongSupplier clock = System::nanoTime;
    InstantSource wallClock = InstantSource.system();
    RandomGenerator random = new SecureRandom();

    /**
     * Begins with what is usual.
     *
     * @param address where to listen; port 0 for any that is free. One of loopback, unless the server has both users
     *     and a certificate
     */
    public ConsoleOptions(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Limits the connections.
     *
     * @param connections how many browsers' connections at once; 64 unless told otherwise
     * @return these options
     */
    public ConsoleOptions connectionsMax(int connections) {
        connectionsMax = positive("connections", connections, CONNECTIONS_MOST);
        return this;
    }

    /**
     * Limits the body of a request.
     *
     * @param bytes 64 KiB unless told otherwise
     * @return these options
     */
    public ConsoleOptions requestBytesMax(int bytes) {
        requestBytesMax = positive("bytes of a request", bytes, REQUEST_BYTES_MOST);
        return this;
    }

    /**
     * Limits how long a connection may take to send its next request as a whole, or to take an answer.
     *
     * @param timeout more than zero; 30 s unless told otherwise
     * @return these options
     */
    public ConsoleOptions requestTimeout(Duration timeout) {
        requestTimeout = positive("a request timeout", timeout);
        return this;
    }

    /**
     * Limits the time of a call from the form.
     *
     * @param timeout more than zero; 10 s unless told otherwise
     * @return these options
     */
    public ConsoleOptions callTimeoutMax(Duration timeout) {
        callTimeoutMax = positive("a call timeout", timeout);
        return this;
    }

    /**
     * Names hosts by which browsers reach the console, beside its address and, on loopback, {@code localhost}. Requests
     * for other hosts are refused, as another site may have sent the browser here.
     *
     * @param names without ports
     * @return these options
     */
    public ConsoleOptions hosts(List<String> names) {
        hosts = List.copyOf(names);
        return this;
    }

    /**
     * Limits the sessions of users who have logged in. Each user has 8 at most.
     *
     * @param sessions how many at once; 64 unless told otherwise. The one that was used longest ago makes room
     * @param idle after so long without a request one ends; 15 min unless told otherwise
     * @param longest after so long one ends in any case; 12 h unless told otherwise
     * @return these options
     */
    public ConsoleOptions sessions(int sessions, Duration idle, Duration longest) {
        sessionsMax = positive("sessions", sessions, SESSIONS_MOST);
        sessionIdle = positive("an idle time", idle);
        sessionLongest = positive("a longest time", longest);
        return this;
    }

    /**
     * Takes one line for each notable event.
     *
     * @param lines called by any thread, must not block; unless told otherwise slf4j's logger of
     *     {@link WebConsole}, at the level of information
     * @return these options
     */
    public ConsoleOptions log(Consumer<String> lines) {
        log = printable(lines);
        return this;
    }

    /** Visitors have a say in what lines tell of them. */
    private static Consumer<String> printable(Consumer<String> lines) {
        return line -> lines.accept(PrintableText.of(line));
    }

    /**
     * Replaces the machine's clock.
     *
     * @param nanos monotonic time in nanoseconds
     * @return these options
     */
    ConsoleOptions clock(LongSupplier nanos) {
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
