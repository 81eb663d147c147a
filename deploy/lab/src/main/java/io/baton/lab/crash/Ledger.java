package io.baton.lab.crash;

import java.util.List;

/** What the parent knows must be in the store. One thread at a time. */
interface Ledger {

    /** What the next worker must know, as one argument of its command line. */
    String forWorker();

    /** Takes note of a line of a worker. */
    void note(String[] words);

    /** Makes a ledger that says what this one says now, whatever is noted here later. */
    Ledger copy();

    /**
     * Compares.
     *
     * @param state the lines that tell the state of the store
     * @param latest the ledger of all that may be there: this one, or a later one if the store is a backup
     * @return what is wrong with it
     */
    CrashFindings judge(List<String[]> state, Ledger latest);

    /** From now on, what a recovered store has beyond what was acknowledged must stay, too. */
    void adopt(List<String[]> state);
}
