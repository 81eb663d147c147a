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

    /**
     * Tells whether the executed verb swapped.
     *
     * @return whether all compared bits of the old value were equal
     */
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

    /**
     * Returns which bits of the first word are compared.
     *
     * @return the mask
     */
    public long compareMaskLow() {
        return compareMaskLow;
    }

    /**
     * Returns the wanted bits of the first word, as they were given.
     *
     * @return the operand; without meaning outside the mask
     */
    public long compareLow() {
        return compareLow;
    }

    /**
     * Returns which bits of the second word are compared.
     *
     * @return the mask
     */
    public long compareMaskHigh() {
        return compareMaskHigh;
    }

    /**
     * Returns the wanted bits of the second word, as they were given.
     *
     * @return the operand; without meaning outside the mask
     */
    public long compareHigh() {
        return compareHigh;
    }

    /**
     * Returns which bits of the first word are replaced.
     *
     * @return the mask
     */
    public long swapMaskLow() {
        return swapMaskLow;
    }

    /**
     * Returns the new bits of the first word, as they were given.
     *
     * @return the operand; without meaning outside the mask
     */
    public long swapLow() {
        return swapLow;
    }

    /**
     * Returns which bits of the second word are replaced.
     *
     * @return the mask
     */
    public long swapMaskHigh() {
        return swapMaskHigh;
    }

    /**
     * Returns the new bits of the second word, as they were given.
     *
     * @return the operand; without meaning outside the mask
     */
    public long swapHigh() {
        return swapHigh;
    }
}
