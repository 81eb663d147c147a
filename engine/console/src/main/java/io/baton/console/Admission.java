package io.baton.console;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.baton.server.BatonServer;
import io.baton.server.login.PasswordLogins;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a console: everybody who reaches it if its server has no users, else operators who have logged in. On the
 * event loop, but for the checks of passwords, which would keep it from others.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of what is scheduled.
final class Admission {

    /** Logins that wait or are checked at once. */
    private static final int UNDER_WAY_MAX = 64;
    private static final long MANY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String FAILED = "the login has failed: there is no such user, or the password is wrong";

    private final BatonServer server;
    private final @Nullable PasswordLogins logins;
    private final Visitor anybody;
    private final Sessions sessions;
    private final ConsoleOptions options;
    private final EventExecutor loop;
    private final EventExecutor checks;
    private final String cookie;
    private final String attributes;
    private final Consumer<String> log;
    private int underWay;
    private long manyNanos;

    /**
     * Makes it.
     *
     * @param loop of the console
     * @param checks where passwords are checked
     * @param port where the console listens: cookies are sent to all ports of a host
     */
    Admission(BatonServer server, ConsoleOptions options, EventExecutor loop, EventExecutor checks, int port) {
        this.server = server;
        this.logins = server.localEntrance().logins();
        this.options = options;
        this.loop = loop;
        this.checks = checks;
        this.log = line -> options.log.accept("console: " + line);
        this.anybody = new Visitor("", Sessions.secret(options), server.localCalls());
        this.sessions = new Sessions(options, log);
        final boolean encrypted = server.localEntrance().encrypts();
        this.cookie = (encrypted ? "__Host-" : "") + "baton-console-" + port;
        this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + (encrypted ? "; Secure" : "");
    }

    /** Who sends a request, or null if it must log in. */
    @Nullable
    Visitor visitor(FullHttpRequest request) {
        if (logins == null) {
            return anybody;
        }
        for (final String header : request.headers().getAll(HttpHeaderNames.COOKIE)) {
            for (final Cookie shown : ServerCookieDecoder.STRICT.decodeAll(header)) {
                final Visitor found = shown.name().equals(cookie) ? sessions.find(shown.value()) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Ends the session of a visitor. */
    Reply logout(Visitor visitor) {
        if (logins == null) {
            return Reply.refused(HttpResponseStatus.NOT_FOUND, "nobody logs in at this server");
        }
        sessions.end(visitor);
        log.accept(visitor.user() + " has logged out");
        return Reply.of(new JsonObject()).withCookie(cookie + "=; Max-Age=0" + attributes);
    }

    /** Answers with a new session, if the user and the password in the body of a request fit. */
    CompletableFuture<Reply> login(FullHttpRequest request, InetSocketAddress peer) {
        final PasswordLogins users = logins;
        if (users == null) {
            return now(Reply.refused(HttpResponseStatus.NOT_FOUND, "nobody logs in at this server"));
        }
        final String user;
        final char[] password;
        try {
            final JsonElement body = JsonParser.parseString(request.content().toString(StandardCharsets.UTF_8));
            user = text(body, "user");
            password = text(body, "password").toCharArray();
        } catch (JsonParseException | IllegalArgumentException e) {
            return now(Reply.refused(HttpResponseStatus.BAD_REQUEST,
                "the body must be a JSON object with user and password, two strings"));
        }
        final PasswordLogins.Attempt attempt =
            underWay >= UNDER_WAY_MAX ? null : users.begin(user, peer.getAddress());
        if (attempt == null) {
            tellOfMany(peer);
            return now(Reply.refused(HttpResponseStatus.TOO_MANY_REQUESTS,
                "too many logins are under way or have failed; try again later"));
        }
        underWay++;
        final CompletableFuture<Reply> reply = new CompletableFuture<>();
        loop.schedule(() -> checks.execute(() -> check(attempt, password, peer, reply)), attempt.waitNanos(),
            TimeUnit.NANOSECONDS);
        return reply;
    }

    /** Such requests cost nothing, and may be many. */
    private void tellOfMany(InetSocketAddress peer) {
        final long now = options.clock.getAsLong();
        if (manyNanos == 0 || now - manyNanos > MANY_NANOS) {
            manyNanos = now;
            log.accept("a login from " + peer.getAddress().getHostAddress() + " is refused: too many are under way or "
                + "have failed; others of this second are not logged");
        }
    }

    private static CompletableFuture<Reply> now(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    private static String text(JsonElement body, String name) {
        if (body instanceof JsonObject object && object.get(name) instanceof JsonPrimitive value && value.isString()) {
            return value.getAsString();
        }
        throw new IllegalArgumentException(name + " is missing");
    }

    /** On the thread for checks. */
    private void check(PasswordLogins.Attempt attempt, char[] password, InetSocketAddress peer,
            CompletableFuture<Reply> reply) {
        PasswordLogins.@Nullable LoggedIn user = null;
        try {
            user = attempt.check(password);
        } catch (RuntimeException e) {
            log.accept("a login cannot be checked: " + e);
        } finally {
            Arrays.fill(password, '\0');
            final PasswordLogins.LoggedIn found = user;
            loop.execute(() -> {
                underWay--;
                reply.complete(found == null ? refused(attempt, peer) : admitted(found, peer));
            });
        }
    }

    private Reply refused(PasswordLogins.Attempt attempt, InetSocketAddress peer) {
        log.accept("the login of " + attempt.user() + " from " + peer.getAddress().getHostAddress() + " has failed");
        return Reply.refused(HttpResponseStatus.FORBIDDEN, FAILED);
    }

    private Reply admitted(PasswordLogins.LoggedIn user, InetSocketAddress peer) {
        final String from = user.name() + " from " + peer.getAddress().getHostAddress();
        if (!user.access().grants().operator()) {
            log.accept("the login of " + from + " is refused: the user has no grant operator");
            return Reply.refused(HttpResponseStatus.FORBIDDEN, "user " + user.name() + " may not operate the server; "
                + "'baton user grant --operator' lets him");
        }
        final Visitor visitor = new Visitor(user.name(), Sessions.secret(options),
            server.localCalls(user.access(), log));
        final String secret = sessions.begin(visitor, user);
        log.accept(from + " has logged in");
        return Reply.of(new JsonObject()).withCookie(cookie + "=" + secret + attributes);
    }
}
