package io.baton.rival.dslr;

/** A full DSLR lock whose counters its client resets when all others have given it back (DSLR paper, §4.9). */
final class DslrDrain {

    final int slot;
    /** What the word is once they have. */
    final long resetFrom;
    /** Whether the word was seen at all. */
    boolean looked;
    /** The word in which {@code nX} and {@code nS} were last seen to move, and when. */
    long seen;
    long seenNanos;
    /** The word when it was last looked at. */
    long last;

    DslrDrain(int slot, long resetFrom) {
        this.slot = slot;
        this.resetFrom = resetFrom;
    }

    void see(long word, long nowNanos) {
        looked = true;
        seen = word;
        seenNanos = nowNanos;
    }
}
