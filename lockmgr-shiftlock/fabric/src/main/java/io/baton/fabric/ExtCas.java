package io.baton.fabric;

/**
 * Extended (masked) 16-byte compare-and-swap. If the bits under the compare mask equal those of the compare operand,
 * the bits under the swap mask are replaced by those of the swap operand. The whole old value is always returned.
 *
 * <p>Source: ShiftLock (FAST '25) §3.3; the adapter's semantics are those of the vendor manual's masked
 * compare-and-swap.
 */
public final class ExtCas extends Verb {

    private long compareLow;
    private long compareHigh;
    private long compareMaskLow;
    private long compareMaskHigh;
    private long swapLow;
    private long swapHigh;
    private long swapMaskLow;
    private long swapMaskHigh;

    @Override
    public VerbKind kind() {
        return VerbKind.EXT_CAS;
    }

    /**
     * Sets the entry and clears all operands and masks.
     *
     * @param entryAddress offset in bytes, a multiple of 16
     * @return this verb
     */
    public ExtCas at(long entryAddress) {
        address(entryAddress);
        compareMaskLow = 0;
        compareMaskHigh = 0;
        swapMaskLow = 0;
        swapMaskHigh = 0;
        return this;
    }

    /**
     * Sets the entry and keeps all operands and masks.
     *
     * @param entryAddress offset in bytes, a multiple of 16
     * @return this verb
     */
    public ExtCas again(long entryAddress) {
        address(entryAddress);
        return this;
    }

    /**
     * Compares bits of the first word.
     *
     * @param mask which bits are compared
     * @param value the wanted bits; bits outside the mask are ignored
     * @return this verb
     */
    public ExtCas compareLow(long mask, long value) {
        compareMaskLow = mask;
        compareLow = value;
        return this;
    }

    /**
     * Compares bits of the second word.
     *
     * @param mask which bits are compared
     * @param value the wanted bits; bits outside the mask are ignored
     * @return this verb
     */
    public ExtCas compareHigh(long mask, long value) {
        compareMaskHigh = mask;
        compareHigh = value;
        return this;
    }

    /**
     * Replaces bits of the first word.
     *
     * @param mask which bits are replaced
     * @param value the new bits; bits outside the mask are ignored
     * @return this verb
     */
    public ExtCas swapLow(long mask, long value) {
        swapMaskLow = mask;
        swapLow = value;
        return this;
    }

    /**
     * Replaces bits of the second word.
     *
     * @param mask which bits are replaced
     * @param value the new bits; bits outside the mask are ignored
     * @return this verb
     */
    public ExtCas swapHigh(long mask, long value) {
        swapMaskHigh = mask;
        swapHigh = value;
        return this;
    }

    /**
     * Tells whether the verb would swap, or after its execution whether it did.
     *
     * @param low the first word of the entry
     * @param high the second word of the entry
     * @return whether all compared bits are equal
     */
    public boolean matches(long low, long high) {
        return MaskedArithmetic.matches(low, compareLow, compareMaskLow)
            && MaskedArithmetic.matches(high, compareHigh, compareMaskHigh);
    }

    /** {@return whether the executed verb swapped: all compared bits of the old value were equal} */
    public boolean succeeded() {
        return matches(oldLow(), oldHigh());
    }

    /**
     * Returns the first word as a successful swap leaves it.
     *
     * @param low the first word before
     * @return the first word after
     */
    public long newLow(long low) {
        return MaskedArithmetic.replace(low, swapLow, swapMaskLow);
    }

    /**
     * Returns the second word as a successful swap leaves it.
     *
     * @param high the second word before
     * @return the second word after
     */
    public long newHigh(long high) {
        return MaskedArithmetic.replace(high, swapHigh, swapMaskHigh);
    }

    /** {@return the mask of the bits of the first word that are compared} */
    public long compareMaskLow() {
        return compareMaskLow;
    }

    /** {@return the wanted bits of the first word, as they were given; without meaning outside the mask} */
    public long compareLow() {
        return compareLow;
    }

    /** {@return the mask of the bits of the second word that are compared} */
    public long compareMaskHigh() {
        return compareMaskHigh;
    }

    /** {@return the wanted bits of the second word, as they were given; without meaning outside the mask} */
    public long compareHigh() {
        return compareHigh;
    }

    /** {@return the mask of the bits of the first word that are replaced} */
    public long swapMaskLow() {
        return swapMaskLow;
    }

    /** {@return the new bits of the first word, as they were given; without meaning outside the mask} */
    public long swapLow() {
        return swapLow;
    }

    /** {@return the mask of the bits of the second word that are replaced} */
    public long swapMaskHigh() {
        return swapMaskHigh;
    }

    /** {@return the new bits of the second word, as they were given; without meaning outside the mask} */
    public long swapHigh() {
        return swapHigh;
    }
}
