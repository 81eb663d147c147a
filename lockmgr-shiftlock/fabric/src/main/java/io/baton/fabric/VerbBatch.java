package io.baton.fabric;

/**
 * Verbs that are posted together: they travel in one round trip and take effect in the order in which they were
 * added.
 */
public final class VerbBatch {

    /** The largest number of verbs in a batch; adapters offer send queues of this order. */
    public static final int VERBS_MAX = 128;

    private final Verb[] verbs = new Verb[VERBS_MAX];
    private int size;

    /**
     * Adds a verb. Its operands are read, and its result is stored, when the batch is executed.
     *
     * @param verb the verb, which must not be in the batch already
     * @return this batch
     * @throws IllegalStateException if the batch holds {@link #VERBS_MAX} verbs
     */
    public VerbBatch add(Verb verb) {
        if (size == VERBS_MAX) {
            throw new IllegalStateException(
                "a batch holds at most " + VERBS_MAX + " verbs; execute it before adding more");
        }
        verbs[size++] = verb;
        return this;
    }

    /** Forgets all verbs. */
    public void clear() {
        size = 0;
    }

    /** {@return the number of verbs, 0 to {@link #VERBS_MAX}} */
    public int size() {
        return size;
    }

    /**
     * Returns a verb.
     *
     * @param index 0 to size − 1
     * @return the verb
     */
    public Verb verb(int index) {
        return verbs[index];
    }
}
