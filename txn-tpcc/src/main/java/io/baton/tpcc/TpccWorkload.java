package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.workload.CallSource;
import io.baton.workload.EngineWorkload;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.RunLength;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The mix derived from TPC-C, for the command line. */
public final class TpccWorkload implements Workload {

    /** The scale. */
    public static final Setting WAREHOUSES = Setting.scale(
        "warehouses", "The scale: about 500,000 rows each.", 1, TpccConfig.WAREHOUSES_MAX, 2);
    /** Whether terminals pause (clause 5.2.5). */
    public static final Setting THINK = Setting.onOff(
        "think", "Let clients key in and think like people, many seconds long.");

    /** Tables can grow to sixteen times what they are laid out for, so this leaves room for eight times as many. */
    private static final long ORDERS_PER_SECOND_EXPECTED = 18_750;
    /** Laying out for more would cost more memory than it saves time. */
    private static final long ORDERS_EXPECTED_MAX = 2_000_000;

    /** For the service loader. */
    public TpccWorkload() {
    }

    @Override
    public String name() {
        return "tpcc";
    }

    @Override
    public int rank() {
        return 1;
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Run the mix of transactions derived from TPC-C.",
            "Loads the data of a wholesaler's warehouses into memory, checks it, lets clients work on it (45 % new "
                + "orders, 43 % payments, and order status, delivery and stock level), checks it again, and prints "
                + "throughput, latencies and what the locks did. Clients pause only if told to.",
            "--warehouses 50")
            .example("", "a first look")
            .example("--warehouses 4 --clients 64", "many clients on few warehouses")
            .example("--clients 1 --locks none", "without locks, to see what they cost")
            .example("--duration 60s --json result.json", "longer, and a result for a script");
    }

    @Override
    public List<Setting> settings() {
        return List.of(WAREHOUSES, THINK);
    }

    @Override
    public List<TransactionType> transactionTypes() {
        return List.of(TransactionType.values());
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("New orders", "per minute (NOPM; derived from TPC-C, no TPC result)", "NOPM",
            "newOrdersPerMinute", List.of(TransactionType.NEW_ORDER), HeadlineMetric.MINUTE);
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        Tpcc.addTables(builder, config.getInt(WAREHOUSES), ordersExpected(config.length()));
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return Tpcc.storedRows(engine).scale();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        return new Tpcc(engine, new TpccConfig(config.getInt(WAREHOUSES), config.seed(), config.isOn(THINK)));
    }

    @Override
    public Optional<IntFunction<CallSource>> callSources(WorkloadConfig config) {
        return Optional.of(Tpcc.callSources(new TpccConfig(config.getInt(WAREHOUSES), config.seed(), false)));
    }

    static long ordersExpected(RunLength length) {
        final double warmup = ordersIn(length.warmup());
        final double measured = Math.min(ordersIn(length.measured()), (double) length.transactions());
        return (long) Math.min(warmup + measured + ORDERS_PER_SECOND_EXPECTED, ORDERS_EXPECTED_MAX);
    }

    private static double ordersIn(Duration span) {
        return span.toNanos() / 1e9 * ORDERS_PER_SECOND_EXPECTED;
    }
}
