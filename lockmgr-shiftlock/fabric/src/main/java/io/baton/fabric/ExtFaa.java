package io.baton.fabric;

/**
 * Extended (masked) 16-byte fetch-and-add. The operand is split into independent fields: a set bit in the boundary
 * marks the most significant bit of a field, out of which no carry goes. The whole old value is returned.
 *
 * <p>Source: ShiftLock (FAST '25) §3.4; the adapter's semantics are those of the vendor manual's masked
 * fetch-and-add.
 */
public final class ExtFaa extends Verb {

    private long addLow;
    private long addHigh;
    private long boundaryLow;
    private long boundaryHigh;

    @Override
    public VerbKind kind() {
        return VerbKind.EXT_FAA;
    }

    /**
     * Sets the entry and clears the operands and the boundary.
     *
     * @param entryAddress offset in bytes, a multiple of 16
     * @return this verb
     */
    public ExtFaa at(long entryAddress) {
        address(entryAddress);
        addLow = 0;
        addHigh = 0;
        boundaryLow = 0;
        boundaryHigh = 0;
        return this;
    }

    /**
     * Sets the entry and keeps all operands and masks.
     *
     * @param entryAddress offset in bytes, a multiple of 16
     * @return this verb
     */
    public ExtFaa again(long entryAddress) {
        address(entryAddress);
        return this;
    }

    /**
     * Sets what is added to the first word.
     *
     * @param add the addend, each field within its own bits
     * @param boundary the most significant bit of each field
     * @return this verb
     */
    public ExtFaa addLow(long add, long boundary) {
        addLow = add;
        boundaryLow = boundary;
        return this;
    }

    /**
     * Sets what is added to the second word.
     *
     * @param add the addend, each field within its own bits
     * @param boundary the most significant bit of each field
     * @return this verb
     */
    public ExtFaa addHigh(long add, long boundary) {
        addHigh = add;
        boundaryHigh = boundary;
        return this;
    }

    /**
     * Returns the first word as the verb leaves it.
     *
     * @param low the first word before
     * @return the first word after
     */
    public long newLow(long low) {
        return MaskedArithmetic.add(low, addLow, 0, boundaryLow);
    }

    /**
     * Returns the second word as the verb leaves it.
     *
     * @param low the first word before, whose carry goes on into the second unless a boundary stops it
     * @param high the second word before
     * @return the second word after
     */
    public long newHigh(long low, long high) {
        return MaskedArithmetic.add(high, addHigh, MaskedArithmetic.carry(low, addLow, boundaryLow), boundaryHigh);
    }

    /** {@return what is added to the first word} */
    public long addLow() {
        return addLow;
    }

    /** {@return the most significant bit of each field of the first word} */
    public long boundaryLow() {
        return boundaryLow;
    }

    /** {@return what is added to the second word} */
    public long addHigh() {
        return addHigh;
    }

    /** {@return the most significant bit of each field of the second word} */
    public long boundaryHigh() {
        return boundaryHigh;
    }
}
