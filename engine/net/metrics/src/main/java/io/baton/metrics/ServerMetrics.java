package io.baton.metrics;

import io.baton.server.BatonServer;
import io.baton.server.TrafficCounter;
import io.baton.storage.TableSchema;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Reads a server's connections, transactions of several calls, bytes and hottest locks when its registry asks. Bound
 * once. Of locks there are three series for each table that the engine has then, and no key of any: a registry never
 * forgets a series. Locks that are not among the hottest 20 of all tables, or whose table is not known, are in none.
 */
public final class ServerMetrics implements MeterBinder {

    /** How many tables have series of their hottest locks; the locks of the others are told together. */
    public static final int TABLES_MAX = 100;

    private static final int RANKS = 3;

    private final BatonServer server;
    private final TrafficCounter traffic;
    private final List<TableSchema> tables;

    /**
     * Makes a binder.
     *
     * @param server a server
     * @param traffic what counts for it, as its options were told
     * @param tables whose hottest locks are told of; those of {@code engine.catalog().tables()}, or none
     */
    public ServerMetrics(BatonServer server, TrafficCounter traffic, List<TableSchema> tables) {
        this.server = server;
        this.traffic = traffic;
        this.tables = List.copyOf(tables);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("baton.connections", server, BatonServer::connections).description("Connections that are open")
            .register(registry);
        Gauge.builder("baton.transactions.open", server, of -> of.openTransactions().size())
            .description("Transactions of several calls that are open").register(registry);
        TimeGauge.builder("baton.transactions.oldest", server, TimeUnit.NANOSECONDS,
            BatonServer::oldestTransactionNanos)
            .description("How old the oldest transaction of several calls is; 0 if none is open").register(registry);
        FunctionCounter.builder("baton.connections.accepted", traffic, TrafficCounter::accepted)
            .description("Connections that have come").register(registry);
        FunctionCounter.builder("baton.received", traffic, TrafficCounter::receivedBytes).baseUnit("bytes")
            .description("Bytes from clients").register(registry);
        FunctionCounter.builder("baton.sent", traffic, TrafficCounter::sentBytes).baseUnit("bytes")
            .description("Bytes to clients").register(registry);
        final int own = Math.min(TABLES_MAX, tables.size());
        tables.subList(0, own).forEach(table -> bindLocks(registry, table.name(), Set.of(table.name())));
        if (own < tables.size()) {
            bindLocks(registry, EngineMetrics.OTHER_TABLES,
                tables.subList(own, tables.size()).stream().map(TableSchema::name).collect(Collectors.toSet()));
        }
    }

    private void bindLocks(MeterRegistry registry, String name, Set<String> of) {
        for (int i = 0; i < RANKS; i++) {
            final int above = i;
            Gauge.builder("baton.locks.hottest.waiters", server, shown -> waiters(shown, of, above))
                .description("Calls that wait for one of the hottest 20 locks of all tables, on average")
                .tag("table", SeriesNames.of(name))
                .tag("rank", Integer.toString(above + 1)).register(registry);
        }
    }

    /** Of the lock with so many above it in the tables, among the hottest 20 of all; 0 if there are not so many. */
    private static double waiters(BatonServer server, Set<String> tables, int above) {
        return server.hotLocks().stream().filter(lock -> lock.table() != null && tables.contains(lock.table()))
            .skip(above).findFirst().map(lock -> lock.share() * lock.queue()).orElse(0.0);
    }
}
