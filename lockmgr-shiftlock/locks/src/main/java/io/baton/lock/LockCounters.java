package io.baton.lock;

import io.baton.fabric.VerbCounters;
import java.util.List;

/**
 * What a lock client has done, by {@link LockCounter}. Written by the client only; another thread may read and sees
 * values that lag a little unless it synchronizes with the client.
 */
@SuppressWarnings("EnumOrdinal") // An array is what makes counting one addition in memory.
public final class LockCounters {

    private static final int COUNTERS = LockCounter.values().length;
    /** Keeps the counts of two clients, which are made one after the other, out of each other's cache lines. */
    private static final int PADDING = 16;

    private final VerbCounters verbs;
    private final long[] counts = new long[PADDING + COUNTERS + PADDING];
    private final List<LockCounters> parts;

    private LockCounters(VerbCounters verbs, List<LockCounters> parts) {
        this.verbs = verbs;
        this.parts = parts;
    }

    /** Starts counting for a client of any protocol, whose endpoint counts the verbs. */
    public LockCounters(VerbCounters verbs) {
        this(verbs, List.of());
    }

    /** {@return the sum of what several clients of one thread count, which lives with them} */
    static LockCounters sumOf(List<LockCounters> clients) {
        return new LockCounters(
            VerbCounters.sumOf(clients.stream().map(LockCounters::verbs).toList()), List.copyOf(clients));
    }

    /** Counts one more. */
    public void count(LockCounter counter) {
        counts[PADDING + counter.ordinal()]++;
    }

    /** Counts some more, 0 or more. */
    public void add(LockCounter counter, long number) {
        counts[PADDING + counter.ordinal()] += number;
    }

    /** {@return how often this has happened since the client was opened} */
    public long get(LockCounter counter) {
        long sum = counts[PADDING + counter.ordinal()];
        for (int i = 0; i < parts.size(); i++) {
            sum += parts.get(i).get(counter);
        }
        return sum;
    }

    /** {@return the verbs issued, by kind: the live counters of the client's endpoint} */
    public VerbCounters verbs() {
        return verbs;
    }

    /** {@return what the client has done since it was opened, the verbs included} */
    public LockStatistics statistics() {
        return LockStatistics.of(this::get, verbs::get);
    }
}
