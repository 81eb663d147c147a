package io.baton.deploy.workload;

import io.baton.deploy.run.CheckResult;
import io.baton.deploy.run.HeadlineMetric;
import io.baton.deploy.run.RunRemarks;
import io.baton.deploy.run.WorkloadClient;
import io.baton.smallbank.SmallBank;
import io.baton.smallbank.SmallBankConfig;
import io.baton.smallbank.TransactionType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** The SmallBank mix. */
public final class SmallBankWorkload extends EngineWorkload {

    private static final List<String> LABELS =
        Stream.of(TransactionType.values()).map(TransactionType::label).toList();
    private static final long SECONDS_PER_MINUTE = 60;
    private static final double CENTS = 100;

    private final SmallBankConfig config;
    private final SmallBank bank;

    /**
     * Opens an engine with empty tables.
     *
     * @param config the workload
     * @param settings the engine
     */
    public SmallBankWorkload(SmallBankConfig config, EngineSettings settings) {
        super(settings, SmallBank.addTables(settings.builder(), config.accounts()).open(), LABELS);
        this.config = config;
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
    public HeadlineMetric headline() {
        return new HeadlineMetric("Per minute", "transactions committed", "per minute", "transactionsPerMinute",
            allTypes(), SECONDS_PER_MINUTE);
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
}
