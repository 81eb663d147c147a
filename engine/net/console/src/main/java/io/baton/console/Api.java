package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Answers requests that the gate has let in. On the event loop. */
final class Api {

    private static final int PARAMETERS_MAX = 4;
    /** Calls from forms that are under way at once. */
    private static final int CALLS_MAX = 16;
    private static final int DEPTH_MAX = 16;
    private static final String CALL = "/api/call";
    private static final String LOGIN = "/api/login";
    private static final String LOGOUT = "/api/logout";
    private static final Set<String> POSTS = Set.of(CALL, LOGIN, LOGOUT);

    private final ConsoleSource source;
    private final Series series;
    private final Assets assets = new Assets();
    private final Admission admission;
    private final Executor loop;
    private final long callMillisMax;
    private final AtomicInteger calls = new AtomicInteger();

    Api(ConsoleSource source, Series series, Admission admission, ConsoleOptions options, Executor loop) {
        this.source = source;
        this.series = series;
        this.admission = admission;
        this.callMillisMax = Math.max(1, options.callTimeoutMax.toMillis());
        this.loop = loop;
    }

    CompletableFuture<Reply> answer(FullHttpRequest request, Channel channel) {
        final QueryStringDecoder query =
            new QueryStringDecoder(request.uri(), StandardCharsets.UTF_8, true, PARAMETERS_MAX);
        final String path = query.rawPath();
        final boolean post = request.method().equals(HttpMethod.POST);
        if (POSTS.contains(path) != post) {
            return now(Reply.refused(HttpResponseStatus.METHOD_NOT_ALLOWED,
                "use " + (post ? "GET" : "POST") + " for this path"));
        }
        if (!path.startsWith("/api/")) {
            return now(asset(request, path));
        }
        if (path.equals(LOGIN)) {
            return admission.login(request, channel);
        }
        final Visitor visitor = admission.visitor(request);
        if (visitor == null) {
            return now(Reply.refused(HttpResponseStatus.UNAUTHORIZED, "log in as an operator of the server"));
        }
        if (post && !isToken(visitor, request.headers().get(RequestFilter.TOKEN_HEADER, ""))) {
            return now(Reply.refused(HttpResponseStatus.FORBIDDEN,
                "the request lacks the token of this session; load the page again"));
        }
        return switch (path) {
            case "/api/session" -> now(Reply.of(session(visitor)));
            case LOGOUT -> now(admission.logout(visitor));
            case "/api/series" -> now(series(query));
            case "/api/status" -> source.status(loop).thenApply(Reply::of);
            case "/api/procedures" -> now(Reply.of(procedures(visitor)));
            case CALL -> call(request, visitor);
            default -> now(asset(request, path));
        };
    }

    private static boolean isToken(Visitor visitor, String shown) {
        return MessageDigest.isEqual(visitor.token().getBytes(StandardCharsets.UTF_8),
            shown.getBytes(StandardCharsets.UTF_8));
    }

    private JsonObject session(Visitor visitor) {
        final JsonObject session = new JsonObject();
        session.addProperty("user", visitor.user());
        session.addProperty("token", visitor.token());
        session.addProperty("tokenHeader", RequestFilter.TOKEN_HEADER);
        session.addProperty("callMillisMax", callMillisMax);
        return session;
    }

    private static CompletableFuture<Reply> now(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    private Reply asset(FullHttpRequest request, String path) {
        final Reply found = assets.find(path, request.headers().get(HttpHeaderNames.IF_NONE_MATCH));
        return found == null
            ? Reply.refused(HttpResponseStatus.NOT_FOUND, "there is nothing here; the console begins at /") : found;
    }

    private Reply series(QueryStringDecoder query) {
        final List<String> after = query.parameters().getOrDefault("after", List.of("0"));
        try {
            return Reply.of(series.after(Long.parseLong(after.getFirst())));
        } catch (NumberFormatException e) {
            return bad("after must be a whole number");
        }
    }

    private JsonArray procedures(Visitor visitor) {
        final JsonArray list = new JsonArray();
        source.procedures(visitor.calls()).forEach(list::add);
        return list;
    }

    private static Reply bad(String message) {
        return Reply.refused(HttpResponseStatus.BAD_REQUEST, message);
    }

    /** A call that was asked for. */
    private record Wanted(String procedure, List<@Nullable Object> arguments, long timeoutMillis) {
    }

    private CompletableFuture<Reply> call(FullHttpRequest request, Visitor visitor) {
        final Wanted wanted;
        try {
            wanted = wanted(JsonParser.parseString(request.content().toString(StandardCharsets.UTF_8)));
        } catch (JsonParseException | IllegalArgumentException e) {
            return now(bad("the body must be a JSON object with procedure, a string, and arguments, a list: "
                + e.getMessage()));
        }
        if (calls.incrementAndGet() > CALLS_MAX) {
            calls.decrementAndGet();
            return now(Reply.refused(HttpResponseStatus.TOO_MANY_REQUESTS,
                CALLS_MAX + " calls from consoles are under way; try again when one has ended"));
        }
        return source.call(visitor.calls(), wanted.procedure(), wanted.arguments(), wanted.timeoutMillis())
            .whenComplete((result, failure) -> calls.decrementAndGet())
            .thenApply(Reply::of);
    }

    private Wanted wanted(JsonElement body) {
        if (!(body instanceof JsonObject object) || !(object.get("procedure") instanceof JsonPrimitive name)
            || !name.isString() || !(object.get("arguments") instanceof JsonArray arguments)) {
            throw new IllegalArgumentException("something is missing");
        }
        long millis = callMillisMax;
        if (object.get("timeoutMillis") instanceof JsonPrimitive limit && limit.isNumber()) {
            millis = Math.clamp(limit.getAsLong(), 1, callMillisMax);
        }
        final List<@Nullable Object> values = new ArrayList<>();
        arguments.forEach(argument -> values.add(plain(argument, 0)));
        return new Wanted(name.getAsString(), values, millis);
    }

    /** Java values of JSON: numbers stay texts, as not all of them fit into a double. */
    private static @Nullable Object plain(JsonElement json, int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("arguments are more than " + DEPTH_MAX + " deep");
        }
        return switch (json) {
            case JsonArray array -> {
                final List<@Nullable Object> values = new ArrayList<>();
                array.forEach(element -> values.add(plain(element, depth + 1)));
                yield values;
            }
            case JsonObject object -> {
                final Components values = new Components(new ArrayList<>(), new ArrayList<>());
                object.entrySet().forEach(entry -> {
                    values.names().add(entry.getKey());
                    values.values().add(plain(entry.getValue(), depth + 1));
                });
                yield values;
            }
            case JsonPrimitive primitive -> primitive.getAsString();
            default -> null;
        };
    }

    /**
     * A JSON object.
     *
     * @param names its names in order
     * @param values their values
     */
    record Components(List<String> names, List<@Nullable Object> values) {
    }
}
