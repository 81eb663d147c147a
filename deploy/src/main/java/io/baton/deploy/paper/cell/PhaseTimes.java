package io.baton.deploy.paper.cell;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Where the time of one client's acquisitions and releases goes. For one thread. */
final class PhaseTimes {

    private final Map<Phase, Sums> sums = new EnumMap<>(Phase.class);
    private final Map<Item, Long> items = new EnumMap<>(Item.class);
    private Phase phase = Phase.IDLE;
    private long begunNanos;
    private int atomics;
    private int reads;
    private int writes;
    private int sends;

    PhaseTimes() {
        for (final Phase each : Phase.values()) {
            sums.put(each, new Sums());
        }
    }

    /** A phase begins. */
    void begin(Phase begun, long nowNanos) {
        phase = begun;
        begunNanos = nowNanos;
        atomics = 0;
        reads = 0;
        writes = 0;
        sends = 0;
        items.clear();
    }

    /** The phase ends; it is added to the sums if it counts. */
    void end(long nowNanos, boolean counts) {
        if (counts) {
            final Sums sum = of(phase);
            sum.add(items, nowNanos - begunNanos, atomics);
            sum.addVerbs(reads, writes, sends);
        }
        phase = Phase.IDLE;
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
            case IDLE -> { }
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
            case RELEASE_WRITER, RELEASE_READER, IDLE -> { }
        }
    }

    Sums of(Phase wanted) {
        return Objects.requireNonNull(sums.get(wanted));
    }

    private void add(Item item, long nanos) {
        items.merge(item, nanos, Long::sum);
    }

    /** Sums over all phases of a kind. */
    static final class Sums {

        private final Map<Item, Long> items = new EnumMap<>(Item.class);
        private long count;
        private long withAtomic;
        private long atomics;
        private long reads;
        private long writes;
        private long sends;
        private long nanos;

        private void add(Map<Item, Long> more, long took, int atomicsIssued) {
            more.forEach(this::add);
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
            other.items.forEach(this::add);
            count += other.count;
            withAtomic += other.withAtomic;
            atomics += other.atomics;
            nanos += other.nanos;
        }

        /**
         * The mean time of an item. A release that hands over may need no atomic at all, so the initial atomic is
         * averaged over the phases that have one; all else over all phases.
         */
        double meanNanos(Item item) {
            return mean(nanosOf(item), item == Item.IA ? withAtomic : count);
        }

        /** The mean of all time after the initial atomic: what a lock that retries spends on its retries. */
        double meanRestNanos() {
            return mean(nanos - nanosOf(Item.IA), count);
        }

        double meanNanos() {
            return mean(nanos, count);
        }

        /** The mean number of verbs of a kind; not a number if there is no such kind. */
        double meanVerbs(String kind) {
            return switch (kind) {
                case "atomics" -> mean(atomics, count);
                case "reads" -> mean(reads, count);
                case "writes" -> mean(writes, count);
                case "sends" -> mean(sends, count);
                default -> Double.NaN;
            };
        }

        long count() {
            return count;
        }

        long atomics() {
            return atomics;
        }

        private void add(Item item, long more) {
            items.merge(item, more, Long::sum);
        }

        private long nanosOf(Item item) {
            return items.getOrDefault(item, 0L);
        }

        private static double mean(long sum, long of) {
            return of == 0 ? Double.NaN : (double) sum / of;
        }
    }
}
