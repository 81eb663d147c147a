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
import java.util.concurrent.TimeUnit;

/**
 * Reads a server's connections, transactions of several calls, bytes and hottest locks when its registry asks. Bound
 * once. Of locks there are three series for each table that the engine has then, and no key of any: a registry never
 * forgets a series. Locks that are not among the hottest 20 of all tables, or whose table is not known, are in none.
 */
public final class ServerMetrics implements MeterBinder {

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
        for (final TableSchema table : tables) {
            for (int rank = 1; rank <= RANKS; rank++) {
                bindLock(registry, table.name(), rank);
            }
        }
    }

    private void bindLock(MeterRegistry registry, String table, int rank) {
        Gauge.builder("baton.locks.hottest.waiters", server, of -> waiters(of, table, rank))
            .description("Calls that wait for one of the hottest 20 locks of all tables, on average")
            .tag("table", table)
            .tag("rank", Integer.toString(rank)).register(registry);
    }

    /** Of the lock with that rank in the table among the hottest 20 of all tables; 0 if there are not so many. */
    private static double waiters(BatonServer server, String table, int rank) {
        return server.hotLocks().stream().filter(lock -> table.equals(lock.table())).skip(rank - 1L).findFirst()
            .map(lock -> lock.share() * lock.queue()).orElse(0.0);
    }
}
