package io.baton.lab.metric;

/** How a measure of one lock is related to that of another. */
public enum Relation {
    /** Not at all. */
    NONE("", ""),
    /** The lock's own over the other's. */
    RATIO("Ratio", "x"),
    /** One minus the ratio, in percent. */
    REDUCTION("Reduction", "%"),
    /** The other's over the lock's own. */
    SPEEDUP("Speedup", "x");

    private static final double PERCENT = 100;

    private final String label;
    private final String unit;

    Relation(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    /**
     * Relates two values.
     *
     * @param own the lock's
     * @param other the other lock's
     * @return the related value, in this relation's unit; the lock's own if there is no relation
     */
    public double of(double own, double other) {
        return switch (this) {
            case NONE -> own;
            case RATIO -> own / other;
            case REDUCTION -> PERCENT * (1 - own / other);
            case SPEEDUP -> other / own;
        };
    }

    String label() {
        return label;
    }

    String unit() {
        return unit;
    }
}
