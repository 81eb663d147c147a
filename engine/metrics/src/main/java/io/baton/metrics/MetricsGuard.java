package io.baton.metrics;

import io.baton.server.LocalEntrance;
import io.baton.server.login.PasswordLogins;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets operators of a server read its metrics from other machines: over TLS with the server's certificate, each request
 * with a user's name and password (HTTP's basic authentication), which are checked as those of a console are. What was
 * right is known by its digest until it is not any more, as readers come every few seconds. All is done on the
 * endpoint's only event loop, but for the checks of passwords.
 */
final class MetricsGuard implements AutoCloseable {

    /** Readers are few; who opens more keeps nobody's memory. */
    private static final int CONNECTIONS_MAX = 64;
    private static final int CHECKS_MAX = 8;
    private static final String BASIC = "basic ";
    private static final char COLON = ':';

    private final LocalEntrance entrance;
    private final PasswordLogins logins;
    private final Consumer<String> log;
    private final EventExecutor checks =
        new DefaultEventExecutor(new DefaultThreadFactory("baton-metrics-login", true));
    private int connections;
    private int checking;
    private byte[] knownDigest = {};
    private PasswordLogins.@Nullable LoggedIn known;

    MetricsGuard(LocalEntrance entrance, PasswordLogins logins, Consumer<String> log) {
        this.entrance = entrance;
        this.logins = logins;
        this.log = log;
    }

    /** Encrypts a new connection, unless there are too many. */
    @SuppressWarnings("FutureReturnValueIgnored") // A channel that is closed stays so.
    void encrypt(Channel channel, ChannelPipeline pipeline) {
        connections++;
        channel.closeFuture().addListener(future -> connections--);
        if (connections > CONNECTIONS_MAX) {
            channel.close();
        } else {
            pipeline.addLast(entrance.encrypt(channel.alloc()));
        }
    }

    /**
     * Says whether a request is answered.
     *
     * @param peer where it comes from
     * @param loop the event loop
     * @param told is told on it: null if it is, else why it is not
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for what is scheduled.
    void admit(FullHttpRequest request, InetSocketAddress peer, EventExecutor loop,
            Consumer<@Nullable HttpResponseStatus> told) {
        final String header = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
        final byte[] digest = digest(header);
        final PasswordLogins.LoggedIn before = known;
        if (before != null && MessageDigest.isEqual(digest, knownDigest) && before.isCurrent()) {
            told.accept(refusal(before));
            return;
        }
        final char[] given = decoded(header);
        int colon = 0;
        while (colon < given.length && given[colon] != COLON) {
            colon++;
        }
        if (colon == given.length) {
            told.accept(HttpResponseStatus.UNAUTHORIZED);
            return;
        }
        final String user = new String(given, 0, colon);
        final char[] password = Arrays.copyOfRange(given, colon + 1, given.length);
        Arrays.fill(given, '\0');
        final PasswordLogins.Attempt attempt =
            checking >= CHECKS_MAX ? null : logins.begin(user, peer.getAddress());
        if (attempt == null) {
            told.accept(HttpResponseStatus.TOO_MANY_REQUESTS);
            return;
        }
        checking++;
        loop.schedule(() -> checks.execute(() -> {
            final PasswordLogins.LoggedIn found = check(attempt, password);
            loop.execute(() -> {
                checking--;
                told.accept(checked(found, digest, attempt.user(), peer.getAddress()));
            });
        }), attempt.waitNanos(), TimeUnit.NANOSECONDS);
    }

    private PasswordLogins.@Nullable LoggedIn check(PasswordLogins.Attempt attempt, char[] password) {
        try {
            return attempt.check(password);
        } catch (RuntimeException e) {
            log.accept("metrics: a login cannot be checked: " + e);
            return null;
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private @Nullable HttpResponseStatus checked(PasswordLogins.@Nullable LoggedIn found, byte[] digest, String user,
            InetAddress from) {
        if (found == null) {
            log.accept("metrics: the login of " + user + " from " + from.getHostAddress() + " has failed");
            return HttpResponseStatus.UNAUTHORIZED;
        }
        final HttpResponseStatus refusal = refusal(found);
        if (refusal == null) {
            known = found;
            knownDigest = digest;
        } else {
            log.accept("metrics: user " + found.name() + " from " + from.getHostAddress()
                + " may not read them without the grant operator");
        }
        return refusal;
    }

    private static @Nullable HttpResponseStatus refusal(PasswordLogins.LoggedIn user) {
        return user.access().grants().operator() ? null : HttpResponseStatus.FORBIDDEN;
    }

    /** What a header says, name and password with a colon between; empty if it is something else. */
    private static char[] decoded(String header) {
        if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return new char[0];
        }
        try {
            return new String(Base64.getDecoder().decode(header.substring(BASIC.length()).strip()),
                StandardCharsets.UTF_8).toCharArray();
        } catch (IllegalArgumentException e) {
            return new char[0];
        }
    }

    private static byte[] digest(String header) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(header.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        checks.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
