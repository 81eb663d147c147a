package io.baton.lab.metric;

/** Which of several values is meant, where a text gives a bound. */
public enum Bound {
    /** No bound. */
    NONE(""),
    /** The least. */
    MIN(".min"),
    /** The greatest. */
    MAX(".max");

    private final String suffix;

    Bound(String suffix) {
        this.suffix = suffix;
    }

    /** What follows the name of what is bounded. */
    String suffix() {
        return suffix;
    }
}
