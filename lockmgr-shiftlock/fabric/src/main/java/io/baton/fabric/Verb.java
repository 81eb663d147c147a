package io.baton.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A verb with its operands and, after it was executed, its result. Verbs are reused by their owner and are not
 * thread-safe.
 */
public abstract sealed class Verb permits Call, ExtCas, ExtFaa, ReadPair, WordVerb {

    private long address;
    private long oldLow;
    private long oldHigh;

    Verb() {
    }

    /** {@return how the papers count it, or null if they do not know its kind} */
    public abstract @Nullable VerbKind kind();

    final void address(long newAddress) {
        address = newAddress;
    }

    /** {@return the address in the server's registered memory: a multiple of 16, for a word's verb of 8} */
    public final long address() {
        return address;
    }

    /**
     * Called by a fabric when the verb has been executed.
     *
     * @param low the first 8 bytes of the entry, or the word, before the verb took effect
     * @param high the second 8 bytes of the entry before the verb took effect; 0 for a word's verb
     */
    public final void complete(long low, long high) {
        oldLow = low;
        oldHigh = high;
    }

    /** {@return the first 8 bytes of the entry, at the address, as they were before the verb took effect} */
    public final long oldLow() {
        return oldLow;
    }

    /** {@return the second 8 bytes of the entry, at the address + 8, as they were before the verb took effect} */
    public final long oldHigh() {
        return oldHigh;
    }
}
