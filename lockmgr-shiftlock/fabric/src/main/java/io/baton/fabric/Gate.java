package io.baton.fabric;

/**
 * Which processes may reach a lock server's registered memory: what a server does by destroying a process's queue
 * pairs. A process is a node id. Thread-safe.
 */
public interface Gate {

    /**
     * Refuses all verbs of a process from now on, also those that are under way: once this returns none takes effect.
     * Notices between clients pass no gate. Refusing twice does nothing.
     *
     * @param node the process's node id
     */
    void refuse(int node);

    /**
     * Lets a process in again that was refused: verbs that it posts from now on, on endpoints connected from now on.
     *
     * @param node the process's node id
     */
    void admit(int node);
}
