package io.baton.rival.drtm;

/**
 * The word of a {@link DrTmTable}'s lock.
 * <pre>
 *  word 0   63                                    9 8             1   0
 *          +---------------------------------------+---------------+---+
 *          |        end of the lease (55)          |   owner (8)   | W |
 *          +---------------------------------------+---------------+---+
 *  word 1   unused
 * </pre>
 * W: a writer holds the lock; then owner tells which, as far as 8 bits can, and there is no lease. Otherwise the lock
 * is leased to readers until the end of the lease, nanoseconds of a clock modulo 2^55. All zeros: free, and never
 * leased. Ends are compared within half of that range: an entry must not lie untouched for more than 208 days.
 */
final class LeaseWord {

    static final long FREE = 0;
    static final long WRITE_BIT = 1;

    private static final int OWNER_SHIFT = 1;
    private static final int OWNER_MASK = 0xFF;
    private static final int LEASE_SHIFT = 9;

    private LeaseWord() {
    }

    static long locked(int owner) {
        return WRITE_BIT | (long) (owner & OWNER_MASK) << OWNER_SHIFT;
    }

    static boolean isLocked(long word) {
        return (word & WRITE_BIT) != 0;
    }

    static long leased(long endNanos) {
        final long word = endNanos << LEASE_SHIFT;
        return word == FREE ? 1L << LEASE_SHIFT : word;
    }

    /** How long the lease of a word that is neither free nor locked lasts from now on; negative if it is over. */
    static long remainingNanos(long word, long nowNanos) {
        return ((word & -1L << LEASE_SHIFT) - (nowNanos << LEASE_SHIFT)) >> LEASE_SHIFT;
    }
}
