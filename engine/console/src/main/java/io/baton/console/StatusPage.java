package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.observe.RunningCall;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.server.BatonServer;
import io.baton.server.ServerActivity;
import io.baton.server.statistics.HotLock;
import io.baton.server.statistics.HotLocks;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.log.LogStatistics;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Puts together what a page shows beside charts and procedures. Thread-safe. */
final class StatusPage {

    static final int CONNECTIONS_MAX = 100;
    static final int CALLS_MAX = 1_000;
    /** Calls that have run for longer are told of. */
    private static final long LONG_NANOS = 100_000_000;
    private static final int LONG_MAX = 50;
    private static final int TABLES_MAX = 200;

    private final Engine engine;
    private final BatonServer server;
    private final HotLocks hot;
    private final LongSupplier clock;
    private final long startNanos;

    StatusPage(Engine engine, BatonServer server, HotLocks hot, LongSupplier clock) {
        this.engine = engine;
        this.server = server;
        this.hot = hot;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
    }

    JsonObject json(EngineActivity activity, ServerActivity seen) {
        final JsonObject json = new JsonObject();
        json.add("server", server());
        json.add("connections", connections(seen));
        json.add("calls", calls(activity, seen));
        json.add("memory", memory());
        json.add("locks", locks());
        json.add("store", engine.store().map(StatusPage::store).orElse(null));
        json.add("tables", tables());
        return json;
    }

    private JsonObject server() {
        final JsonObject json = new JsonObject();
        json.addProperty("address", server.address().getHostString() + ":" + server.address().getPort());
        json.addProperty("uptimeMillis", TimeUnit.NANOSECONDS.toMillis(clock.getAsLong() - startNanos));
        return json;
    }

    private JsonObject connections(ServerActivity seen) {
        final JsonObject json = new JsonObject();
        json.addProperty("open", server.connections());
        final JsonArray list = new JsonArray();
        for (final ServerActivity.ConnectionActivity connection : seen.connections()) {
            final JsonObject one = new JsonObject();
            one.addProperty("address", connection.address());
            one.addProperty("client", connection.client());
            one.addProperty("calls", connection.calls());
            list.add(one);
        }
        json.add("list", list);
        return json;
    }

    /** Joins what the engine knows of a call with what the server knows, by when it began. */
    private JsonObject calls(EngineActivity activity, ServerActivity seen) {
        final Map<Long, RunningCall> byBegin = new HashMap<>();
        activity.calls().forEach(call -> byBegin.put(call.beginNanos(), call));
        final List<JsonObject> longer = new ArrayList<>();
        final long now = clock.getAsLong();
        for (final ServerActivity.CallActivity call : seen.calls()) {
            final RunningCall running = byBegin.remove(call.beginNanos());
            addIfLong(longer, now - call.beginNanos(), call.procedure(), running, call);
        }
        byBegin.values()
            .forEach(call -> addIfLong(longer, now - call.beginNanos(), call.procedure(), call, null));
        longer.sort((a, b) -> Long.compare(b.get("millis").getAsLong(), a.get("millis").getAsLong()));
        final JsonArray list = new JsonArray();
        longer.subList(0, Math.min(LONG_MAX, longer.size())).forEach(list::add);
        final JsonObject json = new JsonObject();
        json.addProperty("longerThanMillis", TimeUnit.NANOSECONDS.toMillis(LONG_NANOS));
        json.add("longer", list);
        return json;
    }

    private static void addIfLong(List<JsonObject> longer, long nanos, String procedure, @Nullable RunningCall running,
            ServerActivity.@Nullable CallActivity call) {
        if (nanos < LONG_NANOS) {
            return;
        }
        final JsonObject json = new JsonObject();
        json.addProperty("procedure", procedure);
        json.addProperty("millis", TimeUnit.NANOSECONDS.toMillis(nanos));
        json.addProperty("connection", call == null ? null : call.address());
        json.addProperty("client", call == null ? null : call.client());
        json.addProperty("locks", running == null ? null : running.locks());
        json.addProperty("state", state(running));
        longer.add(json);
    }

    private static String state(@Nullable RunningCall running) {
        if (running == null) {
            return "waits for a place or for the disk";
        }
        return running.waitsFor() < 0 ? "runs" : "has waited for the lock in slot " + running.waitsFor() + " for "
            + TimeUnit.NANOSECONDS.toMillis(running.waitNanos()) + " ms";
    }

    private JsonObject memory() {
        final MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        final JsonObject json = new JsonObject();
        json.addProperty("bytes", engine.memoryBytes());
        json.addProperty("limitBytes", engine.memoryLimitBytes());
        json.addProperty("heapBytes", heap.getUsed());
        json.addProperty("heapMaxBytes", heap.getMax());
        return json;
    }

    private JsonObject locks() {
        final LockStatistics statistics = engine.lockStatistics();
        final JsonObject json = new JsonObject();
        json.addProperty("acquisitions", statistics.get(LockCounter.ACQUISITIONS));
        json.addProperty("waits", statistics.get(LockCounter.WAITS));
        json.addProperty("handovers", statistics.get(LockCounter.HANDOVERS));
        json.addProperty("modeChanges", statistics.get(LockCounter.MODE_CHANGES));
        json.addProperty("busy", statistics.get(LockCounter.BUSY));
        json.addProperty("ghosts", statistics.get(LockCounter.GHOSTS));
        json.add("hottest", hottest());
        return json;
    }

    private JsonArray hottest() {
        final JsonArray list = new JsonArray();
        for (final HotLock lock : hot.hottest()) {
            final JsonObject json = new JsonObject();
            json.addProperty("slot", lock.slot());
            json.addProperty("name", lock.name());
            json.addProperty("share", lock.share());
            json.addProperty("queue", lock.queue());
            json.addProperty("queueMax", lock.queueMax());
            json.addProperty("now", lock.now());
            json.add("holders", parties(lock.holders()));
            json.add("waiters", parties(lock.waiters()));
            list.add(json);
        }
        return list;
    }

    private static JsonArray parties(List<BusyLock.Party> parties) {
        final JsonArray list = new JsonArray();
        for (final BusyLock.Party party : parties) {
            final JsonObject json = new JsonObject();
            json.addProperty("procedure", party.procedure());
            json.addProperty("mode", party.exclusive() ? "exclusive" : "shared");
            json.addProperty("millis", TimeUnit.NANOSECONDS.toMillis(party.nanos()));
            list.add(json);
        }
        return list;
    }

    private static JsonObject store(Store store) {
        final LogStatistics log = store.log();
        final JsonObject counts = new JsonObject();
        counts.addProperty("transactions", log.transactions());
        counts.addProperty("bytes", log.bytes());
        counts.addProperty("appended", log.appended());
        counts.addProperty("forced", log.forced());
        counts.addProperty("forces", log.forces());
        counts.addProperty("forceNanos", log.forceNanos());
        counts.addProperty("forceNanosMax", log.forceNanosMax());
        counts.addProperty("transactionsPerForce", log.transactionsPerForce());
        counts.addProperty("waitsForRoom", log.waitsForRoom());
        counts.addProperty("segments", log.segments());
        counts.addProperty("segmentsRecycled", log.segmentsRecycled());
        final JsonObject json = new JsonObject();
        json.add("log", counts);
        json.addProperty("recovered", store.recovered());
        json.addProperty("recoveryMillis", TimeUnit.NANOSECONDS.toMillis(store.recovery().nanos()));
        json.addProperty("checkpoints", store.checkpointsTaken());
        json.addProperty("checkpointFailure", store.checkpointFailure().map(String::valueOf).orElse(null));
        return json;
    }

    private JsonArray tables() {
        final JsonArray list = new JsonArray();
        final List<TableSchema> tables = engine.catalog().tables();
        for (final TableSchema table : tables.subList(0, Math.min(TABLES_MAX, tables.size()))) {
            final JsonObject json = new JsonObject();
            json.addProperty("name", table.name());
            json.addProperty("rows", engine.rows(table));
            json.add("key", names(table.keyParts()));
            final JsonArray columns = new JsonArray();
            table.columns().stream().map(Column::name).forEach(columns::add);
            json.add("columns", columns);
            final JsonArray indexes = new JsonArray();
            engine.catalog().indexes(table).forEach(index -> indexes.add(index(index)));
            json.add("indexes", indexes);
            list.add(json);
        }
        return list;
    }

    private static JsonObject index(IndexSchema index) {
        final JsonObject json = new JsonObject();
        json.addProperty("name", index.name());
        json.addProperty("unique", index.unique());
        json.add("columns", names(index.parts()));
        return json;
    }

    private static JsonArray names(List<KeyPart> parts) {
        final JsonArray names = new JsonArray();
        parts.stream().map(part -> part.column().name()).forEach(names::add);
        return names;
    }
}
