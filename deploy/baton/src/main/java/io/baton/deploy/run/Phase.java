package io.baton.deploy.run;

/** What the driver is doing while it waits for something long. */
public enum Phase {
    /** The workload looks at the rows that a store has brought. */
    RESUMING,
    /** The tables are being filled. */
    LOADING,
    /** Consistency is being checked before the first transaction on data just loaded. */
    CHECKING_LOADED,
    /** Consistency is being checked before the first transaction on data that a store has brought. */
    CHECKING_RECOVERED,
    /** Consistency is being checked after the last transaction. */
    CHECKING_RUN
}
