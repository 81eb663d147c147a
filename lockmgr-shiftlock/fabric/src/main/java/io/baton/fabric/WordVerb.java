package io.baton.fabric;

/**
 * A verb on a word of 8 bytes: READ, WRITE, standard compare-and-swap or standard fetch-and-add. Its result is
 * {@link #oldLow}, the word as it was before.
 */
public final class WordVerb extends Verb {

    private VerbKind kind = VerbKind.READ;
    private long operand;
    private long compare;

    /**
     * READ: returns the word.
     *
     * @param wordAddress offset in bytes, a multiple of 8
     * @return this verb
     */
    public WordVerb read(long wordAddress) {
        return set(VerbKind.READ, wordAddress, 0, 0);
    }

    /**
     * WRITE: replaces the word, and returns nothing.
     *
     * @param wordAddress offset in bytes, a multiple of 8
     * @param value the new word
     * @return this verb
     */
    public WordVerb write(long wordAddress, long value) {
        return set(VerbKind.WRITE, wordAddress, value, 0);
    }

    /**
     * Compare-and-swap: replaces the word if it is as wanted, and returns the old one.
     *
     * @param wordAddress offset in bytes, a multiple of 8
     * @param wanted the wanted word
     * @param swap the new word
     * @return this verb
     */
    public WordVerb cas(long wordAddress, long wanted, long swap) {
        return set(VerbKind.CAS, wordAddress, swap, wanted);
    }

    /**
     * Fetch-and-add: adds modulo 2^64, and returns the old word.
     *
     * @param wordAddress offset in bytes, a multiple of 8
     * @param add what is added
     * @return this verb
     */
    public WordVerb faa(long wordAddress, long add) {
        return set(VerbKind.FAA, wordAddress, add, 0);
    }

    private WordVerb set(VerbKind newKind, long wordAddress, long newOperand, long newCompare) {
        address(wordAddress);
        kind = newKind;
        operand = newOperand;
        compare = newCompare;
        return this;
    }

    /** {@return a verb with the same operands, that this one's owner does not reuse} */
    public WordVerb copy() {
        return new WordVerb().set(kind, address(), operand, compare);
    }

    /**
     * Returns the word as the verb leaves it.
     *
     * @param old the word before
     * @return the word after
     */
    public long newWord(long old) {
        return switch (kind) {
            case WRITE -> operand;
            case CAS -> old == compare ? operand : old;
            case FAA -> old + operand;
            default -> old;
        };
    }

    /** {@return READ, WRITE, CAS or FAA} */
    @Override
    public VerbKind kind() {
        return kind;
    }

    /** {@return what a WRITE writes, a compare-and-swap puts there, or a fetch-and-add adds} */
    public long operand() {
        return operand;
    }

    /** {@return what a compare-and-swap compares the word with} */
    public long compare() {
        return compare;
    }
}
