package io.baton.jdbc;

/**
 * Limits of one execution.
 *
 * @param timeoutMillis how long it may take at the server, or 0 for what that allows
 * @param pageRows rows that come with one message, or 0 for what the server likes
 * @param rowsMax rows that are wanted, or 0 for all
 */
record CallLimits(long timeoutMillis, int pageRows, long rowsMax) {

    static final CallLimits NONE = new CallLimits(0, 0, 0);
}
