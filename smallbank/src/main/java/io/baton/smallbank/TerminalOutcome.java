package io.baton.smallbank;

/** How a transaction ended, as its terminal sees it. */
public enum TerminalOutcome {
    /** Committed. */
    COMMITTED,
    /** Gave up for want of money, as the workload has it. */
    REFUSED,
    /** Did not end as the workload allows. */
    FAILED
}
