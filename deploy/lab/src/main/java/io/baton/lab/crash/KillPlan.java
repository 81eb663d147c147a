package io.baton.lab.crash;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * When a worker is killed.
 *
 * @param after the line to wait for; nothing for the start of the process
 * @param killMillis how long after that
 * @param stopMillis how long it is stopped before, 0 for not at all
 * @param whileStopped whether it is killed without being continued
 * @param judgesKilled how many judges are killed while they recover, before one may tell the state
 * @param closes whether the last judge closes the store; else it is killed, too
 */
record KillPlan(String after, long killMillis, long stopMillis, boolean whileStopped, int judgesKilled,
        boolean closes) {

    private static final int PERCENT = 100;
    private static final int AT_WORK_PERCENT = 60;
    private static final int FROM_START_PERCENT = 20;
    private static final int CHECKPOINT_PERCENT = 10;
    private static final int SHORT_MILLIS_MAX = 60;
    private static final int WORK_MILLIS_MAX = 600;
    private static final int STOP_MILLIS_MAX = 400;

    /**
     * Draws a plan.
     *
     * @param startMillis how long the last worker took from its start until it was at work
     */
    static KillPlan draw(RandomGenerator random, long startMillis) {
        final int stop = random.nextInt(4) == 0 ? 1 + random.nextInt(STOP_MILLIS_MAX) : 0;
        final int judges = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
        final int where = random.nextInt(PERCENT);
        final boolean whileStopped = random.nextBoolean();
        final boolean closes = random.nextInt(3) == 0;
        if (where < AT_WORK_PERCENT) {
            final int most = random.nextInt(3) == 0 ? SHORT_MILLIS_MAX : WORK_MILLIS_MAX;
            return new KillPlan(CrashChild.WORKING, 1 + random.nextInt(most), stop, whileStopped, judges, closes);
        }
        if (where < AT_WORK_PERCENT + FROM_START_PERCENT) {
            return new KillPlan("", random.nextLong(startMillis + SHORT_MILLIS_MAX), stop, whileStopped, judges,
                closes);
        }
        final String after = where < AT_WORK_PERCENT + FROM_START_PERCENT + CHECKPOINT_PERCENT ? CrashChild.CHECKPOINT
            : CrashChild.BACKUP;
        return new KillPlan(after, random.nextInt(SHORT_MILLIS_MAX), stop, whileStopped, judges,
            closes);
    }

    @Override
    public String toString() {
        final String place = after.isEmpty() ? "the start" : after;
        final String stopped = stopMillis == 0 ? ""
            : String.format(Locale.ROOT, ", %s for %d ms", whileStopped ? "stopped" : "stopped and continued",
                stopMillis);
        return "killed " + killMillis + " ms after " + place + stopped;
    }
}
