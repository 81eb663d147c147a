package io.baton.lab;

import io.baton.lab.metric.Bound;
import io.baton.lab.metric.Derived;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.Quantity;
import io.baton.lab.metric.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Puts what was measured beside what the paper states. Whatever the paper states of an experiment gets a row; the
 * meaning of {@link Derived} ones, such as {@code goodputRatio/MCS}, is explained in {@link PaperNumbers}.
 */
final class Comparison {

    private static final String OURS = "Baton";
    /** Our own lock and ShiftLock's artifact are no baselines of the papers. */
    private static final Set<String> NO_BASELINES = Set.of(OURS, "ShiftLock-artifact");
    private static final String FAITHFUL = "ShiftLock";
    private static final Pattern OTHERS = Pattern.compile("others: ([^;)]*)");

    private final Experiment experiment;
    private final Measurements measurements;
    private final PaperNumbers numbers;
    private final List<ResultRow> rows = new ArrayList<>();

    private Comparison(Experiment experiment, Measurements measurements, PaperNumbers numbers) {
        this.experiment = experiment;
        this.measurements = measurements;
        this.numbers = numbers;
    }

    static List<ResultRow> of(Experiment experiment, Measurements measurements, PaperNumbers numbers) {
        final Comparison comparison = new Comparison(experiment, measurements, numbers);
        comparison.addPoints();
        experiment.conclusions(measurements).forEach(
            row -> comparison.add(row.lock(), row.workload(), row.metric(), row.ours()));
        comparison.addOurs();
        comparison.addStated();
        return List.copyOf(comparison.rows);
    }

    private void addPoints() {
        for (final Point point : measurements.points()) {
            for (final Measure metric : experiment.metrics(point)) {
                measurements.at(point).value(metric).ifPresent(
                    ours -> add(point.lock(), point.workload(), metric, ours));
            }
        }
    }

    private void addOurs() {
        for (final String workload : measurements.workloads()) {
            for (final Metric metric : List.of(Metric.GOODPUT, Metric.P99)) {
                final Derived ratio = metric.ratioTo(FAITHFUL);
                derived(OURS, workload, ratio, "").ifPresent(ours -> add(OURS, workload, ratio, ours));
            }
        }
    }

    private void addStated() {
        for (final PaperNumber number : numbers.of(experiment.name())) {
            if (rows.stream().noneMatch(row -> row.isOf(number.lock(), number.workload(), number.metric()))) {
                add(number.lock(), number.workload(), number.metric(), evaluate(number).orElse(Double.NaN));
            }
        }
    }

    private void add(String lock, String workload, Quantity metric, double ours) {
        final double paper =
            numbers.lookup(experiment.name(), lock, workload, metric).orElse(Double.NaN);
        rows.add(new ResultRow(lock, workload, metric, paper, ours));
    }

    private OptionalDouble evaluate(PaperNumber number) {
        if (number.lock().equals("any")) {
            return fact(number);
        }
        final List<Double> values = new ArrayList<>();
        for (final String workload : workloads(number.workload())) {
            final OptionalDouble value = switch (number.metric()) {
                case Measure measure -> measurements.value(number.lock(), workload, measure);
                case Derived derived -> derived(number.lock(), workload, derived, number.source());
            };
            value.ifPresent(values::add);
        }
        final DoubleStream all = values.stream().mapToDouble(Double::doubleValue);
        return switch (number.metric() instanceof Derived derived ? derived.bound() : Bound.NONE) {
            case MIN -> all.min();
            case MAX -> all.max();
            case NONE -> all.average();
        };
    }

    private OptionalDouble fact(PaperNumber number) {
        return measurements.points().stream().filter(point -> number.workload().startsWith(point.workload()))
            .map(point -> measurements.at(point).facts().get(
                (number.workload().substring(point.workload().length()) + " " + number.metric().label()).strip()))
            .filter(value -> value != null).mapToDouble(Double::doubleValue).findFirst();
    }

    /** The measured workloads that a name means: itself, all that begin with it, or those that it lists. */
    private List<String> workloads(String name) {
        if (measurements.workloads().contains(name)) {
            return List.of(name);
        }
        final List<String> meant = new ArrayList<>();
        for (final String part : name.split(" and ", -1)) {
            measurements.workloads().stream().filter(
                workload -> workload.equals(part) || workload.startsWith(part + " ") || workload.endsWith("-" + part))
                .forEach(meant::add);
        }
        return meant.isEmpty() ? List.of(name) : meant;
    }

    private OptionalDouble derived(String lock, String workload, Derived metric, String source) {
        final OptionalDouble own = measurements.value(lock, workload, metric.measure());
        if (own.isEmpty() || metric.relation() == Relation.NONE) {
            return own;
        }
        final List<Double> values = new ArrayList<>();
        for (final OptionalDouble of : others(lock, workload, metric, source)) {
            of.ifPresent(value -> values.add(metric.relation().of(own.getAsDouble(), value)));
        }
        // "Baselines" without more: the closest one, against which every other is further ahead.
        return values.stream()
            .min(metric.bound() == Bound.MAX ? Comparator.reverseOrder() : Comparator.naturalOrder())
            .map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private List<OptionalDouble> others(String lock, String workload, Derived metric, String source) {
        final Measure measure = metric.measure();
        final String first = metric.against().getFirst();
        if (first.equals(Derived.OTHERS) || first.equals(Derived.BASELINES)) {
            final Matcher named = OTHERS.matcher(source);
            final List<String> locks = named.find() ? Arrays.asList(named.group(1).strip().split(" +", -1))
                : measurements.locks().stream()
                    .filter(name -> !NO_BASELINES.contains(name) && !name.equals(lock)).toList();
            return locks.stream().map(name -> measurements.value(name, workload, measure)).toList();
        }
        if (measurements.locks().contains(first)) {
            return List.of(measurements.value(first, workload, measure));
        }
        // Not a lock, so another value of the sweep.
        return measurements.points().stream()
            .filter(point -> point.lock().equals(lock) && point.step().equals(first)
                && workload.startsWith(point.family() + " "))
            .map(point -> measurements.at(point).value(measure)).toList();
    }
}
