package io.baton.lab.metric;

import java.util.List;

/**
 * A measure related to other locks, or a bound, or both.
 *
 * @param measure what is related or bounded
 * @param relation how it is related
 * @param against the other locks' names, {@link #OTHERS}, {@link #BASELINES}, or one value of a sweep; of several, the
 *     first is measured and the others are as good by the paper; none without a relation
 * @param bound the least or the greatest, over the workloads and the other locks
 */
public record Derived(Measure measure, Relation relation, List<String> against, Bound bound) implements Quantity {

    /** Stands for the locks that the source of a number names, or for all baselines. */
    public static final String OTHERS = "others";
    /** Stands for all baselines. */
    public static final String BASELINES = "baselines";
    /** Between several locks. */
    static final String OR = " or ";

    /** Checks that something is derived. */
    public Derived {
        against = List.copyOf(against);
        if (relation == Relation.NONE && bound == Bound.NONE) {
            throw new IllegalArgumentException("nothing is derived from " + measure.label() + "; take the measure");
        }
        if (against.isEmpty() != (relation == Relation.NONE)) {
            throw new IllegalArgumentException(
                measure.label() + " has relation " + relation + " to " + against + "; give both or neither");
        }
    }

    /**
     * Bounds it.
     *
     * @param newBound the least or the greatest
     * @return the same with that bound
     */
    public Derived bounded(Bound newBound) {
        return new Derived(measure, relation, against, newBound);
    }

    @Override
    public String label() {
        final String related =
            relation == Relation.NONE ? "" : relation.label() + "/" + String.join(OR, against);
        return measure.label() + related + bound.suffix();
    }

    @Override
    public String unit() {
        return relation == Relation.NONE ? measure.unit() : relation.unit();
    }

    @Override
    public String toString() {
        return label();
    }
}
