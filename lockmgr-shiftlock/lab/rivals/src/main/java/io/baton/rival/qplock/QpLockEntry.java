package io.baton.rival.qplock;

/**
 * The 32-byte entry of a {@link QpLockTable}: four little-endian words.
 * <pre>
 *          63                      40 39                              0
 *         +--------------------------+---------------------------------+
 *  word 0 |            0             |  route of the cohort's last (40)|  remote tail: CAS by verbs only
 *         +--------------------------+---------------------------------+
 *  word 1 |                         unused                             |
 *         +------------------------------------------------------------+
 *  word 2 |             number of the cohort's last hold               |  local tail: swap, CAS by processor only
 *         +----------------------------------------------------------+-+
 *  word 3 |                          0                               |V|  victim: whole-word reads and writes only
 *         +----------------------------------------------------------+-+
 * </pre>
 * A tail of 0 means that the cohort neither has nor wants the lock. V is the cohort that lets the other go first: 0
 * local, 1 remote. The words that a remote leader polls, local tail and victim, share one 16-byte READ: each half of
 * it is atomic, and either half alone is enough to go on.
 */
final class QpLockEntry {

    static final int BYTES = 32;
    static final long LOCAL = 0;
    static final long REMOTE = 1;

    private static final int LOCAL_TAIL = 16;
    private static final int VICTIM = 24;

    private QpLockEntry() {
    }

    static long remoteTail(int slot) {
        return (long) slot * BYTES;
    }

    /** Address of the local tail, and of the 16 bytes that hold it and the victim. */
    static long localTail(int slot) {
        return (long) slot * BYTES + LOCAL_TAIL;
    }

    static long victim(int slot) {
        return (long) slot * BYTES + VICTIM;
    }
}
