package io.baton.fabric;

/** Tells once when bits of a word of a lock server's memory have a value. For one thread. */
public interface WordWatcher {

    /**
     * Begins to watch; what was watched before is not any more. A value that does not last may be missed.
     *
     * @param address offset of the word in bytes, a multiple of 8
     * @param mask which bits matter
     * @param value what they shall be
     * @return whether it watches; false if the word has the value already
     */
    boolean watch(long address, long mask, long value);

    /** Ends the watch, if there is one. When this returns, no more calls follow. */
    void end();
}
