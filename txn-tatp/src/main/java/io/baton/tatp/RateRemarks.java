package io.baton.tatp;

import io.baton.workload.Remarks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** A run's remarks on how often transactions found their rows. */
final class RateRemarks {

    private RateRemarks() {
    }

    static Remarks of(TatpConfig config, List<SuccessRate> rates) {
        final SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put("Success", "since the start (and as published): "
            + rates.stream().map(RateRemarks::text).collect(Collectors.joining(", ")));
        final Map<String, Object> success = new LinkedHashMap<>();
        rates.forEach(rate -> success.put(rate.type().label(), json(rate)));
        final SequencedMap<String, Object> json = new LinkedHashMap<>();
        json.put("keys", config.uniformKeys() ? "uniform" : "non-uniform");
        json.put("success", success);
        return new Remarks(facts, json);
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
