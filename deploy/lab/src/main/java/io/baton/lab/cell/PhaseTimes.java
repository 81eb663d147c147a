package io.baton.lab.cell;

import io.baton.lab.metric.Item;
import io.baton.lab.metric.Metric;
import java.util.Arrays;

/**
 * Where the time of one client's acquisitions and releases goes. For one thread. Arrays by ordinal, because each verb
 * of each simulated client is counted here.
 */
@SuppressWarnings("EnumOrdinal")
final class PhaseTimes {

    private static final int ITEMS = Item.values().length;

    /** By phase. */
    private final Sums[] sums = new Sums[ClientPhase.values().length];
    /** By item, of the present phase. */
    private final long[] items = new long[ITEMS];
    private ClientPhase phase = ClientPhase.IDLE;
    private long begunNanos;
    private int atomics;
    private int reads;
    private int writes;
    private int sends;

    PhaseTimes() {
        Arrays.setAll(sums, each -> new Sums());
    }

    /** A phase begins. */
    void begin(ClientPhase begun, long nowNanos) {
        phase = begun;
        begunNanos = nowNanos;
        atomics = 0;
        reads = 0;
        writes = 0;
        sends = 0;
        Arrays.fill(items, 0);
    }

    /** The phase ends; it is added to the sums if it counts. */
    void end(long nowNanos, boolean counts) {
        if (counts) {
            final Sums sum = of(phase);
            sum.add(items, nowNanos - begunNanos, atomics);
            sum.addVerbs(reads, writes, sends);
        }
        phase = ClientPhase.IDLE;
    }

    /** An atomic has taken this long. */
    void atomic(long nanos) {
        if (atomics++ == 0) {
            add(Item.IA, nanos);
        }
    }

    /** A SEND has. */
    void send(long nanos) {
        sends++;
        add(phase.releases() ? Item.NS : Item.NP, nanos);
    }

    /** A wait for a notice has. */
    void notice(long nanos) {
        switch (phase) {
            case ACQUIRE_WRITER -> add(Item.WP, nanos);
            case ACQUIRE_READER -> add(Item.WW, nanos);
            case RELEASE_WRITER, RELEASE_READER -> add(Item.NS, nanos);
            case IDLE -> {
            }
        }
    }

    /** A WRITE was issued. */
    void write() {
        writes++;
    }

    /** A READ has. */
    void readVerb(long nanos) {
        reads++;
        read(nanos);
    }

    /** A READ, or the pause between two of them, has. */
    void read(long nanos) {
        switch (phase) {
            case ACQUIRE_WRITER -> add(Item.WR, nanos);
            case ACQUIRE_READER -> add(Item.WW, nanos);
            case RELEASE_WRITER, RELEASE_READER, IDLE -> {
            }
        }
    }

    Sums of(ClientPhase wanted) {
        return sums[wanted.ordinal()];
    }

    private void add(Item item, long nanos) {
        items[item.ordinal()] += nanos;
    }

    /** Sums over all phases of a kind. */
    static final class Sums {

        private final long[] items = new long[ITEMS];
        private long count;
        private long withAtomic;
        private long atomics;
        private long reads;
        private long writes;
        private long sends;
        private long nanos;

        private void add(long[] more, long took, int atomicsIssued) {
            addItems(more);
            count++;
            withAtomic += atomicsIssued > 0 ? 1 : 0;
            atomics += atomicsIssued;
            nanos += took;
        }

        private void addVerbs(long moreReads, long moreWrites, long moreSends) {
            reads += moreReads;
            writes += moreWrites;
            sends += moreSends;
        }

        void add(Sums other) {
            addVerbs(other.reads, other.writes, other.sends);
            addItems(other.items);
            count += other.count;
            withAtomic += other.withAtomic;
            atomics += other.atomics;
            nanos += other.nanos;
        }

        /**
         * The mean time of an item. A release that hands over may need no atomic at all, so the initial atomic is
         * averaged over the phases that have one; all else over all phases. The rest is all time after it: what a
         * lock that retries spends on its retries.
         */
        double meanNanos(Item item) {
            return item.isRest() ? meanRestNanos() : mean(nanosOf(item), item == Item.IA ? withAtomic : count);
        }

        private double meanRestNanos() {
            return mean(nanos - nanosOf(Item.IA), count);
        }

        double meanNanos() {
            return mean(nanos, count);
        }

        /** The mean number of verbs of a kind; not a number if it is not counted here. */
        double meanVerbs(Metric kind) {
            return switch (kind) {
                case ATOMICS -> mean(atomics, count);
                case READS -> mean(reads, count);
                case WRITES -> mean(writes, count);
                case SENDS -> mean(sends, count);
                default -> Double.NaN;
            };
        }

        long count() {
            return count;
        }

        long atomics() {
            return atomics;
        }

        private void addItems(long[] more) {
            for (int i = 0; i < ITEMS; i++) {
                items[i] += more[i];
            }
        }

        private long nanosOf(Item item) {
            return items[item.ordinal()];
        }

        private static double mean(long sum, long of) {
            return of == 0 ? Double.NaN : (double) sum / of;
        }
    }
}
