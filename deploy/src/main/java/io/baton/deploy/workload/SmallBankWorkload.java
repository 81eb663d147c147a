package io.baton.deploy.workload;

import io.baton.deploy.run.CheckResult;
import io.baton.deploy.run.HeadlineMetric;
import io.baton.deploy.run.RunRemarks;
import io.baton.deploy.run.Workload;
import io.baton.deploy.run.WorkloadClient;
import io.baton.engine.Engine;
import io.baton.engine.LockStatistics;
import io.baton.smallbank.SmallBank;
import io.baton.smallbank.SmallBankConfig;
import io.baton.smallbank.TransactionType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The SmallBank mix. */
public final class SmallBankWorkload implements Workload {

    private static final List<TransactionType> TYPES = List.of(TransactionType.values());
    private static final long SECONDS_PER_MINUTE = 60;
    private static final double CENTS = 100;

    private final SmallBankConfig config;
    private final EngineSettings settings;
    private final Engine engine;
    private final SmallBank bank;

    /**
     * Opens an engine with empty tables.
     *
     * @param config the workload
     * @param settings the engine
     */
    public SmallBankWorkload(SmallBankConfig config, EngineSettings settings) {
        this.config = config;
        this.settings = settings;
        this.engine = SmallBank.addTables(settings.builder(), config.accounts()).open();
        this.bank = new SmallBank(engine, config);
    }

    @Override
    public String name() {
        return "smallbank";
    }

    @Override
    public SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        parameters.put("accounts", (long) config.accounts());
        return parameters;
    }

    @Override
    public List<String> transactionTypes() {
        return TYPES.stream().map(TransactionType::label).toList();
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("Per minute", "transactions committed", "per minute", "transactionsPerMinute",
            IntStream.range(0, TYPES.size()).boxed().collect(Collectors.toSet()), SECONDS_PER_MINUTE);
    }

    @Override
    public RunRemarks remarks() {
        final SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put("Hot set", String.format(Locale.ROOT, "%d %% of transactions on %d %% of accounts (%,d)",
            config.hotTransactionsPercent(), config.hotAccountsPercent(), config.hotAccounts()));
        facts.put("Money", String.format(Locale.ROOT, "%,.2f at first; %,.2f added since the start",
            bank.initialCents() / CENTS, bank.addedCents() / CENTS));
        final SequencedMap<String, Object> json = new LinkedHashMap<>();
        json.put("hotTransactionsPercent", config.hotTransactionsPercent());
        json.put("hotAccountsPercent", config.hotAccountsPercent());
        json.put("hotAccounts", config.hotAccounts());
        json.put("initialCents", bank.initialCents());
        json.put("addedCents", bank.addedCents());
        return new RunRemarks(facts, json);
    }

    @Override
    public String lockKind() {
        return settings.lockName();
    }

    @Override
    public long rowsToLoad() {
        return bank.rowsToLoad();
    }

    @Override
    public void load(LongConsumer rowsLoaded) {
        bank.load(rowsLoaded);
    }

    @Override
    public WorkloadClient client(int number) {
        return new SmallBankClient(bank, engine.session(), number);
    }

    @Override
    public Map<String, CheckResult> check(boolean loadedOnly) {
        final Map<String, CheckResult> results = new LinkedHashMap<>();
        bank.check().forEach((name, condition) ->
            results.put(name, new CheckResult(condition.holds(), condition.detail())));
        return results;
    }

    @Override
    public LockStatistics lockStatistics() {
        return settings.statistics(engine);
    }

    @Override
    public void close() {
        engine.close();
    }
}
