package io.baton.deploy.run;

/** How a transaction ended, as the driver counts it. */
public enum TransactionEnd {
    /** It did what it was made for. */
    COMMITTED,
    /** It gave up by itself, as the workload wants some of its transactions to. */
    ROLLED_BACK,
    /** It did not end as the workload allows; a run with one of these is not a good run. */
    FAILED
}
