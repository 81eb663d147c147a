package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.workload.CallSource;
import io.baton.workload.EngineWorkload;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The SmallBank mix, for the command line. */
public final class SmallBankWorkload implements Workload {

    /** The scale. */
    public static final Setting ACCOUNTS = Setting.scale("accounts",
        "The scale: customers, each with two accounts.", SmallBankConfig.ACCOUNTS_MIN, SmallBankConfig.ACCOUNTS_MAX,
        1_000_000);
    /** How many transactions are on the hot set. */
    public static final Setting HOT_TRANSACTIONS = Setting.percent("hot-transactions",
        "How many transactions are on the hot set.", 0, SmallBankConfig.HOT_TRANSACTIONS_PERCENT_DEFAULT);
    /** How many accounts are in the hot set. */
    public static final Setting HOT_ACCOUNTS = Setting.percent("hot-accounts",
        "How many accounts are in the hot set.", 1, SmallBankConfig.HOT_ACCOUNTS_PERCENT_DEFAULT);

    /** For the service loader. */
    public SmallBankWorkload() {
    }

    @Override
    public String name() {
        return "smallbank";
    }

    @Override
    public int rank() {
        return 3;
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Run the SmallBank mix of transactions.",
            "Loads the accounts of a bank into memory, checks them, lets clients work on them (25 % payments; 15 % "
                + "each of amalgamations, balances, deposits, savings and checks), checks that no money is missing, "
                + "and prints throughput, latencies and what the locks did. A transaction that lacks the money is "
                + "rolled back.",
            "--accounts 10000000")
            .example("", "a first look")
            .example("--accounts 1000 --clients 64", "many clients on few accounts")
            .example("--hot-transactions 0", "no hot set")
            .example("--clients 1 --locks none", "without locks, to see what they cost");
    }

    @Override
    public List<Setting> settings() {
        return List.of(ACCOUNTS, HOT_TRANSACTIONS, HOT_ACCOUNTS);
    }

    @Override
    public List<TransactionType> transactionTypes() {
        return List.of(TransactionType.values());
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("Per minute", "transactions committed", "per minute", "transactionsPerMinute",
            transactionTypes(), HeadlineMetric.MINUTE);
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        SmallBank.addTables(builder, config.getInt(ACCOUNTS));
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return SmallBank.storedRows(engine).scale();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        return new SmallBank(engine, bankConfig(config));
    }

    @Override
    public Optional<IntFunction<CallSource>> callSources(WorkloadConfig config) {
        final SmallBankConfig bank = bankConfig(config);
        return Optional.of(number -> new SmallBankCalls(new InputSource(bank, number)));
    }

    private static SmallBankConfig bankConfig(WorkloadConfig config) {
        return new SmallBankConfig(config.getInt(ACCOUNTS), config.seed(), config.getInt(HOT_TRANSACTIONS),
            config.getInt(HOT_ACCOUNTS));
    }
}
