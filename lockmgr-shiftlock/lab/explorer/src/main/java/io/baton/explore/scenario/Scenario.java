package io.baton.explore.scenario;

/** What is explored: production code and what each of its threads does with it. Made anew for every execution. */
public interface Scenario {

    /**
     * {@return the number of client processes, 1 to 100; their nodes are 1, 2 and so on, and the lock server's is the
     * next}
     */
    int processes();

    /** {@return how finely the scenario is cut into steps} */
    Grain grain();

    /**
     * Says how many threads a process's code may start after the exploration has begun. It may then connect once and
     * make two doorbells too.
     *
     * @param node the process
     * @return 0 or more
     */
    int lateThreads(int node);

    /** {@return the size of the lock server's registered memory in bytes, a multiple of 16} */
    long memoryBytes();

    /** {@return the shortest timeout in nanoseconds; shorter waits are only pauses, which may end at any time} */
    long pauseNanos();

    /**
     * {@return how much time must pass until the lock server takes a silent process for dead: nanoseconds, much more
     * than all other times}
     */
    long lapseNanos();

    /** {@return whether the lock server's processor executes verbs, so that those of a batch have conditions} */
    default boolean executes() {
        return false;
    }

    /**
     * {@return whether in place of a verb it is a process that may be late: its session ends, and it lives}
     */
    default boolean stalls() {
        return false;
    }

    /**
     * Tells which lock server has an address; what is stopped at one goes on at the others.
     *
     * @param address an address
     * @return the server's number, 0 to 63
     */
    default int server(long address) {
        return 0;
    }

    /** {@return the names of what is seen on the wire} */
    Wording wording();

    /** {@return an empty observer, which the system writes on} */
    JudgedState observer();

    /**
     * Begins an execution.
     *
     * @param environment where it takes place
     * @return the execution
     */
    SystemUnderTest begin(Environment environment);
}
