package io.baton.lab.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the names of quantities. */
final class QuantityParser {

    /** A measure, a relation with what it is to, a bound. */
    private static final Pattern LABEL = Pattern.compile("(?<measure>.+?)"
        + "(?:(?<relation>Ratio|Reduction|Speedup)/(?<against>.+?))?" + "(?<bound>\\.min|\\.max)?");
    private static final Pattern PLUS = Pattern.compile("+", Pattern.LITERAL);

    private QuantityParser() {
    }

    static Quantity parse(String label) {
        final Matcher matcher = LABEL.matcher(label);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a metric without a name; give it one, such as goodput");
        }
        final Measure measure = measure(matcher.group("measure"));
        final Relation relation = relation(matcher.group("relation"));
        final Bound bound = bound(matcher.group("bound"));
        if (relation == Relation.NONE && bound == Bound.NONE) {
            return measure;
        }
        final List<String> against = relation == Relation.NONE ? List.of()
            : List.of(matcher.group("against").split(Derived.OR, -1));
        return new Derived(measure, relation, against, bound);
    }

    private static Measure measure(String label) {
        for (final Metric metric : Metric.values()) {
            if (metric.label().equals(label)) {
                return metric;
            }
        }
        for (final LockPhase phase : LockPhase.values()) {
            if (phase.label().equals(label)) {
                return phase.time();
            }
            if (label.startsWith(phase.label() + ".")) {
                return part(phase, label.substring(phase.label().length() + 1));
            }
        }
        throw new IllegalArgumentException("\"" + label + "\" is no metric; add it to Metric or correct it");
    }

    private static Measure part(LockPhase phase, String label) {
        for (final Metric metric : Metric.values()) {
            if (metric.countsVerbs() && metric.label().equals(label)) {
                return phase.count(metric);
            }
        }
        final List<Item> items = new ArrayList<>();
        for (final String item : PLUS.split(label, -1)) {
            items.add(item(item));
        }
        return new PhaseTime(phase, items);
    }

    private static Item item(String label) {
        for (final Item item : Item.values()) {
            if (item.label().equals(label)) {
                return item;
            }
        }
        throw new IllegalArgumentException("\"" + label + "\" is no part of a phase; write one of Item or a count of "
            + "verbs");
    }

    private static Relation relation(@Nullable String label) {
        for (final Relation relation : Relation.values()) {
            if (relation.label().equals(label)) {
                return relation;
            }
        }
        return Relation.NONE;
    }

    private static Bound bound(@Nullable String suffix) {
        for (final Bound bound : Bound.values()) {
            if (bound.suffix().equals(suffix)) {
                return bound;
            }
        }
        return Bound.NONE;
    }
}
