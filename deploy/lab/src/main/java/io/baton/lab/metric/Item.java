package io.baton.lab.metric;

/** The items of which a phase's time is made up (ShiftLock, Table 2). */
public enum Item {
    /** The initial atomic that tries to acquire the lock, enters the queue, or releases the lock. */
    IA("IA"),
    /** The SEND that tells the predecessor. */
    NP("NP"),
    /** A writer's wait for a notice of its predecessor. */
    WP("WP"),
    /** READs of a writer that waits for the readers before it. */
    WR("WR"),
    /** READs of a reader that waits for its turn. */
    WW("WW"),
    /** A writer's wait for its successor's notice, and the SEND that hands over. */
    NS("NS"),
    /** All after the initial atomic, of a lock that retries. */
    RT("RT"),
    /** The same of any lock. */
    WAIT("wait");

    private final String label;

    Item(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** {@return whether it is all but the initial atomic, so that it need not be counted} */
    public boolean isRest() {
        return this == RT || this == WAIT;
    }
}
