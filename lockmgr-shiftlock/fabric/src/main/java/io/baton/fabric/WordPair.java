package io.baton.fabric;

/** The 16 bytes that a verb returns, as two 8-byte words. Reused by its owner; not thread-safe. */
public final class WordPair {

    private long low;
    private long high;

    /**
     * Called by a fabric when a verb has been executed.
     *
     * @param newLow the first 8 bytes
     * @param newHigh the second 8 bytes
     */
    public void set(long newLow, long newHigh) {
        low = newLow;
        high = newHigh;
    }

    /** {@return the first 8 bytes: the word at the verb's address} */
    public long low() {
        return low;
    }

    /** {@return the second 8 bytes: the word at the verb's address + 8} */
    public long high() {
        return high;
    }
}
