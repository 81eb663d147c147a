package io.baton.client;

/**
 * A reading of the server's clock.
 *
 * @param serverNanos what it showed when the server sent it
 * @param cameNanos what the client's clock showed when it came, which was later
 */
record ServerClock(long serverNanos, long cameNanos) {

    /** No two clocks differ by more than one part of so many. */
    private static final long DRIFT = 1_000;
    private static final long MARGIN_NANOS = 1_000_000;

    /** A time that the server's clock has passed, at a time of the client's. */
    long passedAt(long nanos) {
        final long since = nanos - cameNanos;
        return serverNanos + since - Math.abs(since) / DRIFT - MARGIN_NANOS;
    }
}
