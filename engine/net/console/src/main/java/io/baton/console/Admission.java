package io.baton.console;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.baton.server.BatonServer;
import io.baton.server.login.OperatorLogins;
import io.baton.server.login.PasswordLogins;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a console: everybody who reaches it if its server has no users, else operators who have logged in. On the
 * event loop.
 */
final class Admission {

    private static final String FAILED = "the login has failed: there is no such user, or the password is wrong";

    private final BatonServer server;
    private final @Nullable OperatorLogins logins;
    private final Visitor anybody;
    private final ConsoleSessions sessions;
    private final ConsoleOptions options;
    private final String cookie;
    private final String attributes;
    private final Consumer<String> log;

    /**
     * Makes it.
     *
     * @param logins of the server's users, or null if it has none
     * @param port where the console listens: cookies are sent to all ports of a host
     */
    Admission(BatonServer server, ConsoleOptions options, @Nullable OperatorLogins logins, int port) {
        this.server = server;
        this.logins = logins;
        this.options = options;
        this.log = line -> options.log.accept("console: " + line);
        this.anybody = new Visitor("", ConsoleSessions.secret(options), server.localCalls());
        this.sessions = new ConsoleSessions(options, log);
        final boolean encrypted = server.security().encrypts();
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
    CompletableFuture<Reply> login(FullHttpRequest request, Channel channel) {
        final OperatorLogins users = logins;
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
        final CompletableFuture<Reply> reply = new CompletableFuture<>();
        final InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
        users.begin(user, password, peer.getAddress(), channel, new OperatorLogins.Listener() {
            @Override
            public void admitted(PasswordLogins.LoggedIn found) {
                reply.complete(begun(found, peer));
            }

            @Override
            public void refused(OperatorLogins.Refusal why, String name) {
                reply.complete(refusal(why, name));
            }
        });
        return reply;
    }

    private static Reply refusal(OperatorLogins.Refusal why, String user) {
        return switch (why) {
            case TOO_MANY, GONE -> Reply.refused(HttpResponseStatus.TOO_MANY_REQUESTS,
                "too many logins are under way or have failed; try again later");
            case FAILED -> Reply.refused(HttpResponseStatus.FORBIDDEN, FAILED);
            case NO_OPERATOR -> Reply.refused(HttpResponseStatus.FORBIDDEN, "user " + user + " may not operate the "
                + "server; 'baton user grant --operator' lets him");
        };
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

    private Reply begun(PasswordLogins.LoggedIn user, InetSocketAddress peer) {
        final Visitor visitor = new Visitor(user.name(), ConsoleSessions.secret(options),
            server.localCalls(user.access(), log));
        final String secret = sessions.begin(visitor, user);
        log.accept(user.name() + " from " + peer.getAddress().getHostAddress() + " has logged in");
        return Reply.of(new JsonObject()).withCookie(cookie + "=" + secret + attributes);
    }
}
