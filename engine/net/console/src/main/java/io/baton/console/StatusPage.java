package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.EngineActivity;
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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Puts together what a page shows beside charts and procedures. Thread-safe. */
final class StatusPage {

    static final int CONNECTIONS_MAX = 100;
    static final int CALLS_MAX = 1_000;
    private static final int TABLES_MAX = 200;

    private final Engine engine;
    private final BatonServer server;
    private final HotLocks hot;
    private final LongSupplier clock;
    private final long startNanos;
    private final SessionsPage sessions;

    StatusPage(Engine engine, BatonServer server, HotLocks hot, LongSupplier clock) {
        this.engine = engine;
        this.server = server;
        this.hot = hot;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.sessions = new SessionsPage(server, clock);
    }

    JsonObject json(EngineActivity activity, ServerActivity seen) {
        final JsonObject json = new JsonObject();
        json.add("server", server());
        json.add("connections", sessions.connections(seen));
        json.add("transactions", sessions.transactions(activity));
        json.add("calls", sessions.calls(activity, seen));
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
            SessionsPage.addOrigin(json, party.origin());
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
