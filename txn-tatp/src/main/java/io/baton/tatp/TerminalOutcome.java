package io.baton.tatp;

/** How a transaction ended, as its terminal sees it. */
public enum TerminalOutcome {
    /** Committed, whether it found what it looked for or not. */
    COMMITTED,
    /** Rolled back with an error that the specification accepts; counts neither as throughput nor as response time. */
    REFUSED,
    /** Did not end as the specification allows. */
    FAILED
}
