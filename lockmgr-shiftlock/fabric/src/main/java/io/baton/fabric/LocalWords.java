package io.baton.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A lock server's registered memory as its own processor sees it: no verb, no adapter. Every operation is one
 * sequentially consistent access of 8 bytes. An adapter's atomics are <em>not</em> atomic against the processor's
 * (that is what asymmetric locks are made for): only reads and writes of whole words mix safely with verbs.
 * Thread-safe.
 */
public interface LocalWords {

    /**
     * Reads a word.
     *
     * @param address offset in bytes, a multiple of 8
     * @return the word
     */
    long get(long address);

    /**
     * Loads a word without any order, so that a verb on it that follows need not wait for memory.
     *
     * @param address offset in bytes, a multiple of 8
     * @return what the word was at some time; used by the caller for anything, lest the load be left out
     */
    default long touch(long address) {
        return get(address);
    }

    /**
     * Writes a word.
     *
     * @param address offset in bytes, a multiple of 8
     * @param value the new word
     */
    void set(long address, long value);

    /**
     * Compares and swaps a word, atomically among processors only.
     *
     * @param address offset in bytes, a multiple of 8
     * @param compare the wanted word
     * @param swap the new word
     * @return the word as it was before
     */
    long compareAndExchange(long address, long compare, long swap);

    /**
     * Swaps a word, atomically among processors only.
     *
     * @param address offset in bytes, a multiple of 8
     * @param value the new word
     * @return the word as it was before
     */
    long getAndSet(long address, long value);

    /**
     * Makes a watcher.
     *
     * @param rung called when the word has the value, each time once, by the thread that has changed it: must be
     *     quick, and must not wait
     * @return the watcher, or null if this memory has none
     */
    default @Nullable WordWatcher watcher(Runnable rung) {
        return null;
    }
}
