package io.baton.lab.metric;

/** What is measured, or concluded from what was measured. */
public enum Metric implements Measure {
    /** Pairs of acquire and release, or transactions, that were completed in a second. */
    GOODPUT("goodput", "ops/s"),
    /** The mean time of an acquisition, or of a transaction without its release. */
    MEAN("mean", "us"),
    /** The median of the same times. */
    P50("p50", "us"),
    /** Their 99th percentile. */
    P99("p99", "us"),
    /** Their 99.9th percentile. */
    P999("p999", "us"),
    /** The longest of them. */
    MAXIMUM("maximum", "us"),
    /** What the client got done that got the least done, of what a client got done on average. Of clients that live. */
    LEAST_SHARE("leastShare", Units.PERCENT),
    /** CAS and FAA, for each lock acquired and released. */
    ATOMICS("atomics", Units.VERBS),
    /** READs, for each lock acquired and released. */
    READS("reads", Units.VERBS),
    /** WRITEs, for each lock acquired and released. */
    WRITES("writes", Units.VERBS),
    /** SENDs, for each lock acquired and released. */
    SENDS("sends", Units.VERBS),
    /** Verbs of all kinds that were issued in a second. */
    VERBS("verbs", "verbs/s"),
    /** The share of the atomics of acquisitions that are not their acquisition's first. */
    RETRIES("retries", Units.PERCENT),
    /** The share of attempts that had to begin again, of DSLR's clients only. */
    ABORTS("aborts", Units.PERCENT),
    /** Clients that died in a second while they held locks. */
    DEATHS("deaths", "clients/s"),
    /** The median time from such a death until another writer has the lock, of the most popular locks. */
    OUTAGE("outage", "ms"),
    /** The longest row of exclusive holds of one lock without a shared one between them. */
    CONSECUTIVE_WRITERS("consecutiveWriters", "writers"),
    /** Atomics of qplock's cohort lock alone. */
    COHORT_ATOMICS("cohortAtomics", Units.VERBS),
    /** READs of qplock's cohort lock alone. */
    COHORT_READS("cohortReads", Units.VERBS),
    /** WRITEs of qplock's cohort lock alone, for which notices stand here. */
    COHORT_WRITES("cohortWrites", Units.VERBS),
    /** The least number of clients with which the goodput does not rise any more. */
    PLATEAU_CLIENTS("plateauClients", "clients"),
    /** The least N with which the goodput does not rise any more. */
    PLATEAU_N("plateauN", "writers"),
    /** The least longest backoff with which the goodput does not rise any more. */
    PLATEAU_BACKOFF("plateauBackoff", "us"),
    /** The lease with the highest goodput. */
    BEST_LEASE("bestLease", "us"),
    /** Verbs that were issued, as a share of those that the lock servers can execute. */
    CAPACITY_USED("capacityUsed", Units.PERCENT),
    /** How many locks a load has. */
    LOCKS("locks", "locks"),
    /** The share of a load's requests that are shared. */
    READER_SHARE("readerShare", Units.PERCENT),
    /** The share of a load's requests that are exclusive. */
    WRITER_SHARE("writerShare", Units.PERCENT),
    /** The share of a load's transactions that are of one type. */
    SHARE("share", Units.PERCENT),
    /** How long a load's clients hold their locks for work of their own. */
    THINK_TIME("thinkTime", "us");

    private final String label;
    private final String unit;

    Metric(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String unit() {
        return unit;
    }

    /** Whether it is a number of verbs, which can be told of one phase too. */
    boolean countsVerbs() {
        return unit.equals(Units.VERBS);
    }

    @Override
    public String toString() {
        return label;
    }

    /** Units that several have. */
    private static final class Units {

        private static final String VERBS = "verbs per acquire and release";
        private static final String PERCENT = "%";

        private Units() {
        }
    }
}
