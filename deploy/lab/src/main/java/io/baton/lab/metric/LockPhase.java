package io.baton.lab.metric;

import java.util.List;

/** A phase of a lock's use, of which times and verbs are told. */
public enum LockPhase {
    /** Acquiring exclusively. */
    ACQUIRE_WRITER("acquireWriter", "acquire"),
    /** Acquiring shared. */
    ACQUIRE_READER("acquireReader", "acquire"),
    /** Acquiring either way. */
    ACQUIRE("acquire", "acquire"),
    /** Releasing what was acquired either way. */
    RELEASE("release", "release");

    private final String label;
    private final String call;

    LockPhase(String label, String call) {
        this.label = label;
        this.call = call;
    }

    /**
     * Returns the mean time of some of its items.
     *
     * @param items which, summed up; none for all of the phase
     * @return the measure
     */
    public PhaseTime time(Item... items) {
        return new PhaseTime(this, List.of(items));
    }

    /**
     * Returns the mean number of its verbs.
     *
     * @param verbs one of the metrics that count verbs
     * @return the measure
     * @throws IllegalArgumentException if the metric is another
     */
    public PhaseCount count(Metric verbs) {
        return new PhaseCount(this, verbs);
    }

    String label() {
        return label;
    }

    /** The call that it is a phase of. */
    String call() {
        return call;
    }
}
