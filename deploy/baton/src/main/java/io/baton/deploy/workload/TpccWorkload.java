package io.baton.deploy.workload;

import io.baton.deploy.run.CheckResult;
import io.baton.deploy.run.HeadlineMetric;
import io.baton.deploy.run.RunSettings;
import io.baton.deploy.run.WorkloadClient;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccConfig;
import io.baton.tpcc.TransactionType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** The mix derived from TPC-C. */
public final class TpccWorkload extends EngineWorkload {

    /** Tables can grow to sixteen times what they are laid out for, so this leaves room for eight times as many. */
    private static final long ORDERS_PER_SECOND_EXPECTED = 18_750;
    /** Laying out for more would cost more memory than it saves time. */
    private static final long ORDERS_EXPECTED_MAX = 2_000_000;
    private static final long SECONDS_PER_MINUTE = 60;

    private static final List<String> LABELS =
        Stream.of(TransactionType.values()).map(TransactionType::label).toList();

    private final TpccConfig config;
    private final Tpcc tpcc;

    /**
     * Opens an engine with empty tables.
     *
     * @param config the workload
     * @param settings the engine
     * @param run how long clients will be at work, which tells how many orders to expect
     */
    public TpccWorkload(TpccConfig config, EngineSettings settings, RunSettings run) {
        super(settings, Tpcc.addTables(settings.builder(), config.warehouses(), ordersExpected(run)).open(), LABELS);
        this.config = config;
        this.tpcc = new Tpcc(engine, config);
    }

    static long ordersExpected(RunSettings run) {
        final double warmup = ordersIn(run.warmup());
        final double measured = Math.min(ordersIn(run.duration()), (double) run.transactions());
        return (long) Math.min(warmup + measured + ORDERS_PER_SECOND_EXPECTED, ORDERS_EXPECTED_MAX);
    }

    private static double ordersIn(Duration span) {
        return span.toNanos() / 1e9 * ORDERS_PER_SECOND_EXPECTED;
    }

    @Override
    public String name() {
        return "tpcc";
    }

    @Override
    public SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        parameters.put("warehouses", (long) config.warehouses());
        return parameters;
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("New orders", "per minute (NOPM; derived from TPC-C, no TPC result)", "NOPM",
            "newOrdersPerMinute", Set.of(LABELS.indexOf(TransactionType.NEW_ORDER.label())), SECONDS_PER_MINUTE);
    }

    @Override
    public long rowsToLoad() {
        return tpcc.rowsToLoad();
    }

    @Override
    public void load(LongConsumer rowsLoaded) {
        tpcc.load(rowsLoaded);
    }

    @Override
    public WorkloadClient client(int number) {
        return new TpccClient(tpcc, engine.session(), number);
    }

    @Override
    public Map<String, CheckResult> check(boolean loadedOnly) {
        final Map<String, CheckResult> results = new LinkedHashMap<>();
        tpcc.check(loadedOnly).forEach((number, condition) ->
            results.put(String.valueOf(number), new CheckResult(condition.holds(), condition.detail())));
        return results;
    }
}
