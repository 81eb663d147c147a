package io.baton.lab;

import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes outcomes: as a table to read, as CSV, as JSON, as Markdown. */
public final class OutcomeReport {

    private static final String NONE = "-";

    private OutcomeReport() {
    }

    public static List<String> table(ExperimentResult outcome) {
        final TextTable table = new TextTable(3, "lock", "workload", "metric", "paper", "ours", "ours/paper", "error");
        for (final ResultRow row : outcome.rows()) {
            table.row(row.lock(), row.workload(), row.metric().label(), number(row.paper()), number(row.ours()),
                number(row.ratio()), Calibration.verdict(outcome.experiment().name(), row));
        }
        return table.lines();
    }

    /**
     * Writes CSV.
     *
     * @param outcome of an experiment
     * @return a heading and a line for each row; an empty field where there is no number, and quotes as in RFC 4180
     *     around one that has a comma
     */
    public static String csv(ExperimentResult outcome) {
        final StringBuilder text = new StringBuilder("experiment,lock,workload,metric,paper,ours,ours/paper\n");
        for (final ResultRow row : outcome.rows()) {
            text.append(String.join(",", outcome.experiment().name(), quoted(row.lock()), quoted(row.workload()),
                quoted(row.metric().label()), field(row.paper()), field(row.ours()), field(row.ratio()))).append('\n');
        }
        return text.toString();
    }

    /**
     * Writes JSON.
     *
     * @param outcomes of one experiment or more
     * @return an object for one experiment, a list of them for more
     */
    public static String json(List<ExperimentResult> outcomes) {
        final List<Map<String, Object>> objects = outcomes.stream().map(OutcomeReport::object).toList();
        return JsonWriter.write(objects.size() == 1 ? objects.getFirst() : objects);
    }

    /**
     * Writes Markdown.
     *
     * @param outcomes of any number of experiments
     * @return for each a heading and a table
     */
    public static String markdown(List<ExperimentResult> outcomes) {
        final StringBuilder text = new StringBuilder();
        for (final ExperimentResult outcome : outcomes) {
            text.append("## ").append(outcome.experiment().name()).append("\n\n")
                .append(outcome.experiment().shows()).append(" (").append(outcome.experiment().source())
                .append(").\n\n| lock | workload | metric | paper | ours | ours/paper |\n")
                .append("|---|---|---|---:|---:|---:|\n");
            for (final ResultRow row : outcome.rows()) {
                text.append("| ").append(String.join(" | ", row.lock(), row.workload(), row.metric().label(),
                    number(row.paper()), number(row.ours()), number(row.ratio()))).append(" |\n");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static Map<String, Object> object(ExperimentResult outcome) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("experiment", outcome.experiment().name());
        json.put("rows", outcome.rows().stream().map(OutcomeReport::object).toList());
        return json;
    }

    private static Map<String, Object> object(ResultRow row) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("lock", row.lock());
        json.put("workload", row.workload());
        json.put("metric", row.metric().label());
        json.put("paper", row.paper());
        json.put("ours", row.ours());
        return json;
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static String field(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6g", value) : "";
    }

    /** Three or four digits are what such a measurement is good for. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        final double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : "%.2f", value);
    }
}
