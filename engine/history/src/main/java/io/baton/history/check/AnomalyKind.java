package io.baton.history.check;

/** What can be wrong with a history; Adya's classes where he has one. The gravest come first. */
public enum AnomalyKind {
    /** A version was read or overwritten that no transaction of the history wrote before; or version 0 was written. */
    UNWRITTEN("unwritten version", "a version was read or overwritten that nobody had written"),
    /** One version of a row is there for one transaction and not there for another. */
    EXISTENCE("existence", "a row was there for one transaction and not for another, without a change between"),
    /** Two transactions wrote each other's rows in both orders, or the same version of one row. */
    G0("G0, dirty write", "writes of two transactions are interleaved"),
    /** A transaction read or overwrote what an aborted one wrote. */
    G1A("G1a, aborted read", "a version of an aborted transaction was seen"),
    /** A transaction read a version that its writer overwrote itself. */
    G1B("G1b, intermediate read", "a version was seen that its writer had not finished"),
    /** A cycle of writes and of reads of what was written. */
    G1C("G1c, circular information flow", "transactions saw each other's writes"),
    /** A cycle with a single read of something that was overwritten: lost update, read skew, half a phantom. */
    G_SINGLE("G-single", "a transaction saw some of another's effects and missed others"),
    /** A cycle with several reads of rows that were overwritten: write skew. */
    G2_ITEM("G2-item, write skew", "transactions missed each other's writes"),
    /** A cycle with several reads, a scan among them that missed rows that came or went. */
    G2("G2, phantoms", "scans missed each other's rows"),
    /** The order that the data shows contradicts the order in which callers were answered. */
    REAL_TIME("real-time violation", "a transaction missed what had been answered before it began");

    private final String label;
    private final String meaning;

    AnomalyKind(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /**
     * Returns the kind's name for people.
     *
     * @return for example {@code G-single}
     */
    public String label() {
        return label;
    }

    /**
     * Says what it means.
     *
     * @return a clause
     */
    public String meaning() {
        return meaning;
    }
}
