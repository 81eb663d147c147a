package io.baton.metrics;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.baton.server.ServerSecurity;
import io.baton.server.login.AddressLimit;
import io.baton.server.login.LimitedLines;
import io.baton.server.login.OperatorLogins;
import io.baton.server.login.PasswordLogins;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets operators of a server read its metrics from other machines: over TLS with the server's certificate, each request
 * with a user's name and password (HTTP's basic authentication), which are checked as those of a console are. What was
 * right is known by its digest until it is not any more, as readers come every few seconds. All is done on the
 * endpoint's only event loop, but for the checks of passwords.
 */
final class MetricsGuard implements AutoCloseable {

    /** Of all connections. */
    private static final int CONNECTIONS_OF_ADDRESS_MAX = 32;
    private static final int CHECKS_MAX = 64;
    /** Right logins that are remembered: of the readers that come often or came last. */
    private static final int KNOWN_MAX = 16;
    private static final String BASIC = "basic ";
    private static final char COLON = ':';

    private final ServerSecurity security;
    private final OperatorLogins logins;
    private final LimitedLines lines;
    private final AddressLimit connections =
        new AddressLimit(PrometheusEndpoint.CONNECTIONS_MAX, CONNECTIONS_OF_ADDRESS_MAX);
    /** By a digest of what was sent. */
    private final Cache<String, PasswordLogins.LoggedIn> known =
        Caffeine.newBuilder().maximumSize(KNOWN_MAX).executor(Runnable::run).build();

    /**
     * Makes it.
     *
     * @param loop of the endpoint
     * @param log takes lines of refusals
     */
    MetricsGuard(ServerSecurity security, PasswordLogins logins, EventExecutor loop, Consumer<String> log) {
        this.security = security;
        this.lines = new LimitedLines(loop, "were refused", line -> log.accept("metrics: " + line));
        this.logins = new OperatorLogins(logins, loop, "baton-metrics-login", CHECKS_MAX, lines);
    }

    /** Encrypts a new connection, unless there are too many. */
    @SuppressWarnings("FutureReturnValueIgnored") // A channel that is closed stays so.
    void encrypt(Channel channel, ChannelPipeline pipeline) {
        final InetAddress from = peer(channel);
        if (connections.enter(from)) {
            channel.closeFuture().addListener(future -> connections.leave(from));
            pipeline.addLast(security.encrypt(channel.alloc()));
        } else {
            lines.tell("a connection from " + from.getHostAddress() + " is refused: too many are open");
            channel.close();
        }
    }

    private static InetAddress peer(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    /**
     * Says whether a request is answered.
     *
     * @param channel where it comes from
     * @param told is told on the event loop: null if it is, else why it is not
     */
    void admit(FullHttpRequest request, Channel channel, Consumer<@Nullable HttpResponseStatus> told) {
        final InetAddress from = peer(channel);
        final String header = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
        final String digest = digest(header);
        final PasswordLogins.LoggedIn before = known.getIfPresent(digest);
        if (before != null && before.isCurrent()) {
            told.accept(logins.operates(before, from) ? null : HttpResponseStatus.FORBIDDEN);
            return;
        }
        known.invalidate(digest);
        final char[] given = decoded(header);
        int colon = 0;
        while (colon < given.length && given[colon] != COLON) {
            colon++;
        }
        if (colon == given.length) {
            lines.tell("a request from " + from.getHostAddress() + " is refused: it has no name and password");
            told.accept(HttpResponseStatus.UNAUTHORIZED);
            return;
        }
        final String user = new String(given, 0, colon);
        final char[] password = Arrays.copyOfRange(given, colon + 1, given.length);
        Arrays.fill(given, '\0');
        logins.begin(user, password, from, channel, new OperatorLogins.Listener() {
            @Override
            public void admitted(PasswordLogins.LoggedIn found) {
                known.put(digest, found);
                told.accept(null);
            }

            @Override
            public void refused(OperatorLogins.Refusal why, String name) {
                told.accept(switch (why) {
                    case TOO_MANY, GONE -> HttpResponseStatus.TOO_MANY_REQUESTS;
                    case FAILED -> HttpResponseStatus.UNAUTHORIZED;
                    case NO_OPERATOR -> HttpResponseStatus.FORBIDDEN;
                });
            }
        });
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

    private static String digest(String header) {
        try {
            return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(header.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        logins.close();
    }
}
