package io.baton.lock;

import io.baton.fabric.VerbKind;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * A reading of {@link LockCounters}, of one client or of several together. Immutable. Exact if the clients were not at
 * work; otherwise it may lag a little.
 */
@SuppressWarnings("EnumOrdinal") // Laid out like the counters that it is read from.
public final class LockStatistics {

    /** Nothing done yet. */
    public static final LockStatistics NONE = of(counter -> 0, kind -> 0);

    private final long[] counts;
    private final long[] verbs;

    private LockStatistics(long[] counts, long[] verbs) {
        this.counts = counts;
        this.verbs = verbs;
    }

    /** {@return a reading of counts and of the numbers of verbs, each told by a function} */
    public static LockStatistics of(ToLongFunction<LockCounter> counts, ToLongFunction<VerbKind> verbs) {
        return new LockStatistics(Arrays.stream(LockCounter.values()).mapToLong(counts).toArray(),
            Arrays.stream(VerbKind.values()).mapToLong(verbs).toArray());
    }

    /** {@return one count} */
    public long get(LockCounter counter) {
        return counts[counter.ordinal()];
    }

    /** {@return the number of verbs of a kind} */
    public long get(VerbKind kind) {
        return verbs[kind.ordinal()];
    }

    /** {@return this and what else was done together} */
    public LockStatistics plus(LockStatistics other) {
        return of(counter -> get(counter) + other.get(counter), kind -> get(kind) + other.get(kind));
    }

    /** {@return what was done since an earlier reading} */
    public LockStatistics minus(LockStatistics before) {
        return of(counter -> get(counter) - before.get(counter), kind -> get(kind) - before.get(kind));
    }
}
