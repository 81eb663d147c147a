package io.baton.sim;

/** What a simulated thread waits for. */
enum WaitKind {
    /** Its beginning. */
    FIRST_TURN("its first turn"),
    /** The completion of one-sided verbs that it has posted. */
    VERB("a verb"),
    /** The end of a SEND. */
    SEND("a SEND"),
    /** A notice in its mailbox. */
    NOTICE("a notice"),
    /** The time to READ a word again. */
    WORD("a word"),
    /** The ring of a doorbell, or only its deadline. */
    DOORBELL("a doorbell"),
    /** That somebody unparks it, or only the time. */
    UNPARK("an unpark"),
    /** A lock that another thread holds. */
    LOCK("a lock"),
    /** The signal of a condition, or only the time. */
    CONDITION("a condition"),
    /** The end of another thread. */
    END("the end of a thread"),
    /** The end of work on its own processor. */
    WORK("its own work"),
    /** The end of the processor's own access to registered memory. */
    LOCAL_ACCESS("the processor's own access"),
    /** The end of its node's pause. */
    PAUSE("the end of a pause"),
    /** Nothing any more: its node has crashed. */
    CRASHED("nothing, since its node has crashed"),
    /** The end of the run; only for the thread that runs the cluster. */
    RUN("the end of the run");

    private final String text;

    WaitKind(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
