package io.baton.lab.child;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How long it took until what a killed child had left was in order again, in milliseconds. One thread. */
public final class RecoveryTimes {

    private static final double MEDIAN = 50;
    private static final double MOST = 99;

    private final Histogram millis = new Histogram(3);
    /** Exactly, as the histogram rounds up. */
    private long longest;

    public RecoveryTimes() {
    }

    /**
     * Adds one.
     *
     * @param time in milliseconds, 0 or more
     */
    public void add(long time) {
        millis.recordValue(time);
        longest = Math.max(longest, time);
    }

    /**
     * Adds all of another collection.
     *
     * @param others which stay as they are
     */
    public void addAll(RecoveryTimes others) {
        millis.add(others.millis);
        longest = Math.max(longest, others.longest);
    }

    /** {@return how many there are} */
    public long count() {
        return millis.getTotalCount();
    }

    /** {@return median, 99th percentile and longest, for people} */
    public String text() {
        return percentile(MEDIAN) + " ms (median), " + percentile(MOST) + " ms (99 %), " + longest
            + " ms (most)";
    }

    /** {@return the same, for scripts} */
    public Map<String, Object> json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("p50", percentile(MEDIAN));
        json.put("p99", percentile(MOST));
        json.put("max", longest);
        return json;
    }

    private long percentile(double percent) {
        return count() == 0 ? 0 : Math.min(longest, millis.getValueAtPercentile(percent));
    }
}
