package io.baton.lab.load;

import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Generates the locks of TATP transactions by the rules of FissLock's trace tool (OSDI 2024), which ShiftLock's section
 * 4.4 uses with 100,000 subscribers: about 680,000 locks, and 17 of 100 transactions without any.
 *
 * <p>What the tool has and TATP has not is kept. Every number is drawn with a bitwise or, row types and times too, so
 * some are hotter than others. An insertion of a call forwarding takes the row's exclusive lock only if the row is
 * there already, and adds none; a deletion removes its row, so they slowly become fewer. GetNewDestination looks for
 * rows that end at the given time or before. Ours is the order of the locks within their table, by subscriber, where
 * the tool has the order of a hash table.
 *
 * <p>All hosts share the subscribers: generate one host's trace after the other's. For one thread.
 */
public final class TatpTrace {

    /** The transactions' names; the first has type 1. */
    public static final List<String> TYPES = List.of("GetSubscriberData", "GetNewDestination", "GetAccessData",
        "UpdateSubscriberData", "UpdateLocation", "InsertCallForwarding", "DeleteCallForwarding");

    private static final int[] MIX_UP_TO_PERCENT = {35, 45, 80, 82, 96, 98, 100};
    private static final int SUBSCRIBERS_MAX = 10_000_000;
    private static final int OR_BITS = 1 << 16;
    private static final int ROW_TYPES = 4;
    private static final int START_TIMES = 3;
    private static final int HOURS = 24;

    private final int subscribers;
    private final TatpRows rows;

    /**
     * Fills the tables.
     *
     * @param subscribers how many there are, 5 to 10 million
     * @param random decides which rows they have
     * @throws IllegalArgumentException if their number is out of range
     */
    public TatpTrace(int subscribers, RandomGenerator random) {
        if (subscribers < ROW_TYPES + 1 || subscribers > SUBSCRIBERS_MAX) {
            throw new IllegalArgumentException(
                "there cannot be " + subscribers + " subscribers; give 5 to " + SUBSCRIBERS_MAX);
        }
        this.subscribers = subscribers;
        rows = new TatpRows(subscribers, random);
    }

    /**
     * Returns what ShiftLock's section 4.4 ran: 100,000 subscribers.
     *
     * @param random decides which rows they have, and by that the number of locks
     * @return a generator for about 680,000 locks; the paper's had 680,236
     */
    public static TatpTrace paper(RandomGenerator random) {
        return new TatpTrace(100_000, random);
    }

    /** {@return the number of locks: one more than the highest lock that a transaction may need} */
    public int locks() {
        return rows.locks();
    }

    /**
     * Generates what a host's clients run.
     *
     * @param transactions how many; FissLock's files have 1,000,000 for each host
     * @param random decides everything; the same state gives the same trace
     * @return the trace, whose types count from 1 in the order of {@link #TYPES}; it lacks those without locks
     * @throws IllegalArgumentException if the number is negative
     */
    public LockTrace generate(int transactions, RandomGenerator random) {
        if (transactions < 0) {
            throw new IllegalArgumentException(transactions + " transactions cannot be generated; give 0 or more");
        }
        final LockTraceBuilder trace = new LockTraceBuilder();
        for (int i = 0; i < transactions; i++) {
            final int percent = random.nextInt(100);
            int type = 1;
            while (percent >= MIX_UP_TO_PERCENT[type - 1]) {
                type++;
            }
            add(type, skewed(1, subscribers, random), random, trace);
            trace.end(type);
        }
        return trace.build(locks());
    }

    private void add(int type, int subscriber, RandomGenerator random, LockTraceBuilder trace) {
        switch (type) {
            case 1 -> trace.add(rows.subscriber(subscriber), SHARED);
            case 2 -> addNewDestination(subscriber, random, trace);
            case 3 -> {
                final int row = rows.accessInfo(subscriber, skewed(1, ROW_TYPES, random));
                if (row != TatpRows.NONE) {
                    trace.add(row, SHARED);
                }
            }
            case 4 -> {
                trace.add(rows.subscriber(subscriber), EXCLUSIVE);
                final int row = rows.facility(subscriber, skewed(1, ROW_TYPES, random));
                if (row != TatpRows.NONE) {
                    trace.add(row, EXCLUSIVE);
                }
            }
            case 5 -> trace.add(rows.subscriber(subscriber), EXCLUSIVE);
            case 6 -> addInsertion(subscriber, random, trace);
            default -> addDeletion(subscriber, random, trace);
        }
    }

    private void addNewDestination(int subscriber, RandomGenerator random, LockTraceBuilder trace) {
        final int type = skewed(1, ROW_TYPES, random);
        final int facility = rows.facility(subscriber, type);
        if (facility == TatpRows.NONE) {
            return;
        }
        trace.add(facility, SHARED);
        final int startMax = skewed(0, START_TIMES - 1, random);
        final int hour = skewed(1, HOURS, random);
        for (int start = 0; start <= startMax; start++) {
            if (rows.hasForwarding(subscriber, type, start) && rows.forwardingEnd(subscriber, type, start) <= hour) {
                trace.add(rows.forwarding(subscriber, type, start), SHARED);
            }
        }
    }

    private void addInsertion(int subscriber, RandomGenerator random, LockTraceBuilder trace) {
        trace.add(rows.subscriber(subscriber), SHARED);
        for (int type = 1; type <= ROW_TYPES; type++) {
            final int facility = rows.facility(subscriber, type);
            if (facility != TatpRows.NONE) {
                trace.add(facility, SHARED);
            }
        }
        final int type = skewed(1, ROW_TYPES, random);
        final int start = skewed(0, START_TIMES - 1, random);
        if (rows.hasForwarding(subscriber, type, start)) {
            trace.add(rows.forwarding(subscriber, type, start), EXCLUSIVE);
        }
    }

    private void addDeletion(int subscriber, RandomGenerator random, LockTraceBuilder trace) {
        trace.add(rows.subscriber(subscriber), SHARED);
        final int type = skewed(1, ROW_TYPES, random);
        final int start = skewed(0, START_TIMES - 1, random);
        if (rows.hasForwarding(subscriber, type, start)) {
            trace.add(rows.forwarding(subscriber, type, start), EXCLUSIVE);
            rows.removeForwarding(subscriber, type, start);
        }
    }

    /** The tool's skewed numbers, low to high. */
    private static int skewed(int low, int high, RandomGenerator random) {
        return (random.nextInt(OR_BITS) | random.nextInt(low, high + 1)) % (high - low + 1) + low;
    }
}
