package io.baton.explore.scenario;

/** What is explored: production code and what each of its threads does with it. Made anew for every execution. */
public interface Scenario {

    /**
     * Says how many client processes there are.
     *
     * @return 1 to 100; their nodes are 1, 2 and so on, and the lock server's is the next
     */
    int processes();

    /**
     * Says what is a step.
     *
     * @return how finely the scenario is cut
     */
    Grain grain();

    /**
     * Says how many threads a process's code may start after the exploration has begun. It may then connect once and
     * make two doorbells too.
     *
     * @param node the process
     * @return 0 or more
     */
    int lateThreads(int node);

    /**
     * Says how large the lock server's registered memory is.
     *
     * @return bytes, a multiple of 16
     */
    long memoryBytes();

    /**
     * Says which waits are only pauses, whose end is nothing that anybody decides.
     *
     * @return waits shorter than this, in nanoseconds, may end at any time; all others are timeouts
     */
    long pauseNanos();

    /**
     * Says how much time must pass until the lock server takes a silent process for dead.
     *
     * @return nanoseconds, much more than all other times
     */
    long lapseNanos();

    /**
     * Names what is seen on the wire.
     *
     * @return the words
     */
    Wording wording();

    /**
     * Returns what the system writes on.
     *
     * @return an empty observer
     */
    Observer observer();

    /**
     * Begins an execution.
     *
     * @param environment where it takes place
     * @return the execution
     */
    SystemUnderTest begin(Environment environment);
}
