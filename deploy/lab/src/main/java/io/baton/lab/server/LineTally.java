package io.baton.lab.server;

import org.HdrHistogram.Histogram;

/** What the calls of one line took while they were measured. Belongs to the thread that answers the line's calls. */
final class LineTally {

    private static final long MAX_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram nanos = new Histogram(MAX_NANOS, DIGITS);
    private long failures;
    private String failure = "";

    void record(long tookNanos) {
        nanos.recordValue(Math.clamp(tookNanos, 0, MAX_NANOS));
    }

    void failed(String message) {
        failures++;
        failure = message;
    }

    Histogram nanos() {
        return nanos;
    }

    long failures() {
        return failures;
    }

    /** The last failure. */
    String failure() {
        return failure;
    }
}
