package io.baton.jdbc;

/**
 * Limits of one execution.
 *
 * @param timeoutMillis how long it may take at the server, or 0 for what that allows
 * @param pageRows rows that come with one message, or 0 for what the server likes
 * @param rowsMax rows that are wanted, or 0 for all
 * @param ordered whether it begins when those of its connection before it have ended
 * @param forwardOnly whether rows are wanted in their order, each once
 */
record CallLimits(long timeoutMillis, int pageRows, long rowsMax, boolean ordered, boolean forwardOnly) {

    static final CallLimits NONE = new CallLimits(0, 0, 0, false, false);

    /** Whether rows may come page by page while they are read. */
    boolean streams() {
        return forwardOnly && pageRows > 0;
    }

    /** The same for calls that begin in their order. */
    CallLimits inOrder() {
        return new CallLimits(timeoutMillis, pageRows, rowsMax, true, forwardOnly);
    }
}
