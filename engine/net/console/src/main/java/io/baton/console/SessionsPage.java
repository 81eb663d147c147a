package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.CallOrigin;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.observe.RunningCall;
import io.baton.server.BatonServer;
import io.baton.server.ServerActivity;
import io.baton.server.statistics.CallMeter;
import io.baton.server.statistics.OpenTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Puts together who is connected, and what takes long: calls, and transactions of several. Thread-safe. */
final class SessionsPage {

    /** Calls that have run for longer are told of. */
    private static final long LONG_NANOS = 100_000_000;
    private static final int LONG_MAX = 50;

    private final BatonServer server;
    private final LongSupplier clock;

    SessionsPage(BatonServer server, LongSupplier clock) {
        this.server = server;
        this.clock = clock;
    }

    /** Says where something comes from, as far as that is known. */
    static void addOrigin(JsonObject json, @Nullable CallOrigin origin) {
        json.addProperty("user", origin == null ? null : origin.user());
        json.addProperty("connection", origin == null ? null : origin.address());
        json.addProperty("client", origin == null ? null : origin.client());
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos));
    }

    JsonObject connections(ServerActivity seen) {
        final JsonObject json = new JsonObject();
        json.addProperty("open", server.connections());
        final JsonArray list = new JsonArray();
        for (final ServerActivity.ConnectionActivity connection : seen.connections()) {
            final JsonObject one = new JsonObject();
            addOrigin(one, connection.origin());
            one.addProperty("calls", connection.calls());
            one.addProperty("transactions", connection.transactions());
            list.add(one);
        }
        json.add("list", list);
        return json;
    }

    /** Joins what the server knows of a transaction with what the engine knows of its call, by when that began. */
    JsonObject transactions(EngineActivity activity) {
        final List<OpenTransaction> open = server.openTransactions();
        final Map<Long, RunningCall> byBegin = byBegin(activity);
        final long now = clock.getAsLong();
        final JsonArray list = new JsonArray();
        for (final OpenTransaction transaction : open.subList(0, Math.min(LONG_MAX, open.size()))) {
            final RunningCall running = byBegin.get(transaction.callNanos());
            final JsonObject json = new JsonObject();
            addOrigin(json, transaction.origin());
            json.addProperty("millis", millis(now - transaction.beginNanos()));
            json.addProperty("calls", transaction.calls());
            json.addProperty("locks", running == null ? null : running.locks());
            final String procedure = transaction.procedure();
            final String time = millis(now - transaction.sinceNanos()) + " ms";
            json.addProperty("idle", procedure == null);
            json.addProperty("state", procedure == null ? "idle for " + time : procedure + ", for " + time
                + (running == null || running.waitsFor() < 0 ? "" : ", " + state(running, activity)));
            list.add(json);
        }
        final JsonObject json = new JsonObject();
        json.addProperty("open", open.size());
        json.add("list", list);
        return json;
    }

    private static Map<Long, RunningCall> byBegin(EngineActivity activity) {
        final Map<Long, RunningCall> byBegin = new HashMap<>();
        activity.calls().forEach(call -> byBegin.put(call.beginNanos(), call));
        return byBegin;
    }

    /** Joins what the engine knows of a call with what the server knows, by when it began. */
    JsonObject calls(EngineActivity activity, ServerActivity seen) {
        final Map<Long, RunningCall> byBegin = byBegin(activity);
        byBegin.values().removeIf(call -> call.procedure().equals(CallMeter.OF_TRANSACTIONS));
        final List<JsonObject> longer = new ArrayList<>();
        final long now = clock.getAsLong();
        for (final ServerActivity.CallActivity call : seen.calls()) {
            final RunningCall running = byBegin.remove(call.beginNanos());
            addIfLong(longer, now - call.beginNanos(), call.procedure(), call.origin(),
                running == null ? null : running.locks(), state(running, activity));
        }
        byBegin.values().forEach(call -> addIfLong(longer, now - call.beginNanos(), call.procedure(), call.origin(),
            call.locks(), state(call, activity)));
        longer.sort((a, b) -> Long.compare(b.get("millis").getAsLong(), a.get("millis").getAsLong()));
        final JsonArray list = new JsonArray();
        longer.subList(0, Math.min(LONG_MAX, longer.size())).forEach(list::add);
        final JsonObject json = new JsonObject();
        json.addProperty("longerThanMillis", millis(LONG_NANOS));
        json.add("longer", list);
        return json;
    }

    private static void addIfLong(List<JsonObject> longer, long nanos, String procedure, @Nullable CallOrigin origin,
            @Nullable Integer locks, String state) {
        if (nanos < LONG_NANOS) {
            return;
        }
        final JsonObject json = new JsonObject();
        json.addProperty("procedure", procedure);
        json.addProperty("millis", millis(nanos));
        addOrigin(json, origin);
        json.addProperty("locks", locks);
        json.addProperty("state", state);
        longer.add(json);
    }

    private static String state(@Nullable RunningCall running, EngineActivity activity) {
        if (running == null) {
            return "waits for a place or for the disk";
        }
        return running.waitsFor() < 0 ? "runs" : "has waited for the lock of " + lock(running.waitsFor(), activity)
            + " for " + millis(running.waitNanos()) + " ms";
    }

    /** The lock by its table and key, or by its slot if these are not known. */
    private static String lock(int slot, EngineActivity activity) {
        return activity.locks().stream().filter(lock -> lock.slot() == slot && lock.name() != null).map(BusyLock::name)
            .findFirst().orElse("slot " + slot);
    }
}
