package io.baton.server.statistics;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the calls of an engine by procedure: give it to {@code EngineBuilder.observer}, and to
 * {@code ServerOptions.meter}. Thread-safe; takes some ten nanoseconds a call, and 2 KiB a procedure.
 */
public final class CallMeter implements CallObserver {

    /** The name under which whole transactions of several calls are counted, beside their calls. */
    public static final String OF_TRANSACTIONS = "of a transaction of several calls";

    private static final int ENDS = CallEnd.values().length;

    private final Map<String, Counts> byProcedure = new ConcurrentHashMap<>();

    /** Begins with zero. */
    public CallMeter() {
    }

    /** What is counted of one procedure. */
    private static final class Counts {
        private final AtomicLongArray ends = new AtomicLongArray(ENDS);
        private final AtomicLongArray buckets = new AtomicLongArray(LatencyBuckets.COUNT);
        private final AtomicLong restarts = new AtomicLong();
        private final AtomicLong nanosMax = new AtomicLong();
    }

    /**
     * What was counted of one procedure since the start.
     *
     * @param procedure its name
     * @param ends calls by {@link CallEnd}
     * @param restarts how often calls had to start over
     * @param nanosMax the longest time
     * @param buckets times by {@link LatencyBuckets}
     */
    @SuppressWarnings("ArrayRecordComponent") // A copy, for one reader.
    public record Reading(String procedure, long[] ends, long restarts, long nanosMax, long[] buckets) {

        /** {@return how many calls have ended} */
        public long calls() {
            long sum = 0;
            for (final long count : ends) {
                sum += count;
            }
            return sum;
        }

        /**
         * Tells how many calls have ended in one way.
         *
         * @param end the way
         * @return how many
         */
        @SuppressWarnings("EnumOrdinal") // Laid out like that.
        public long ended(CallEnd end) {
            return ends[end.ordinal()];
        }

        /**
         * Finds what a share of the times is not above.
         *
         * @param share more than 0, up to 1
         * @return nanoseconds, not above {@link #nanosMax}; 0 if there are no times
         */
        public long percentile(double share) {
            return LatencyBuckets.percentile(buckets, share, nanosMax);
        }
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // An array of counts is what makes counting quick.
    public void ended(String procedure, CallEnd end, String sqlState, long nanos, long restarts) {
        Counts counts = byProcedure.get(procedure);
        if (counts == null) {
            counts = byProcedure.computeIfAbsent(procedure, name -> new Counts());
        }
        counts.ends.getAndIncrement(end.ordinal());
        if (restarts > 0) {
            counts.restarts.getAndAdd(restarts);
        }
        // Before its bucket, which is read first: what is counted in a bucket is not above the longest time.
        if (nanos > counts.nanosMax.get()) {
            counts.nanosMax.accumulateAndGet(nanos, Math::max);
        }
        counts.buckets.getAndIncrement(LatencyBuckets.of(nanos));
    }

    /**
     * Reads what was counted, one count after the other while calls end.
     *
     * @return all procedures that were called
     */
    public List<Reading> read() {
        final List<Reading> readings = new ArrayList<>();
        byProcedure.forEach((name, counts) -> {
            final long[] buckets = copy(counts.buckets);
            readings.add(new Reading(name, copy(counts.ends), counts.restarts.get(), counts.nanosMax.get(), buckets));
        });
        return readings;
    }

    private static long[] copy(AtomicLongArray array) {
        final long[] copy = new long[array.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = array.get(i);
        }
        return copy;
    }
}
