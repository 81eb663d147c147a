package io.baton.lab.torture;

import io.baton.lock.shiftlock.ShiftLockTable;

/** Who takes part, and where locks and counters are in a lock server's memory. */
final class TortureLayout {

    static final int SERVERS = 2;
    static final int COORDINATORS = 4;
    static final int CLIENTS = 16;
    /** The process beside the coordinators that gets every lock once at the end. */
    static final int SWEEPER = COORDINATORS;
    static final int LOCKS = 256;
    /** The first so many locks of a server are hot. */
    static final int HOT = 2;

    /** How many locks of a server each coordinator alone uses, so that it keeps them: the last ones. */
    static final int OWN = 8;
    /** The locks before these, which all use. */
    static final int SHARED = LOCKS - OWN * COORDINATORS;

    private static final int COUNTER_BYTES = 16;

    private TortureLayout() {
    }

    /** The word that a lock guards. */
    static long counter(int lock) {
        return ShiftLockTable.recoverableMemoryBytes(LOCKS) + (long) lock * COUNTER_BYTES;
    }

    static long memoryBytes() {
        return counter(LOCKS);
    }

    /** The first lock that a coordinator alone uses. */
    static int firstOwn(int process) {
        return SHARED + OWN * process;
    }

    /** A lock of a server, as one number. */
    static long key(int server, int lock) {
        return (long) server << Integer.SIZE | lock;
    }

    static int server(long key) {
        return (int) (key >>> Integer.SIZE);
    }

    static int lock(long key) {
        return (int) key;
    }
}
