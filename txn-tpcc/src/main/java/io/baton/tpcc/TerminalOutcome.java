package io.baton.tpcc;

/** How a terminal's transaction ended. */
public enum TerminalOutcome {
    /** Everything that it wrote is in the tables. */
    COMMITTED,
    /** It ended as the one in a hundred new orders that must: with an unused item and nothing written. */
    ROLLED_BACK,
    /** The engine gave up, or something went wrong; {@link TpccTerminal#lastFailure()} tells what. */
    FAILED
}
