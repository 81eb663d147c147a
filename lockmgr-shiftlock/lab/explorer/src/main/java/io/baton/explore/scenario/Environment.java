package io.baton.explore.scenario;

import io.baton.fabric.Fabric;
import java.util.concurrent.ThreadFactory;

/**
 * What one execution offers to the system under test: fabrics, threads, and the places where these stop. Only one
 * thread runs at a time.
 */
public interface Environment {

    /**
     * Returns the lock server as a process sees it.
     *
     * @param node 1 to the number of processes, or the lock server's
     * @return the process's fabric
     */
    Fabric fabric(int node);

    /**
     * Makes threads for production code of a process, its helpers.
     *
     * @param node the process
     * @return the factory
     */
    ThreadFactory threads(int node);

    /**
     * Adds a thread that uses the code under test.
     *
     * @param node its process
     * @param name for people
     * @param body what it does
     */
    void client(int node, String name, Runnable body);

    /**
     * Names an endpoint.
     *
     * @param route its route
     * @param name its name in traces
     */
    void call(long route, String name);

    /**
     * Returns the name of an endpoint.
     *
     * @param route its route
     * @return its name in traces
     */
    String name(long route);

    /** Called by a client that is ready: the exploration begins when all are. */
    void begin();

    /**
     * Called by a client where others may come in between.
     *
     * @param what for people
     */
    void work(String what);

    /**
     * Called by a client that begins an operation, or has ended one: its clock begins anew, and it remembers nothing
     * but what the system under test tells.
     *
     * @param deadlineNanos when the operation must be over, or {@link io.baton.fabric.Endpoint#NO_DEADLINE}; it passes
     *     at any time, as a transition of its own
     */
    void operate(long deadlineNanos);

    /**
     * Called by a client to wait for what the scenario decides.
     *
     * @param gate whether it may go on
     */
    void await(JudgedState.Question gate);

    /**
     * Called by a client that wants to know something in no time.
     *
     * @param question what
     * @return the answer
     */
    boolean ask(JudgedState.Question question);

    /**
     * Called by the thread that runs, to write something down for the observer.
     *
     * @param change what
     */
    void note(JudgedState.Change change);

    /** {@return the state as it is at any time} */
    StateView view();

    /**
     * Returns the time of a thread's clock.
     *
     * @param node its process
     * @param helper whether it is the first helper, otherwise the first client
     * @return nanoseconds
     */
    long now(int node, boolean helper);

    /**
     * Returns the time of the clock of one of several threads.
     *
     * @param node their process
     * @param helper whether it is one of the helpers, otherwise of the clients
     * @param place which of them, from 0
     * @return nanoseconds, 0 if there is no such thread
     */
    long now(int node, boolean helper, int place);

    /**
     * Adds a line to the trace.
     *
     * @param line what has happened
     */
    void tell(String line);
}
