package io.baton.fabric;

/** The arithmetic of the extended atomics on one 8-byte word, exactly as the adapter does it. */
final class MaskedArithmetic {

    private MaskedArithmetic() {
    }

    static boolean matches(long word, long compare, long mask) {
        return ((word ^ compare) & mask) == 0;
    }

    static long replace(long word, long swap, long mask) {
        return (word & ~mask) | (swap & mask);
    }

    /**
     * Adds field by field. With the most significant bit of every field taken out, no sum can leave its field; those
     * bits are then added without carry, which is exclusive-or.
     */
    static long add(long word, long add, long carryIn, long boundary) {
        final long sum = (word & ~boundary) + (add & ~boundary) + carryIn;
        return sum ^ ((word ^ add) & boundary);
    }

    /** The carry out of bit 63, which goes on into the next word unless bit 63 is a boundary. */
    static long carry(long word, long add, long boundary) {
        if (boundary < 0) {
            return 0;
        }
        final long left = word & ~boundary;
        final long right = add & ~boundary;
        return ((left & right) | ((left | right) & ~(left + right))) >>> 63;
    }
}
