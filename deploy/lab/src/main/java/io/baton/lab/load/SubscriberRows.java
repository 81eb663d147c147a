package io.baton.lab.load;

import java.util.random.RandomGenerator;

/** One to four rows for each of TATP's subscribers, of consecutive types in a circle, each with a lock of its own. */
final class SubscriberRows {

    private static final int TYPES = 4;

    private final int[] firstLocks;
    private final byte[] firstTypes;

    SubscriberRows(int subscribers, int firstLock, RandomGenerator random) {
        firstLocks = new int[subscribers + 1];
        firstTypes = new byte[subscribers];
        int lock = firstLock;
        for (int i = 0; i < subscribers; i++) {
            firstLocks[i] = lock;
            lock += random.nextInt(1, TYPES + 1);
            firstTypes[i] = (byte) random.nextInt(1, TYPES + 1);
        }
        firstLocks[subscribers] = lock;
    }

    /** The lock of a subscriber's row, both counted from 1, or {@link TatpRows#NONE}. */
    int lock(int subscriber, int type) {
        final int lock = firstLocks[subscriber - 1] + Math.floorMod(type - firstTypes[subscriber - 1], TYPES);
        return lock < firstLocks[subscriber] ? lock : TatpRows.NONE;
    }

    /** One more than the highest lock. */
    int lockEnd() {
        return firstLocks[firstLocks.length - 1];
    }
}
