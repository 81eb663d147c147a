package io.baton.fabric;

/** READ of 16 bytes: each 8-byte half is atomic, the pair is not. */
public final class ReadPair extends Verb {

    @Override
    public VerbKind kind() {
        return VerbKind.READ;
    }

    /**
     * Sets the operand.
     *
     * @param entryAddress offset in bytes, a multiple of 16
     * @return this verb
     */
    public ReadPair at(long entryAddress) {
        address(entryAddress);
        return this;
    }
}
