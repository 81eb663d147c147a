package io.baton.server.login;

import io.baton.protocol.scram.PreparedText;
import io.baton.protocol.scram.Scram;
import io.baton.server.users.Users;
import io.netty.channel.ChannelHandler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What all logins of a server share. Thread-safe. */
public final class Logins {

    private static final long WAIT_MAX_NANOS = Duration.ofSeconds(2).toNanos();

    private final Users users;
    private final RandomGenerator random;
    private final int loginsMax;
    private final FailedLogins failed;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Makes it for one server.
     *
     * @param users who may log in
     * @param clock monotonic time in nanoseconds
     * @param random must not be foreseen
     * @param loginsMax how many logins may be under way at once
     * @param handshakeTimeout a client has so long to log in; who has failed waits half of it at most
     */
    public Logins(Users users, LongSupplier clock, RandomGenerator random, int loginsMax, Duration handshakeTimeout) {
        this.users = users;
        this.random = random;
        this.loginsMax = loginsMax;
        this.failed = new FailedLogins(Math.min(WAIT_MAX_NANOS, handshakeTimeout.toNanos() / 2), clock);
    }

    /**
     * Makes what stands in front of one connection until its client has logged in.
     *
     * @param connection the connection
     * @return the handler, which removes itself
     */
    public ChannelHandler handler(LoginListener connection) {
        return new LoginHandler(this, connection);
    }

    /** A name that nobody can have is as good as one that nobody has. */
    static String prepared(String name) {
        try {
            return PreparedText.name(name);
        } catch (IllegalArgumentException e) {
            return "?";
        }
    }

    Users users() {
        return users;
    }

    FailedLogins failed() {
        return failed;
    }

    String nonce() {
        return Scram.nonce(random);
    }

    int loginsMax() {
        return loginsMax;
    }

    /** A login begins; {@link #leave} follows in any case. Returns whether there is a place for it. */
    boolean enter() {
        return underWay.incrementAndGet() <= loginsMax;
    }

    void leave() {
        underWay.decrementAndGet();
    }
}
