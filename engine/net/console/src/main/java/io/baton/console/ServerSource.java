package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.EngineActivity;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueType;
import io.baton.server.BatonServer;
import io.baton.server.LocalAnswer;
import io.baton.server.LocalCalls;
import io.baton.server.statistics.CallMeter;
import io.baton.server.statistics.HotLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Asks an engine and its server. Thread-safe. */
final class ServerSource implements ConsoleSource {

    /** Rows of a result that a page shows. */
    private static final int ROWS_MAX = 1_000;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    private final Engine engine;
    private final BatonServer server;
    private final CallMeter meter;
    private final LongSupplier clock;
    private final HotLocks hot = new HotLocks();
    private final StatusPage page;

    ServerSource(Engine engine, BatonServer server, CallMeter meter, LongSupplier clock) {
        this.engine = engine;
        this.server = server;
        this.meter = meter;
        this.clock = clock;
        this.page = new StatusPage(engine, server, hot, clock);
    }

    @Override
    public Reading read() {
        final LockStatistics locks = engine.lockStatistics();
        return new Reading(meter.read(), server.connections(), locks.get(LockCounter.WAITS),
            locks.get(LockCounter.HANDOVERS), engine.store().map(Store::log).map(log -> log.bytes()).orElse(0L),
            engine.memoryBytes());
    }

    @Override
    public void sample() {
        hot.add(engine.activity());
    }

    @Override
    public CompletableFuture<JsonObject> status(Executor executor) {
        final EngineActivity activity = engine.activity();
        return server.activity(StatusPage.CONNECTIONS_MAX, StatusPage.CALLS_MAX)
            .thenApplyAsync(seen -> page.json(activity, seen), executor);
    }

    @Override
    public List<JsonObject> procedures(LocalCalls calls) {
        final Map<String, CallMeter.Reading> readings = new HashMap<>();
        meter.read().forEach(reading -> readings.put(reading.procedure(), reading));
        final List<JsonObject> list = new ArrayList<>();
        for (final String name : calls.names()) {
            final JsonObject json = new JsonObject();
            json.addProperty("name", name);
            describe(json, name, calls);
            count(json, readings.get(name));
            list.add(json);
        }
        return list;
    }

    private static void describe(JsonObject json, String name, LocalCalls calls) {
        try {
            final Description description = calls.describe(name);
            final boolean granted = calls.mayCall(name);
            json.addProperty("callable", description != null && granted);
            if (description == null || !granted) {
                json.addProperty("why", granted ? "it was unregistered" : "you have no grant for it");
                return;
            }
            final JsonArray parameters = new JsonArray();
            for (final ValueType.Part part : description.parameters()) {
                final JsonObject parameter = Forms.json(part.type());
                parameter.addProperty("name", part.name());
                parameter.addProperty("text", part.type().toString());
                parameters.add(parameter);
            }
            json.add("parameters", parameters);
            json.addProperty("resultText", description.result().toString());
        } catch (NotEncodableException e) {
            json.addProperty("callable", false);
            json.addProperty("why", e.getMessage());
        }
    }

    private static void count(JsonObject json, CallMeter.@Nullable Reading reading) {
        json.addProperty("calls", reading == null ? 0 : reading.calls());
        json.addProperty("committed", reading == null ? 0 : reading.ended(CallEnd.COMMITTED));
        json.addProperty("returned", reading == null ? 0 : reading.ended(CallEnd.RETURNED));
        json.addProperty("abortedByProcedure", reading == null ? 0 : reading.ended(CallEnd.ABORTED_BY_PROCEDURE));
        json.addProperty("abortedBySystem", reading == null ? 0 : reading.ended(CallEnd.ABORTED_BY_SYSTEM));
        json.addProperty("unknown", reading == null ? 0 : reading.ended(CallEnd.UNKNOWN));
        json.addProperty("restarts", reading == null ? 0 : reading.restarts());
        json.addProperty("p50", reading == null ? 0 : reading.percentile(P50));
        json.addProperty("p99", reading == null ? 0 : reading.percentile(P99));
        json.addProperty("max", reading == null ? 0 : reading.nanosMax());
    }

    @Override
    public CompletableFuture<JsonObject> call(LocalCalls calls, String procedure, List<@Nullable Object> arguments,
            long timeoutMillis) {
        final long begin = clock.getAsLong();
        final @Nullable Object[] values = new Object[arguments.size()];
        try {
            // Who may not call it is told so, and not what it takes.
            final Description description = calls.mayCall(procedure) ? calls.describe(procedure) : null;
            final int known = description == null ? 0 : description.parameters().size();
            for (int i = 0; i < values.length && description != null && i < known; i++) {
                final ValueType.Part parameter = description.parameters().get(i);
                try {
                    values[i] = Forms.argument(parameter.type(), arguments.get(i));
                } catch (IllegalArgumentException e) {
                    return CompletableFuture.completedFuture(json(refused(Reason.WRONG_TYPE,
                        "argument " + (i + 1) + " (" + parameter.name() + "): " + e.getMessage()), 0));
                }
            }
        } catch (NotEncodableException e) {
            return CompletableFuture
                .completedFuture(json(refused(Reason.NOT_CALLABLE, String.valueOf(e.getMessage())), 0));
        }
        return calls.call(procedure, values, Duration.ofMillis(timeoutMillis), ROWS_MAX)
            .thenApply(answer -> json(answer, clock.getAsLong() - begin));
    }

    private static LocalAnswer refused(Reason reason, String message) {
        return new LocalAnswer(new Answer(OutcomeKind.REFUSED, reason, message), ValueType.NOTHING, null, 0);
    }

    private static JsonObject json(LocalAnswer result, long nanos) {
        final Answer answer = result.answer();
        final JsonObject json = new JsonObject();
        json.addProperty("outcome", answer.outcome().name());
        json.addProperty("nanos", nanos);
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            json.add("type", Forms.json(result.type()));
            json.add("value", Forms.result(result.type(), result.value()));
            json.addProperty("rows", result.rows());
        } else {
            json.addProperty("sqlState", answer.sqlState());
            json.addProperty("reason", answer.reason().name());
            json.addProperty("retryable", answer.retryable());
            json.addProperty("message", answer.message());
        }
        return json;
    }
}
