package io.baton.lab.metric;

import java.util.List;

/** A quantity of one lock on one workload, without any other. Immutable. */
public sealed interface Measure extends Quantity permits Metric, PhaseTime, PhaseCount {

    /**
     * Relates it to other locks.
     *
     * @param locks their names, or one value of a sweep
     * @return the lock's own over the other's
     */
    default Derived ratioTo(String... locks) {
        return new Derived(this, Relation.RATIO, List.of(locks), Bound.NONE);
    }

    /**
     * Relates it to other locks.
     *
     * @param locks their names, or one value of a sweep
     * @return the other's over the lock's own
     */
    default Derived speedupOver(String... locks) {
        return new Derived(this, Relation.SPEEDUP, List.of(locks), Bound.NONE);
    }

    /**
     * Bounds it.
     *
     * @param bound the least or the greatest
     * @return the bound of this
     */
    default Derived bounded(Bound bound) {
        return new Derived(this, Relation.NONE, List.of(), bound);
    }
}
