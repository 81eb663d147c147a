package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import io.baton.tpcc.check.ConsistencyCheck;
import io.baton.tpcc.load.Population;
import io.baton.tpcc.random.GeneratorSeeds;
import io.baton.tpcc.random.LastNames;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.Scale;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.CallSource;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.StoredRows;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;

/**
 * The workload on one engine. Thread-safe once loaded; at most one for an engine, as it registers its procedures.
 *
 * <pre>
 * try (Engine engine = Tpcc.addTables(Engine.builder(), 2, 1_000_000).open()) {
 *     Tpcc tpcc = new Tpcc(engine, new TpccConfig(2, seed, false));
 *     tpcc.load(rows -&gt; { });
 *     try (TpccTerminal terminal = tpcc.terminal(engine.session(), 0)) {
 *         ...
 *     }
 *     tpcc.check(false);
 * }
 * </pre>
 */
public final class Tpcc implements EngineWorkload {

    private static final int MEAN_LINES = (Scale.LINES_MIN + Scale.LINES_MAX) / 2;

    private final Engine engine;
    private final TpccConfig config;
    private final EpochClock clock;
    private final NuRand nuRand;
    private final LastNames lastNames = new LastNames();
    private final HistoryIds historyIds = new HistoryIds();
    private final Procedures procedures;
    private final LastPayments lastPayments;
    private final ConsistencyCheck consistencyCheck;

    /**
     * Registers the procedures.
     *
     * @param engine an engine with the tables that {@link #addTables} has added
     * @param config what is to be run
     */
    public Tpcc(Engine engine, TpccConfig config) {
        this(engine, config, SystemEpochClock.INSTANCE);
    }

    /** With a clock that dates of entry, payment and delivery are taken from. */
    Tpcc(Engine engine, TpccConfig config, EpochClock clock) {
        this.engine = engine;
        this.config = config;
        this.clock = clock;
        this.nuRand = NuRand.of(GeneratorSeeds.of(config.seed(), GeneratorSeeds.Use.CONSTANTS, 0));
        this.procedures = Procedures.register(engine);
        this.lastPayments = new LastPayments(engine, config.warehouses());
        this.consistencyCheck = new ConsistencyCheck(engine, config.warehouses());
    }

    /** Makes sources of calls for callers in other processes, who share nothing with terminals. */
    static IntFunction<CallSource> callSources(TpccConfig config) {
        final NuRand nuRand = NuRand.of(GeneratorSeeds.of(config.seed(), GeneratorSeeds.Use.CONSTANTS, 0));
        final LastNames lastNames = new LastNames();
        final HistoryIds historyIds = new HistoryIds();
        return number -> new TpccCalls(new InputSource(config, number, nuRand, lastNames, historyIds),
            SystemEpochClock.INSTANCE);
    }

    /**
     * Adds the nine tables to an engine that is to be opened.
     *
     * @param builder the engine's builder
     * @param warehouses the scale
     * @param ordersExpected how many orders the run may add to the loaded ones; tables are laid out for that
     * @return the builder
     */
    public static EngineBuilder addTables(EngineBuilder builder, int warehouses, long ordersExpected) {
        TpccConfig.checkWarehouses(warehouses);
        if (ordersExpected < 0) {
            throw new IllegalArgumentException(ordersExpected + " orders expected; give 0 or more");
        }
        final long districts = (long) warehouses * Scale.DISTRICTS;
        final long orders = districts * Scale.ORDERS + ordersExpected;
        // Payments are nearly as many as new orders, and deliveries take nearly all new orders out of NEW-ORDER.
        return builder
            .table(WarehouseTable.TABLE, warehouses)
            .table(DistrictTable.TABLE, districts)
            .table(CustomerTable.TABLE, districts * Scale.CUSTOMERS)
            .table(HistoryTable.TABLE, districts * Scale.CUSTOMERS + ordersExpected)
            .table(NewOrderTable.TABLE, districts * Scale.NEW_ORDERS + ordersExpected / 8)
            .table(OrdersTable.TABLE, orders)
            .table(OrderLineTable.TABLE, orders * MEAN_LINES)
            .table(ItemTable.TABLE, Scale.ITEMS)
            .table(StockTable.TABLE, (long) warehouses * Scale.ITEMS);
    }

    @Override
    public long rowsToLoad() {
        return Population.rows(config.warehouses());
    }

    /** Loads the initial rows, on as many threads as there are processors. */
    @Override
    public void load(LongConsumer rowsLoaded) {
        new Population(engine, config.warehouses(), config.seed(), nuRand, clock.time()).load(rowsLoaded);
    }

    /**
     * Looks for the last payments, so that others get numbers behind theirs. Nothing else has to be known of earlier
     * runs: the constant of last names while loading is the same for all seeds, and the conditions compare rows with
     * rows.
     */
    @Override
    public boolean resume() {
        if (!storedRows(engine).fit(config.warehouses())) {
            return false;
        }
        historyIds.continueAfter(lastPayments.find());
        return true;
    }

    static StoredRows storedRows(Engine engine) {
        return new StoredRows(engine, TpccWorkload.WAREHOUSES, WarehouseTable.TABLE)
            .atLeast(DistrictTable.TABLE, warehouses -> warehouses * Scale.DISTRICTS)
            .atLeast(CustomerTable.TABLE, warehouses -> warehouses * Scale.DISTRICTS * Scale.CUSTOMERS)
            .atLeast(HistoryTable.TABLE, warehouses -> warehouses * Scale.DISTRICTS * Scale.CUSTOMERS)
            .atLeast(OrdersTable.TABLE, warehouses -> warehouses * Scale.DISTRICTS * Scale.ORDERS)
            .atLeast(OrderLineTable.TABLE, warehouses -> warehouses * Scale.DISTRICTS * Scale.ORDERS * Scale.LINES_MIN)
            .atLeast(ItemTable.TABLE, warehouses -> Scale.ITEMS)
            .atLeast(StockTable.TABLE, warehouses -> warehouses * Scale.ITEMS);
    }

    /**
     * Makes a terminal.
     *
     * @param session a session of the engine, which belongs to the terminal from now on
     * @param number the terminal's number, 0 or more: gives its home warehouse and its random inputs
     * @return the terminal
     */
    @Override
    public TpccTerminal terminal(Session session, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("terminal " + number + ": give a number from 0");
        }
        final InputSource inputs = new InputSource(config, number, nuRand, lastNames, historyIds);
        return new TpccTerminal(session, procedures, inputs, config.keyingAndThinkTime(), clock);
    }

    /**
     * Checks the consistency conditions (clause 3.3.2), while no terminal is at work.
     *
     * @param loadedOnly whether nothing has run since the tables were loaded, so that condition 11 must hold too
     * @return the results by number: 1 to 12, without 11 if it cannot be checked
     */
    @Override
    public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
        return consistencyCheck.run(loadedOnly);
    }

    Procedures procedures() {
        return procedures;
    }
}
