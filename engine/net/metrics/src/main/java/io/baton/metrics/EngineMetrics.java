package io.baton.metrics;

import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.lock.LockCounter;
import io.baton.storage.TableSchema;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Reads an engine's locks, memory, rows, log and checkpoints when its registry asks. The engine counts them anyway.
 * Bound once; not read any more when the engine is closed.
 */
public final class EngineMetrics implements MeterBinder {

    /** How many tables have a series of their own; the rows of the others are told together. */
    public static final int TABLES_MAX = 500;
    /** The name under which the rows of tables beyond {@link #TABLES_MAX} are told. */
    public static final String OTHER_TABLES = "other tables";

    private static final List<LockCounter> LOCKS = List.of(LockCounter.ACQUISITIONS, LockCounter.WAITS,
        LockCounter.BUSY, LockCounter.HANDOVERS, LockCounter.MODE_CHANGES, LockCounter.UPGRADES);

    private final Engine engine;

    /**
     * Makes a binder.
     *
     * @param engine which is open for as long as the registry is read
     */
    public EngineMetrics(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (final LockCounter counter : LOCKS) {
            FunctionCounter.builder("baton.locks." + name(counter), engine, of -> of.lockStatistics().get(counter))
                .description("Locks: " + name(counter).replace('.', ' ')).register(registry);
        }
        Gauge.builder("baton.memory.used", engine, Engine::memoryBytes).baseUnit("bytes")
            .description("Memory of rows and indexes").register(registry);
        Gauge.builder("baton.memory.limit", engine, Engine::memoryLimitBytes).baseUnit("bytes")
            .description("Budget of rows and indexes").register(registry);
        final List<TableSchema> tables = engine.catalog().tables();
        final int own = Math.min(TABLES_MAX, tables.size());
        tables.subList(0, own).forEach(table -> bindRows(registry, table.name(), List.of(table)));
        if (own < tables.size()) {
            bindRows(registry, OTHER_TABLES, List.copyOf(tables.subList(own, tables.size())));
        }
        engine.store().ifPresent(store -> bindStore(registry, store));
    }

    private void bindRows(MeterRegistry registry, String name, List<TableSchema> tables) {
        Gauge.builder("baton.rows", engine, of -> tables.stream().mapToLong(of::rows).sum())
            .tag("table", SeriesNames.of(name)).description("Rows of a table").register(registry);
    }

    private static String name(LockCounter counter) {
        return counter.name().toLowerCase(java.util.Locale.ROOT).replace('_', '.');
    }

    private static void bindStore(MeterRegistry registry, Store store) {
        count(registry, store, "baton.log.transactions", "Transactions in the log", of -> of.log().transactions());
        count(registry, store, "baton.log.written.bytes", "Bytes written to the log", of -> of.log().bytes());
        count(registry, store, "baton.log.room.waits", "Waits for room in the log's buffer",
            of -> of.log().waitsForRoom());
        FunctionTimer.builder("baton.log.forces", store, of -> of.log().forces(), of -> of.log().forceNanos(),
            TimeUnit.NANOSECONDS).description("Waits of the log for the disk").register(registry);
        Gauge.builder("baton.log.unforced", store, of -> of.log().appended() - of.log().forced()).baseUnit("bytes")
            .description("Bytes of the log that are not on disk yet").register(registry);
        Gauge.builder("baton.log.unarchived", store, of -> of.archive().waiting()).baseUnit("segments")
            .description("Finished segments of the log that the archive does not have yet").register(registry);
        Gauge.builder("baton.archive.failed", store, of -> of.archive().failure() == null ? 0 : 1)
            .description("1 if the last segment could not be copied to the archive").register(registry);
        count(registry, store, "baton.checkpoints", "Checkpoints taken", Store::checkpointsTaken);
        Gauge.builder("baton.checkpoint.failed", store, of -> of.checkpointFailure().isPresent() ? 1 : 0)
            .description("1 if the last checkpoint in the background could not be written").register(registry);
    }

    private static void count(MeterRegistry registry, Store store, String name, String description,
            ToDoubleFunction<Store> reading) {
        FunctionCounter.builder(name, store, reading).description(description).register(registry);
    }
}
