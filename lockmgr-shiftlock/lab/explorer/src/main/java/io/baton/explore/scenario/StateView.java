package io.baton.explore.scenario;

/** What an {@link JudgedState} and the conditions of waits may look at, whether steps are executed or memoized. */
public interface StateView {

    /** {@return the number of the lock server's own node} */
    int serverNode();

    /**
     * Tells whether a process has crashed.
     *
     * @param node the process
     * @return whether it is dead
     */
    boolean isCrashed(int node);

    /**
     * Tells whether the lock server's gate refuses a process.
     *
     * @param node the process
     * @return whether its verbs have no effect
     */
    boolean isRefused(int node);

    /**
     * Tells whether something that a process has posted is late, or was given up.
     *
     * @param node the process
     * @return whether the lock server may take it for dead although it lives
     */
    boolean isLate(int node);

    /** {@return whether something is under way for which nobody waits, and which may still take effect} */
    boolean hasOrphans();

    /**
     * Tells whether a process keeps a lock that none of its clients uses.
     *
     * @param slot the lock, 0 to 63
     * @return whether some process does
     */
    boolean isKept(int slot);

    /**
     * Reads the registered memory, in no time.
     *
     * @param address offset in bytes, a multiple of 8
     * @return the word
     */
    long word(long address);

    /** {@return the observer, on which the system has written} */
    JudgedState observer();
}
