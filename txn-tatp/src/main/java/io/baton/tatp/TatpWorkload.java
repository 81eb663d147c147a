package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.workload.EngineWorkload;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.List;
import java.util.Map;

/** The TATP mix, for the command line. */
public final class TatpWorkload implements Workload {

    /** The scale. */
    public static final Setting SUBSCRIBERS = Setting.scale(
        "subscribers", "The scale: about 10 rows each.", 1, TatpConfig.SUBSCRIBERS_MAX, 100_000);
    /** Whether subscribers are drawn equally often. */
    public static final Setting UNIFORM = Setting.onOff(
        "uniform", "Choose all subscribers equally often, not some more often than others.");

    /** For the service loader. */
    public TatpWorkload() {
    }

    @Override
    public String name() {
        return "tatp";
    }

    @Override
    public int rank() {
        return 2;
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Run the TATP mix of transactions.",
            "Loads the home location register of a mobile phone network into memory, checks it, lets clients work on "
                + "it (80 % reads, 20 % changes; 18 % find the subscriber by phone number), checks it again, and "
                + "prints the mean qualified throughput, latencies, how often transactions found what they looked "
                + "for, and what the locks did.",
            "--subscribers 10000000")
            .example("", "a first look")
            .example("--subscribers 1000000 --clients 10",
                "more subscribers, and clients as in the specification")
            .example("--uniform", "all subscribers equally often")
            .example("--clients 1 --locks none", "without locks, to see what they cost");
    }

    @Override
    public List<Setting> settings() {
        return List.of(SUBSCRIBERS, UNIFORM);
    }

    @Override
    public List<TransactionType> transactionTypes() {
        return List.of(TransactionType.values());
    }

    /** Mean qualified throughput: what is committed counts, what is rolled back does not. */
    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("MQTh", "transactions per second (mean qualified throughput)", "MQTh", "mqth",
            transactionTypes(), HeadlineMetric.SECOND);
    }

    @Override
    public boolean timesRolledBack() {
        return false;
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        Tatp.addTables(builder, config.getInt(SUBSCRIBERS));
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return Tatp.storedRows(engine).scale();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        return new Tatp(engine, new TatpConfig(config.getInt(SUBSCRIBERS), config.seed(), config.isOn(UNIFORM)));
    }
}
