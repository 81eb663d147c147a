package io.baton.workload;

/** How a terminal's transaction ended. */
public enum TransactionEnd {
    /** It did what it was made for. */
    COMMITTED,
    /** It gave up by itself and wrote nothing, as the workload wants some of its transactions to. */
    ROLLED_BACK,
    /** It did not end as the workload allows; {@link Terminal#lastFailure} tells why. */
    FAILED,
    /** The engine refused it and wrote nothing: rows and indexes have reached their budget of memory. */
    OUT_OF_MEMORY
}
