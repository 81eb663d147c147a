package io.baton.server.statistics;

import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.engine.Transaction;
import io.baton.engine.observe.BusyLock;
import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.RunningCall;
import io.baton.engine.procedure.ReadOnly;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import io.baton.storage.TableSchema;
import io.baton.storage.log.ArchiveStatistics;
import io.baton.storage.log.LogStatistics;
import io.netty.util.concurrent.EventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The procedure {@code baton.statistics}: all figures of a server. It reads counters one after the other and locks
 * nothing. Public for the engine, which calls it. Thread-safe.
 */
@ReadOnly
public final class Statistics {

    /** The procedure's name. */
    public static final String NAME = "baton.statistics";

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final int TABLES_MAX = 200;
    private static final int TRANSACTIONS_MAX = 20;

    /**
     * One number or text about a server. Public for those who send it.
     *
     * @param subject what it is about: server, transaction, procedure, locks, lock, memory, log, checkpoints or table
     * @param of the name of the procedure, lock or table, a number for transactions; empty for others
     * @param name what it tells; units come last: p99Nanos. Without a unit it is a count since the start
     * @param value a {@link Long}, {@link Double} or {@link String}; a list of numbers for latencies: what no call of a
     *     bucket was above, in nanoseconds, and how many calls it has, bucket by bucket
     */
    public record Figure(String subject, String of, String name, Object value) {
    }

    private final long incarnation;
    private final Engine engine;
    private final @Nullable CallMeter meter;
    private final IntSupplier connections;
    private final Supplier<List<OpenTransaction>> transactions;
    private final LongSupplier clock;
    private final LockSampler sampler;
    private final long beginNanos;

    /**
     * Makes it.
     *
     * @param incarnation a number of this run of the server, so that figures of two runs are not compared
     * @param engine what the server serves
     * @param meter what counts the engine's calls, or null if nothing does
     * @param connections how many are open
     * @param transactions the transactions of several calls that are open, the oldest first
     * @param clock monotonic time in nanoseconds
     * @param loop where locks are looked at while somebody asks for figures
     */
    public Statistics(long incarnation, Engine engine, @Nullable CallMeter meter, IntSupplier connections,
            Supplier<List<OpenTransaction>> transactions, LongSupplier clock, EventExecutor loop) {
        this.incarnation = incarnation;
        this.engine = engine;
        this.meter = meter;
        this.connections = connections;
        this.transactions = transactions;
        this.clock = clock;
        this.sampler = new LockSampler(engine, loop, clock);
        this.beginNanos = clock.getAsLong();
    }

    /** {@return locks that calls have waited for since somebody asked first, the hottest first} */
    public List<HotLock> hotLocks() {
        return sampler.hottest();
    }

    /**
     * Lists them.
     *
     * @param transaction given by the engine
     * @return all figures, those of one subject together
     */
    public List<Figure> run(Transaction transaction) {
        final List<Figure> figures = new ArrayList<>();
        // Who asks is not among what is asked for.
        final List<RunningCall> running =
            engine.activity().calls().stream().filter(call -> !call.procedure().equals(NAME)).toList();
        final List<OpenTransaction> open = transactions.get();
        addServer(figures, running, open);
        addTransactions(figures, running, open);
        if (meter != null) {
            meter.read().forEach(reading -> addProcedure(figures, reading));
        }
        addLocks(figures);
        addMemory(figures);
        engine.store().ifPresent(store -> addStore(figures, store));
        final List<TableSchema> tables = engine.catalog().tables();
        for (final TableSchema table : tables.subList(0, Math.min(TABLES_MAX, tables.size()))) {
            figures.add(new Figure("table", table.name(), "rows", engine.rows(table)));
        }
        return figures;
    }

    private void addServer(List<Figure> figures, List<RunningCall> running, List<OpenTransaction> open) {
        final To to = new To(figures, "server", "");
        to.add("incarnation", incarnation);
        to.add("upNanos", clock.getAsLong() - beginNanos);
        to.add("connections", (long) connections.getAsInt());
        to.add("callsCounted", meter == null ? 0L : 1L);
        to.add("callsUnderWay", running.stream()
            .filter(call -> !call.procedure().equals(CallMeter.OF_TRANSACTIONS) || call.within() != null).count());
        to.add("callsWaiting", running.stream().filter(call -> call.waitsFor() >= 0).count());
        to.add("transactionsOpen", (long) open.size());
        to.add("transactionOldestNanos", open.isEmpty() ? 0L : since(open.getFirst().beginNanos()));
    }

    private long since(long nanos) {
        return Math.max(0, clock.getAsLong() - nanos);
    }

    private void addTransactions(List<Figure> figures, List<RunningCall> running, List<OpenTransaction> open) {
        final Map<Long, Integer> locks = new HashMap<>();
        running.forEach(call -> locks.put(call.beginNanos(), call.locks()));
        int number = 0;
        for (final OpenTransaction transaction : open.subList(0, Math.min(TRANSACTIONS_MAX, open.size()))) {
            final To to = new To(figures, "transaction", Integer.toString(++number));
            to.add("origin", transaction.origin().text());
            to.add("ageNanos", since(transaction.beginNanos()));
            to.add("procedure", Objects.requireNonNullElse(transaction.procedure(), ""));
            to.add("sinceNanos", since(transaction.sinceNanos()));
            to.add("calls", transaction.calls());
            to.add("locks", (long) locks.getOrDefault(transaction.callNanos(), 0));
        }
    }

    private static void addProcedure(List<Figure> figures, CallMeter.Reading reading) {
        final To to = new To(figures, "procedure", reading.procedure());
        for (final CallEnd end : CallEnd.values()) {
            to.add(name(end), reading.ended(end));
        }
        to.add("restarts", reading.restarts());
        to.add("p50Nanos", reading.percentile(P50));
        to.add("p99Nanos", reading.percentile(P99));
        to.add("maxNanos", reading.nanosMax());
        final List<Long> latencies = new ArrayList<>();
        for (int bucket = 0; bucket < reading.buckets().length; bucket++) {
            if (reading.buckets()[bucket] > 0) {
                latencies.add(LatencyBuckets.upperNanos(bucket));
                latencies.add(reading.buckets()[bucket]);
            }
        }
        to.add("latencies", latencies);
    }

    private static String name(CallEnd end) {
        return switch (end) {
            case COMMITTED -> "committed";
            case RETURNED -> "returned";
            case ABORTED_BY_PROCEDURE -> "abortedByProcedure";
            case ABORTED_BY_SYSTEM -> "abortedBySystem";
            case UNKNOWN -> "unknown";
        };
    }

    private void addLocks(List<Figure> figures) {
        final LockStatistics statistics = engine.lockStatistics();
        final To all = new To(figures, "locks", "");
        for (final LockCounter counter : List.of(LockCounter.ACQUISITIONS, LockCounter.WAITS, LockCounter.BUSY,
            LockCounter.HANDOVERS, LockCounter.MODE_CHANGES, LockCounter.UPGRADES, LockCounter.GHOSTS)) {
            final String name = counter.name().toLowerCase(Locale.ROOT);
            all.add(counter == LockCounter.MODE_CHANGES ? "modeChanges" : name, statistics.get(counter));
        }
        for (final HotLock lock : sampler.hottest()) {
            final String name = lock.name();
            final To to = new To(figures, "lock", name == null ? "slot " + lock.slot() : name);
            to.add("share", lock.share());
            to.add("queue", lock.queue());
            to.add("queueMax", (long) lock.queueMax());
            to.add("holders", text(lock.holders()));
            to.add("waiters", text(lock.waiters()));
        }
    }

    private static String text(List<BusyLock.Party> parties) {
        return parties.stream().map(party -> party.procedure()
            + (party.origin() == null ? "" : " by " + party.origin().text()) + " "
            + TimeUnit.NANOSECONDS.toMillis(party.nanos()) + " ms").collect(Collectors.joining(", "));
    }

    private void addMemory(List<Figure> figures) {
        final MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        final To to = new To(figures, "memory", "");
        to.add("bytes", engine.memoryBytes());
        to.add("limitBytes", engine.memoryLimitBytes());
        to.add("heapBytes", heap.getUsed());
        to.add("heapMaxBytes", heap.getMax());
    }

    private static void addStore(List<Figure> figures, Store store) {
        final LogStatistics log = store.log();
        final To to = new To(figures, "log", "");
        to.add("transactions", log.transactions());
        to.add("bytes", log.bytes());
        to.add("unforcedBytes", log.appended() - log.forced());
        to.add("forces", log.forces());
        to.add("forceNanos", log.forceNanos());
        to.add("forceMaxNanos", log.forceNanosMax());
        to.add("segments", log.segments());
        final ArchiveStatistics archive = store.archive();
        to.add("archived", archive.copied());
        to.add("unarchived", (long) archive.waiting());
        to.add("archiveFailure", archive.failure() == null ? "" : String.valueOf(archive.failure()));
        final To checkpoints = new To(figures, "checkpoints", "");
        checkpoints.add("taken", store.checkpointsTaken());
        checkpoints.add("failure", store.checkpointFailure().map(String::valueOf).orElse(""));
    }

    /** Adds figures of one subject. */
    private record To(List<Figure> figures, String subject, String of) {
        void add(String name, Object value) {
            figures.add(new Figure(subject, of, name, value));
        }
    }
}
