package io.baton.lab;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.TextTable;
import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.PhaseTime;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How far the simulated cluster is from the papers' machines. Its parameters were fitted to a few numbers only: the
 * write-intensive rows of Table 3 with 5 and 20 clients, and the single-lock figures of CAS without retries and
 * without backoff. All other numbers are predictions.
 */
public final class Calibration {

    /** What a number of the paper is to the model. */
    private enum Standing { FITTED, SEEN, PREDICTED }

    private static final double CLOSE = 0.25;
    private static final Pattern CROWDED = Pattern.compile("WI-zipf (80|120|160|200|240) clients");
    private static final Set<PhaseTime> INITIAL_ATOMICS = Set.of(LockPhase.ACQUIRE_WRITER.time(Item.IA),
        LockPhase.ACQUIRE_READER.time(Item.IA), LockPhase.RELEASE.time(Item.IA));
    private static final PhaseTime TO_SUCCESSOR = LockPhase.RELEASE.time(Item.NS);
    private static final double PERCENT = 100;
    private static final double ROUNDING = 0.01;

    private Calibration() {
    }

    /**
     * Writes the model's parameters, the fitted numbers and the error of every prediction.
     *
     * @param outcomes of the experiments that were run
     * @return lines to print
     */
    public static List<String> lines(List<ExperimentResult> outcomes) {
        final List<String> lines = new ArrayList<>();
        lines.add("The simulated cluster's parameters (times in nanoseconds)");
        lines.addAll(parameters());
        lines.add("");
        lines.add("Numbers that the parameters were fitted to");
        lines.addAll(table(of(outcomes).filter(entry -> entry.standing() == Standing.FITTED).toList()));
        lines.add("");
        lines.add("Numbers that were looked at when something was supposed");
        lines.addAll(table(of(outcomes).filter(entry -> entry.standing() == Standing.SEEN).toList()));
        lines.add("");
        lines.add("Predictions, the best first");
        lines.addAll(table(of(outcomes).filter(entry -> entry.standing() == Standing.PREDICTED)
            .sorted(Comparator.comparingDouble(Entry::size)).toList()));
        lines.add("");
        lines.addAll(summary(outcomes));
        return lines;
    }

    /**
     * Tells how far our number is from the paper's, and whether it is a prediction.
     *
     * @param experiment of the row
     * @param row with a number of the paper and ours
     * @return such as {@code +3.1 %}, {@code fitted, -0.4 %} or {@code seen, +2.0 %}; a dash if there is nothing to
     *     compare
     */
    static String verdict(String experiment, ResultRow row) {
        if (!Double.isFinite(row.ratio())) {
            return "-";
        }
        final String error = percent(error(experiment, row));
        return switch (standing(experiment, row)) {
            case FITTED -> "fitted, " + error;
            case SEEN -> "seen, " + error;
            case PREDICTED -> error;
        };
    }

    /**
     * How far our number is from the paper's, as a share of it. A table's numbers are rounded to a hundredth, which is
     * as much as some of them are: what counts is the nearest number that would have been rounded to the paper's.
     */
    static double error(String experiment, ResultRow row) {
        final double half = experiment.startsWith("table") ? ROUNDING / 2 : 0;
        final double nearest = Math.clamp(row.ours(), row.paper() - half, row.paper() + half);
        return row.ours() / nearest - 1;
    }

    private static Standing standing(String experiment, ResultRow row) {
        return isFitted(experiment, row) ? Standing.FITTED
            : isSeen(experiment, row) ? Standing.SEEN : Standing.PREDICTED;
    }

    private static boolean isFitted(String experiment, ResultRow row) {
        return switch (experiment) {
            case "single-lock" -> row.metric() == Metric.GOODPUT
                && (row.lock().equals("ideal") || row.lock().equals("CAS-NB"));
            case "table3" -> row.workload().equals("WI-zipf 5 clients") || row.workload().equals("WI-zipf 20 clients");
            default -> false;
        };
    }

    /** Whether it is a sum of other numbers, which must not count twice. */
    private static boolean isSum(ResultRow row) {
        return row.metric() instanceof PhaseTime time && time.items().size() > 1
            && time.items().contains(Item.IA);
    }

    private static boolean isInitialAtomic(ResultRow row) {
        return row.metric() instanceof PhaseTime time && INITIAL_ATOMICS.contains(time);
    }

    /** What the parameters were supposed with an eye on, see {@link ModelParameters}. */
    private static boolean isSeen(String experiment, ResultRow row) {
        return switch (experiment) {
            case "table3" ->
                (CROWDED.matcher(row.workload()).matches()
                    && (isInitialAtomic(row) || row.metric().equals(TO_SUCCESSOR)))
                    || (row.workload().equals("RI-zipf 240 clients") && isInitialAtomic(row));
            case "table4" -> row.lock().equals("CAS-NB");
            default -> false;
        };
    }

    private static List<String> parameters() {
        final TextTable table = new TextTable(1, "parameter", "value", "");
        for (final Map.Entry<String, String[]> parameter : ModelParameters.of(ClusterModel.paper()).entrySet()) {
            table.row(parameter.getKey(), parameter.getValue()[0], parameter.getValue()[1]);
        }
        return table.lines();
    }

    private static List<String> table(List<Entry> entries) {
        final TextTable table =
            new TextTable(4, "experiment", "lock", "workload", "metric", "paper", "ours", "error");
        for (final Entry entry : entries) {
            final ResultRow row = entry.row();
            table.row(entry.experiment(), row.lock(), row.workload(), row.metric().label(),
                Figures.ratio(row.paper()), Figures.ratio(row.ours()), percent(entry.error()));
        }
        return table.lines();
    }

    private static List<String> summary(List<ExperimentResult> outcomes) {
        final TextTable table =
            new TextTable(1, "experiment", "predictions", "within 25 %", "median error", "not measured");
        for (final ExperimentResult outcome : outcomes) {
            final List<Double> errors = of(List.of(outcome)).filter(entry -> entry.standing() == Standing.PREDICTED)
                .map(Entry::size).sorted().toList();
            final long missing = outcome.rows().stream()
                .filter(row -> Double.isFinite(row.paper()) && !Double.isFinite(row.ours())).count();
            table.row(outcome.experiment().name(), String.valueOf(errors.size()),
                String.valueOf(errors.stream().filter(error -> error <= CLOSE).count()),
                errors.isEmpty() ? "-" : percent(errors.get(errors.size() / 2)), String.valueOf(missing));
        }
        return table.lines();
    }

    private static Stream<Entry> of(List<ExperimentResult> outcomes) {
        return outcomes.stream().flatMap(outcome -> outcome.rows().stream()
            .filter(row -> Double.isFinite(row.ratio()) && !isSum(row))
            .map(row -> new Entry(outcome.experiment().name(), row,
                standing(outcome.experiment().name(), row))));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", PERCENT * share);
    }

    /** A number that both the paper and we have. */
    private record Entry(String experiment, ResultRow row, Standing standing) {

        double error() {
            return Calibration.error(experiment, row);
        }

        double size() {
            return Math.abs(error());
        }
    }
}
