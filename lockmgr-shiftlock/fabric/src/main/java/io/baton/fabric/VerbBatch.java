package io.baton.fabric;

import java.util.Arrays;

/**
 * Verbs that are posted together: they travel in one round trip, and those of one server take effect there in the order
 * in which they were added. Where the server's processor executes them ({@link Fabric#executes}), a verb may say under
 * which condition its server goes on with those behind it. Reused by its owner; not thread-safe.
 */
public final class VerbBatch {

    /** The largest number of verbs in a batch; adapters offer send queues of this order. */
    public static final int VERBS_MAX = 128;

    private static final int VERBS_FIRST = 8;

    private Verb[] verbs;
    /** Which bits of a verb's old low word must have which value, or else its server stops; a mask of 0 stops never. */
    private long[] stopMasks;
    private long[] stopValues;
    private boolean[] executed;
    private int size;

    public VerbBatch() {
        this(VERBS_FIRST);
    }

    /** Makes an empty batch with memory for so many verbs. */
    VerbBatch(int room) {
        verbs = new Verb[room];
        stopMasks = new long[room];
        stopValues = new long[room];
        executed = new boolean[room];
    }

    /**
     * Adds a verb. Its operands are read, and its result is stored, when the batch is executed.
     *
     * @param verb the verb, which must not be in the batch already
     * @return this batch
     * @throws IllegalStateException if the batch holds {@link #VERBS_MAX} verbs
     */
    public VerbBatch add(Verb verb) {
        if (size == verbs.length) {
            grow();
        }
        if (verbs[size] != verb) {
            verbs[size] = verb; // A reference that is stored in an old object costs a fence.
        }
        stopMasks[size] = 0;
        stopValues[size] = 0;
        executed[size++] = false;
        return this;
    }

    private void grow() {
        if (size == VERBS_MAX) {
            throw new IllegalStateException(
                "a batch holds at most " + VERBS_MAX + " verbs; execute it before adding more");
        }
        reserve(2 * size);
    }

    /**
     * Gets the memory for so many verbs in all, so that none is wanted when they are added.
     *
     * @param count how many, 0 to {@link #VERBS_MAX}
     */
    public void reserve(int count) {
        if (count <= verbs.length) {
            return;
        }
        final int room = Math.max(count, 2 * verbs.length);
        final long[] masks = Arrays.copyOf(stopMasks, room);
        final long[] values = Arrays.copyOf(stopValues, room);
        final boolean[] flags = Arrays.copyOf(executed, room);
        verbs = Arrays.copyOf(verbs, room);
        stopMasks = masks;
        stopValues = values;
        executed = flags;
    }

    /**
     * Lets the server of the verb that was added last skip its verbs behind that one, unless bits of the verb's old low
     * word have a value. Only for fabrics that execute; see {@link Fabric#executes}.
     *
     * @param lowMask which bits matter
     * @param lowValue what they must be; bits outside the mask are ignored
     * @return this batch
     * @throws IllegalStateException if the batch is empty
     */
    public VerbBatch stopUnless(long lowMask, long lowValue) {
        if (size == 0) {
            throw new IllegalStateException("there is no verb that could stop a server: add one first");
        }
        stopMasks[size - 1] = lowMask;
        stopValues[size - 1] = lowValue & lowMask;
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

    /**
     * Tells after an execution how far a server has come: it has executed so many of its verbs, which are the first.
     *
     * @param server its number
     * @return 0 to the number of its verbs
     */
    public int executed(int server) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += executed[i] && Address.server(verbs[i].address()) == server ? 1 : 0;
        }
        return count;
    }

    /**
     * Tells after an execution whether a verb was executed.
     *
     * @param index 0 to size − 1
     * @return whether it was; otherwise it has no result
     */
    public boolean isExecuted(int index) {
        return executed[index];
    }

    // For fabrics

    /**
     * Called by a fabric when a verb was executed, or was not.
     *
     * @param index 0 to size − 1
     * @param was whether it was
     */
    public void executed(int index, boolean was) {
        executed[index] = was;
    }

    /**
     * Tells whether the server of an executed verb goes on with those behind it.
     *
     * @param index 0 to size − 1
     * @return whether its condition holds; true if it has none
     */
    public boolean goesOn(int index) {
        return stopMasks[index] == 0 || (verbs[index].oldLow() & stopMasks[index]) == stopValues[index];
    }

    /**
     * Returns a verb's condition.
     *
     * @param index 0 to size − 1
     * @return which bits matter, or 0 if it has none
     */
    public long stopMask(int index) {
        return stopMasks[index];
    }

    /**
     * Returns a verb's condition.
     *
     * @param index 0 to size − 1
     * @return what the bits must be; 0 outside the mask
     */
    public long stopValue(int index) {
        return stopValues[index];
    }
}
