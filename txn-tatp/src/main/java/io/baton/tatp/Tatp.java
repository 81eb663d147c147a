package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Remarks;
import io.baton.workload.StoredRows;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/**
 * The workload on one engine. Thread-safe once loaded; at most one for an engine, as it registers its procedures.
 *
 * <pre>
 * try (Engine engine = Tatp.addTables(Engine.builder(), 100_000).open()) {
 *     Tatp tatp = new Tatp(engine, new TatpConfig(100_000, seed, false));
 *     tatp.load(rows -&gt; { });
 *     try (TatpTerminal terminal = tatp.terminal(engine.session(), 0)) {
 *         ...
 *     }
 *     tatp.check(false);
 * }
 * </pre>
 */
public final class Tatp implements EngineWorkload {

    private final Engine engine;
    private final TatpConfig config;
    private final Procedures procedures;
    private final ConsistencyCheck consistencyCheck;
    private final List<TatpTerminal> terminals = new CopyOnWriteArrayList<>();
    private volatile long forwardingsAtFirst;
    private volatile boolean resumed;

    /**
     * Registers the procedures.
     *
     * @param engine an engine with the tables that {@link #addTables} has added
     * @param config what is to be run
     */
    public Tatp(Engine engine, TatpConfig config) {
        this.engine = engine;
        this.config = config;
        this.procedures = Procedures.register(engine);
        this.consistencyCheck = new ConsistencyCheck(engine, config.subscribers());
    }

    /**
     * Adds the four tables to an engine that is to be opened.
     *
     * @param builder the engine's builder
     * @param subscribers the scale
     * @return the builder
     */
    public static EngineBuilder addTables(EngineBuilder builder, int subscribers) {
        TatpConfig.checkSubscribers(subscribers);
        return builder
            .table(SubscriberTable.TABLE, subscribers)
            .table(AccessInfoTable.TABLE, Population.accessInfos(subscribers))
            .table(SpecialFacilityTable.TABLE, Population.facilities(subscribers))
            .table(CallForwardingTable.TABLE, Population.forwardings(subscribers));
    }

    @Override
    public long rowsToLoad() {
        return Population.rows(config.subscribers());
    }

    /** Loads the initial rows, on as many threads as there are processors. */
    @Override
    public void load(LongConsumer rowsLoaded) {
        new Population(config).load(engine, rowsLoaded);
        forwardingsAtFirst = engine.rows(CallForwardingTable.TABLE);
    }

    /** Counts the call forwardings that are there. */
    @Override
    public boolean resume() {
        if (!storedRows(engine).fit(config.subscribers())) {
            return false;
        }
        forwardingsAtFirst = engine.rows(CallForwardingTable.TABLE);
        resumed = true;
        return true;
    }

    /** Every subscriber has an access info and a facility at least; call forwardings may all be gone. */
    static StoredRows storedRows(Engine engine) {
        return new StoredRows(engine, TatpWorkload.SUBSCRIBERS, SubscriberTable.TABLE)
            .atLeast(AccessInfoTable.TABLE, subscribers -> subscribers)
            .atLeast(SpecialFacilityTable.TABLE, subscribers -> subscribers);
    }

    @Override
    public TatpTerminal terminal(Session session, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("terminal " + number + ": give a number from 0");
        }
        final TatpTerminal terminal = new TatpTerminal(session, procedures, new InputSource(config, number));
        terminals.add(terminal);
        return terminal;
    }

    /** Call forwardings are compared with those at first; not before a terminal is open, if they were just counted. */
    @Override
    public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
        final long inserted = successRate(TransactionType.INSERT_CALL_FORWARDING).successful();
        final long deleted = successRate(TransactionType.DELETE_CALL_FORWARDING).successful();
        final SequencedMap<String, ConditionResult> results =
            consistencyCheck.run(forwardingsAtFirst + inserted - deleted);
        if (resumed && terminals.isEmpty()) {
            results.remove(Condition.CALL_FORWARDING_BALANCE.toString());
        }
        return results;
    }

    /**
     * Reads what has become of the transactions of all terminals, while none is at work.
     *
     * @return the counts by type, in the order of the types
     */
    public List<SuccessRate> successRates() {
        return Arrays.stream(TransactionType.values()).map(this::successRate).toList();
    }

    @Override
    public Remarks remarks() {
        return RateRemarks.of(config, successRates());
    }

    Procedures procedures() {
        return procedures;
    }

    private SuccessRate successRate(TransactionType type) {
        long ended = 0;
        long successful = 0;
        for (final TatpTerminal terminal : terminals) {
            final SuccessRate rate = terminal.successRate(type);
            ended += rate.ended();
            successful += rate.successful();
        }
        return new SuccessRate(type, ended, successful);
    }
}
