package io.baton.lab.crash;

import io.baton.engine.Session;
import io.baton.lab.child.ChildLines;

/** A workload on an engine, as a child runs it. */
interface CrashWork {

    /** Whether the tables were loaded, by this process or an earlier one. */
    boolean isLoaded();

    /** Loads the tables. */
    void load();

    /** Makes a client, numbered from 0. */
    Client client(Session session, int number, ChildLines lines);

    /** Writes a line for each fact that the ledger compares, and one for each condition that is violated. */
    void tellState(ChildLines lines);

    /** Runs transactions. One thread. */
    interface Client {

        /** Runs one and, when it was answered "committed", acknowledges it. */
        void step();
    }
}
