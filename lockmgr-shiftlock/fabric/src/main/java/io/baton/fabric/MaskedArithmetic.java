package io.baton.fabric;

/** The arithmetic of the extended atomics on one 8-byte word, exactly as the adapter does it. */
public final class MaskedArithmetic {

    private MaskedArithmetic() {
    }

    /**
     * Compares the bits of a mask.
     *
     * @param word what is there
     * @param compare what is expected
     * @param mask which bits count
     * @return whether they are equal
     */
    public static boolean matches(long word, long compare, long mask) {
        return ((word ^ compare) & mask) == 0;
    }

    /**
     * Replaces the bits of a mask.
     *
     * @param word what is there
     * @param swap what is to be there
     * @param mask which bits are replaced
     * @return the new word
     */
    public static long replace(long word, long swap, long mask) {
        return (word & ~mask) | (swap & mask);
    }

    /**
     * Adds field by field. With the most significant bit of every field taken out, no sum can leave its field; those
     * bits are then added without carry, which is exclusive-or.
     *
     * @param word what is there
     * @param add what is added to each field
     * @param carryIn 1 if the word below has overflowed into this one, otherwise 0
     * @param boundary the most significant bit of each field
     * @return the sums, each within its field
     */
    public static long add(long word, long add, long carryIn, long boundary) {
        final long sum = (word & ~boundary) + (add & ~boundary) + carryIn;
        return sum ^ ((word ^ add) & boundary);
    }

    /**
     * The carry out of bit 63, which goes on into the next word unless bit 63 is a boundary.
     *
     * @param word what is there
     * @param add what is added to each field
     * @param boundary the most significant bit of each field
     * @return 1 or 0
     */
    public static long carry(long word, long add, long boundary) {
        if (boundary < 0) {
            return 0;
        }
        final long left = word & ~boundary;
        final long right = add & ~boundary;
        return ((left & right) | ((left | right) & ~(left + right))) >>> 63;
    }
}
