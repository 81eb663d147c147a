package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Answers requests that were let in. Thread-safe. */
final class Api {

    private static final int PARAMETERS_MAX = 4;
    /** Calls from forms that are under way at once. */
    private static final int CALLS_MAX = 16;
    private static final int DEPTH_MAX = 16;

    private final ConsoleSource source;
    private final Series series;
    private final Assets assets = new Assets();
    private final JsonObject session = new JsonObject();
    private final long callMillisMax;
    private final AtomicInteger calls = new AtomicInteger();

    Api(ConsoleSource source, Series series, ConsoleOptions options, String token) {
        this.source = source;
        this.series = series;
        this.callMillisMax = Math.max(1, options.callTimeoutMax.toMillis());
        session.addProperty("token", token);
        session.addProperty("tokenHeader", Gate.TOKEN_HEADER);
        session.addProperty("callMillisMax", callMillisMax);
    }

    CompletableFuture<Reply> answer(FullHttpRequest request) {
        final QueryStringDecoder query =
            new QueryStringDecoder(request.uri(), StandardCharsets.UTF_8, true, PARAMETERS_MAX);
        final String path = query.rawPath();
        final boolean post = request.method().equals(HttpMethod.POST);
        if (path.equals("/api/call")) {
            return post ? call(request) : now(method("POST"));
        }
        if (post) {
            return now(method("GET"));
        }
        return switch (path) {
            case "/api/session" -> now(Reply.of(session));
            case "/api/series" -> now(series(query));
            case "/api/status" -> source.status().thenApply(Reply::of);
            case "/api/procedures" -> now(Reply.of(procedures()));
            default -> now(asset(request, path));
        };
    }

    private static CompletableFuture<Reply> now(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    private static Reply method(String wanted) {
        return Reply.refused(HttpResponseStatus.METHOD_NOT_ALLOWED, "use " + wanted + " for this path");
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

    private JsonArray procedures() {
        final JsonArray list = new JsonArray();
        source.procedures().forEach(list::add);
        return list;
    }

    private static Reply bad(String message) {
        return Reply.refused(HttpResponseStatus.BAD_REQUEST, message);
    }

    /** A call that was asked for. */
    private record Wanted(String procedure, List<@Nullable Object> arguments, long timeoutMillis) {
    }

    private CompletableFuture<Reply> call(FullHttpRequest request) {
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
        return source.call(wanted.procedure(), wanted.arguments(), wanted.timeoutMillis())
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
