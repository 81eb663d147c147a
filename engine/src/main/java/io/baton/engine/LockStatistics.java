package io.baton.engine;

/**
 * What an engine's lock clients have done since it was opened, all together. Exact while no call is under way;
 * otherwise it may lag a little.
 *
 * @param acquisitions locks granted
 * @param waits how often a client had to wait
 * @param busy tries and upgrades that failed
 * @param handovers locks handed over to the next writer
 * @param modeChanges locks given from writers to waiting readers although writers were queued
 * @param upgrades shared holds that became exclusive
 * @param ghosts positions in queues that were left behind
 * @param extCas extended compare-and-swap verbs
 * @param extFaa extended fetch-and-add verbs
 * @param read READ verbs
 * @param write WRITE verbs
 * @param send SEND verbs
 */
public record LockStatistics(long acquisitions, long waits, long busy, long handovers, long modeChanges, long upgrades,
        long ghosts, long extCas, long extFaa, long read, long write, long send) {

    /** Nothing done yet. */
    public static final LockStatistics NONE = new LockStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Adds up.
     *
     * @param other what else was done
     * @return both together
     */
    public LockStatistics plus(LockStatistics other) {
        return combine(other, 1);
    }

    /**
     * Subtracts what was done before, to get what was done since.
     *
     * @param before an earlier reading
     * @return the difference
     */
    public LockStatistics minus(LockStatistics before) {
        return combine(before, -1);
    }

    private LockStatistics combine(LockStatistics other, int sign) {
        return new LockStatistics(
            acquisitions + sign * other.acquisitions,
            waits + sign * other.waits,
            busy + sign * other.busy,
            handovers + sign * other.handovers,
            modeChanges + sign * other.modeChanges,
            upgrades + sign * other.upgrades,
            ghosts + sign * other.ghosts,
            extCas + sign * other.extCas,
            extFaa + sign * other.extFaa,
            read + sign * other.read,
            write + sign * other.write,
            send + sign * other.send);
    }
}
