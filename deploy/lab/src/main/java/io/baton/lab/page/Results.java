package io.baton.lab.page;

import io.baton.lab.ResultRow;
import io.baton.lab.metric.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers that {@code docs/paper.md} rests on: what the papers state and what was measured here, six digits of
 * each, as CSV with a heading and quotes as in RFC 4180. The file's lines say what is kept: to keep one more number,
 * add its line with empty fields and measure its experiment. Immutable.
 */
public final class Results {

    private static final String HEADER = "experiment,lock,workload,metric,paper,ours";
    private static final int COLUMNS = 6;
    private static final MathContext SIX_DIGITS = new MathContext(6);

    private final Map<Key, Numbers> lines;

    private Results(Map<Key, Numbers> lines) {
        this.lines = lines;
    }

    /**
     * Reads CSV.
     *
     * @param text all of the file
     * @return its numbers
     * @throws IllegalArgumentException if a line is none of such a file; the message says which and why
     */
    public static Results parse(String text) {
        final List<String> all = text.lines().toList();
        if (all.isEmpty() || !all.getFirst().equals(HEADER)) {
            throw new IllegalArgumentException("it does not begin with the line " + HEADER + "; write it there");
        }
        final Map<Key, Numbers> lines = new LinkedHashMap<>();
        for (int i = 1; i < all.size(); i++) {
            final List<String> fields = fields(all.get(i));
            if (fields.size() != COLUMNS) {
                throw new IllegalArgumentException("line " + (i + 1) + " has " + fields.size() + " fields, not "
                    + COLUMNS + "; put quotes around a field with a comma");
            }
            final Key key = new Key(fields.get(0), fields.get(1), fields.get(2), quantity(i, fields.get(3)));
            if (lines.put(key, new Numbers(number(i, fields.get(4)), number(i, fields.get(5)))) != null) {
                throw new IllegalArgumentException(
                    "line " + (i + 1) + " is of the same number as one before; keep one");
            }
        }
        return new Results(lines);
    }

    /** {@return the results as CSV, which {@link #parse} reads as an equal object} */
    public String csv() {
        final StringBuilder text = new StringBuilder(HEADER).append('\n');
        lines.forEach((key, numbers) -> text.append(String.join(",", key.experiment(), quoted(key.lock()),
            quoted(key.workload()), quoted(key.metric().label()), field(numbers.paper()), field(numbers.ours())))
            .append('\n'));
        return text.toString();
    }

    /**
     * Takes over what an experiment gave: the numbers that are kept, and each that the papers state.
     *
     * @param experiment its name
     * @param rows what it gave
     * @return the new results
     * @throws IllegalArgumentException if a number that is kept was not measured
     */
    public Results with(String experiment, List<ResultRow> rows) {
        final Map<Key, Numbers> updated = new LinkedHashMap<>(lines);
        final Set<Key> missing = new LinkedHashSet<>(lines.keySet());
        missing.removeIf(key -> !key.experiment().equals(experiment));
        for (final ResultRow row : rows) {
            final Key key = new Key(experiment, row.lock(), row.workload(), row.metric());
            if (Double.isFinite(row.paper()) || lines.containsKey(key)) {
                updated.put(key, new Numbers(row.paper(), row.ours()));
                missing.remove(key);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(experiment + " does not measure " + missing.iterator().next()
                + "; delete its line in the results");
        }
        return new Results(updated);
    }

    /** {@return the names of the experiments, in the order of the file} */
    public Set<String> experiments() {
        final Set<String> names = new LinkedHashSet<>();
        lines.keySet().forEach(key -> names.add(key.experiment()));
        return names;
    }

    /**
     * Returns the numbers of an experiment.
     *
     * @param experiment its name
     * @return in the order of the file
     */
    public List<ResultRow> of(String experiment) {
        final List<ResultRow> rows = new ArrayList<>();
        lines.forEach((key, numbers) -> {
            if (key.experiment().equals(experiment)) {
                rows.add(new ResultRow(key.lock(), key.workload(), key.metric(), numbers.paper(), numbers.ours()));
            }
        });
        return rows;
    }

    /**
     * Looks a number up.
     *
     * @param experiment such as {@code figure4}
     * @param lock such as {@code RMA-RW}
     * @param workload such as {@code WI-zipf}
     * @param metric such as {@code goodput}
     * @return what was measured, and what the paper states if it states that
     * @throws IllegalArgumentException if there is no such line
     */
    public ResultRow row(String experiment, String lock, String workload, Quantity metric) {
        final Key key = new Key(experiment, lock, workload, metric);
        final Numbers numbers = lines.get(key);
        if (numbers == null) {
            throw new IllegalArgumentException("the results have no line of " + key
                + "; add it with empty fields and measure " + experiment);
        }
        return new ResultRow(lock, workload, metric, numbers.paper(), numbers.ours());
    }

    private static List<String> fields(String line) {
        final List<String> fields = new ArrayList<>();
        final StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            final char next = line.charAt(i);
            if (next == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(next);
                i++;
            } else if (next == '"') {
                quoted = !quoted;
            } else if (next == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static Quantity quantity(int line, String text) {
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + (line + 1) + ": " + e.getMessage(), e);
        }
    }

    private static double number(int line, String text) {
        try {
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("line " + (line + 1) + ": \"" + text + "\" is no number", e);
        }
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static String field(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        final BigDecimal rounded = BigDecimal.valueOf(value).round(SIX_DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }

    private record Key(String experiment, String lock, String workload, Quantity metric) {

        @Override
        public String toString() {
            return String.join(", ", experiment, lock, workload, metric.label());
        }
    }

    private record Numbers(double paper, double ours) {
    }
}
