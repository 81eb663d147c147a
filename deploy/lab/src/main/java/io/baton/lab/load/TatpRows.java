package io.baton.lab.load;

import java.util.random.RandomGenerator;

/**
 * Which rows TATP's tables have, and their locks, as FissLock's trace tool fills them. Rows have locks of their own but
 * for call forwardings, which share some by a hash:
 *
 * <pre>
 *   | 0 to 4: unused | subscribers | access infos, 1 to 4 each | facilities, 1 to 4 each | 4/5 n for call forwardings |
 * </pre>
 */
final class TatpRows {

    static final int NONE = -1;

    private static final int FIRST_LOCK = 5;
    private static final int TYPES = 4;
    private static final int STARTS = 3;
    private static final int HOURS_PER_START = 8;
    private static final int PRIME = 1_000_000_007;

    private final SubscriberRows accessInfos;
    private final SubscriberRows facilities;
    private final int forwardingFirst;
    private final int forwardingLocks;

    /** The hour at which a forwarding ends, 1 to 24, by subscriber, type and start; 0 if there is none. */
    private final byte[] forwardingEnds;

    TatpRows(int subscribers, RandomGenerator random) {
        accessInfos = new SubscriberRows(subscribers, FIRST_LOCK + subscribers, random);
        facilities = new SubscriberRows(subscribers, accessInfos.lockEnd(), random);
        forwardingFirst = facilities.lockEnd();
        forwardingLocks = (int) (subscribers * 4L / 5);
        forwardingEnds = new byte[subscribers * TYPES * STARTS];
        for (int subscriber = 1; subscriber <= subscribers; subscriber++) {
            for (int type = 1; type <= TYPES; type++) {
                if (facility(subscriber, type) != NONE) {
                    fillForwardings(subscriber, type, random);
                }
            }
        }
    }

    /** The tool draws up to three rows, but after the first only starts 0 and 1 in turn; a row drawn twice is one. */
    private void fillForwardings(int subscriber, int type, RandomGenerator random) {
        final int count = random.nextInt(STARTS + 1);
        int start = random.nextInt(STARTS);
        for (int i = 0; i < count; i++) {
            final int end = start * HOURS_PER_START + random.nextInt(1, HOURS_PER_START + 1);
            if (!hasForwarding(subscriber, type, start)) {
                forwardingEnds[index(subscriber, type, start)] = (byte) end;
            }
            start = (start + 1) % 2;
        }
    }

    int locks() {
        return forwardingFirst + forwardingLocks;
    }

    int subscriber(int subscriber) {
        return FIRST_LOCK + subscriber - 1;
    }

    /** The row's lock, or {@link #NONE} if there is no such row. */
    int accessInfo(int subscriber, int type) {
        return accessInfos.lock(subscriber, type);
    }

    /** The row's lock, or {@link #NONE} if there is no such row. */
    int facility(int subscriber, int type) {
        return facilities.lock(subscriber, type);
    }

    boolean hasForwarding(int subscriber, int type, int start) {
        return forwardingEnds[index(subscriber, type, start)] != 0;
    }

    int forwardingEnd(int subscriber, int type, int start) {
        return forwardingEnds[index(subscriber, type, start)];
    }

    void removeForwarding(int subscriber, int type, int start) {
        forwardingEnds[index(subscriber, type, start)] = 0;
    }

    /**
     * The lock of a forwarding, whether or not there is the row. The hash is a signed 32-bit number as in the tool:
     * where it is negative, the lock is before the table's own, so that some rows share a facility's lock.
     */
    int forwarding(int subscriber, int type, int start) {
        final int hour = start * HOURS_PER_START;
        final int hash = ((subscriber ^ type) * PRIME + hour) ^ (subscriber + type + hour);
        return hash % forwardingLocks + forwardingFirst;
    }

    private static int index(int subscriber, int type, int start) {
        return ((subscriber - 1) * TYPES + type - 1) * STARTS + start;
    }
}
