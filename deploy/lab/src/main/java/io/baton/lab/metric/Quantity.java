package io.baton.lab.metric;

/** What a number of an experiment or a paper is. Immutable. */
public sealed interface Quantity permits Measure, Derived {

    /**
     * {@return its name in tables and CSV, such as {@code goodput}, {@code acquireWriter.IA+NP} or {@code
     * p99Ratio/ShiftLock.max}}
     */
    String label();

    /** {@return its unit, such as {@code us}, {@code %}, or {@code x} for a ratio} */
    String unit();

    /**
     * Reads a name.
     *
     * @param label as {@link #label} gives it
     * @return the quantity of that name
     * @throws IllegalArgumentException if there is none; the message says what is unknown
     */
    static Quantity parse(String label) {
        return QuantityParser.parse(label);
    }
}
