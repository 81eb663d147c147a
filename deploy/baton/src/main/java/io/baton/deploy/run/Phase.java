package io.baton.deploy.run;

/** What the driver is doing while it waits for something long. */
public enum Phase {
    /** The tables are being filled. */
    LOADING,
    /** Consistency is being checked before the first transaction. */
    CHECKING_LOADED,
    /** Consistency is being checked after the last transaction. */
    CHECKING_RUN
}
