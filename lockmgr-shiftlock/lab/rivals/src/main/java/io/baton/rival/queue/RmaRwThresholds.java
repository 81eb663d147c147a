package io.baton.rival.queue;

/**
 * The thresholds of an {@link RmaRwTable}.
 *
 * @param writers how many writers in a row have the lock before readers get a chance, 1 or more (T_W)
 * @param readers how many readers come in a row before a waiting writer gets a chance, 1 to 2^30 (T_R)
 */
public record RmaRwThresholds(int writers, int readers) {

    private static final int READERS_MAX = 1 << 30;
    private static final int PAPER_WRITERS = 16;
    private static final int PAPER_READERS = 4_000;

    /**
     * Makes thresholds.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public RmaRwThresholds {
        if (writers < 1) {
            throw new IllegalArgumentException("a threshold of " + writers + " writers: give 1 or more");
        }
        if (readers < 1 || readers > READERS_MAX) {
            throw new IllegalArgumentException(
                "a threshold of " + readers + " readers: give 1 to " + READERS_MAX);
        }
    }

    /** {@return the thresholds of the ShiftLock paper's artifact: 16 writers, 4000 readers} */
    public static RmaRwThresholds paper() {
        return new RmaRwThresholds(PAPER_WRITERS, PAPER_READERS);
    }
}
