package io.baton.lab.cell;

import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * How long locks were out of use because their holder had died: from the death of a writer until a client has the lock
 * again, another one, or the same one if it lives on ({@link Testbed#ofForgetful}). Only the most popular locks count,
 * for which a client always waits; others are missed by nobody for long.
 */
final class Outages {

    private static final int WATCHED_SLOTS = 16;
    private static final long NOBODY = -1;

    private final long[] diedNanos = new long[WATCHED_SLOTS];
    private final Histogram ended;
    private long deaths;

    Outages(Histogram ended) {
        this.ended = ended;
        Arrays.fill(diedNanos, NOBODY);
    }

    /** Time begins anew, and nobody has died yet. */
    void beginRun() {
        Arrays.fill(diedNanos, NOBODY);
    }

    /** A client has died that held these locks, or lives on and has not given them back. */
    void died(LockList locks, long nowNanos) {
        deaths++;
        for (int i = 0; i < locks.size(); i++) {
            if (locks.slot(i) < WATCHED_SLOTS && locks.mode(i) == LockMode.EXCLUSIVE) {
                diedNanos[locks.slot(i)] = nowNanos;
            }
        }
    }

    /** A client has got these locks. */
    void acquired(LockList locks, long nowNanos) {
        for (int i = 0; i < locks.size(); i++) {
            final int slot = locks.slot(i);
            if (slot < WATCHED_SLOTS && diedNanos[slot] != NOBODY) {
                ended.recordValue(nowNanos - diedNanos[slot]);
                diedNanos[slot] = NOBODY;
            }
        }
    }

    Total total() {
        return new Total(deaths, LatencyDistribution.of(ended));
    }

    /**
     * What was seen of them.
     *
     * @param deaths how many clients died
     * @param times how long the outages were that ended
     */
    record Total(long deaths, LatencyDistribution times) {
    }
}
