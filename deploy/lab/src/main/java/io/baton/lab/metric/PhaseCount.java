package io.baton.lab.metric;

/**
 * The mean number of verbs that a phase issues.
 *
 * @param phase the phase
 * @param verbs which verbs: a metric that counts them
 */
public record PhaseCount(LockPhase phase, Metric verbs) implements Measure {

    /** Checks the metric. */
    public PhaseCount {
        if (!verbs.countsVerbs()) {
            throw new IllegalArgumentException(verbs + " counts no verbs; give atomics, reads, writes or sends");
        }
    }

    @Override
    public String label() {
        return phase.label() + "." + verbs.label();
    }

    @Override
    public String unit() {
        return "verbs per " + phase.call();
    }

    @Override
    public String toString() {
        return label();
    }
}
