package io.baton.trial.dslr;

/** What the judge says of a run. */
public enum DslrVerdict {
    /** Nothing was wrong. */
    GOOD,
    /** A client worked on data that another had got meanwhile, within a lease of its own grant. */
    TWO_HOLDERS_WITHIN_LEASE,
    /** The same, after that. */
    TWO_HOLDERS_PAST_LEASE,
    /** A client that lives did not get what it wanted long after the faults had ended. */
    STUCK,
    /** The lock's code failed. */
    FAILED
}
