package io.baton.deploy.workload;

import io.baton.deploy.run.CheckResult;
import io.baton.deploy.run.HeadlineMetric;
import io.baton.deploy.run.RunRemarks;
import io.baton.deploy.run.WorkloadClient;
import io.baton.tatp.SuccessRate;
import io.baton.tatp.Tatp;
import io.baton.tatp.TatpConfig;
import io.baton.tatp.TransactionType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The TATP mix. */
public final class TatpWorkload extends EngineWorkload {

    private static final List<String> LABELS =
        Stream.of(TransactionType.values()).map(TransactionType::label).toList();

    private final TatpConfig config;
    private final Tatp tatp;

    /**
     * Opens an engine with empty tables.
     *
     * @param config the workload
     * @param settings the engine
     */
    public TatpWorkload(TatpConfig config, EngineSettings settings) {
        super(settings, Tatp.addTables(settings.builder(), config.subscribers()).open(), LABELS);
        this.config = config;
        this.tatp = new Tatp(engine, config);
    }

    @Override
    public String name() {
        return "tatp";
    }

    @Override
    public SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        parameters.put("subscribers", (long) config.subscribers());
        return parameters;
    }

    /** Mean qualified throughput: what is committed counts, what is refused does not. */
    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("MQTh", "transactions per second (mean qualified throughput)", "MQTh", "mqth",
            allTypes(), 1);
    }

    @Override
    public boolean timesRolledBack() {
        return false;
    }

    @Override
    public RunRemarks remarks() {
        final SequencedMap<String, String> facts = new LinkedHashMap<>();
        final SequencedMap<String, Object> json = new LinkedHashMap<>();
        final List<SuccessRate> rates = tatp.successRates();
        facts.put("Success", "since the start (and as published): "
            + rates.stream().map(TatpWorkload::text).collect(Collectors.joining(", ")));
        final Map<String, Object> success = new LinkedHashMap<>();
        rates.forEach(rate -> success.put(rate.type().label(), json(rate)));
        json.put("keys", config.uniformKeys() ? "uniform" : "non-uniform");
        json.put("success", success);
        return new RunRemarks(facts, json);
    }

    @Override
    public long rowsToLoad() {
        return tatp.rowsToLoad();
    }

    @Override
    public void load(LongConsumer rowsLoaded) {
        tatp.load(rowsLoaded);
    }

    @Override
    public WorkloadClient client(int number) {
        return new TatpClient(tatp, engine.session(), number);
    }

    @Override
    public Map<String, CheckResult> check(boolean loadedOnly) {
        final Map<String, CheckResult> results = new LinkedHashMap<>();
        tatp.check().forEach((name, condition) ->
            results.put(name, new CheckResult(condition.holds(), condition.detail())));
        return results;
    }

    private static String text(SuccessRate rate) {
        final String rules = rate.least() == rate.type().publishedSuccess() ? ""
            : String.format(Locale.ROOT, "; its rules give %.1f to %.1f", 100 * rate.least(), 100 * rate.most());
        return String.format(Locale.ROOT, "%s %.1f %% (%.1f%s)", rate.type().label(), 100 * rate.observed(),
            100 * rate.type().publishedSuccess(), rules);
    }

    private static Map<String, Object> json(SuccessRate rate) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("ended", rate.ended());
        json.put("successful", rate.successful());
        json.put("observed", rate.observed());
        json.put("published", rate.type().publishedSuccess());
        json.put("byTheRulesLeast", rate.least());
        json.put("byTheRulesMost", rate.most());
        return json;
    }
}
