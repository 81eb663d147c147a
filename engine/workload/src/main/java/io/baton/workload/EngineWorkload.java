package io.baton.workload;

import io.baton.engine.Session;
import java.util.SequencedMap;
import java.util.function.LongConsumer;

/**
 * A workload on one engine. Called from one thread at a time; what it hands out is said to be for one thread or
 * several.
 */
public interface EngineWorkload {

    /**
     * Returns how many rows {@link #load} will insert.
     *
     * @return about so many rows, for the progress bar
     */
    long rowsToLoad();

    /**
     * Fills the tables. Once, before anything else. The same seed gives the same rows.
     *
     * @param rowsLoaded told how many more rows there are; any thread may call it
     * @throws IllegalStateException if the engine has been called already
     */
    void load(LongConsumer rowsLoaded);

    /**
     * Goes on with the rows that a store has brought, instead of {@link #load}. Once, before anything else. What checks
     * compare the data with is read from the rows: it covers what happens from now on.
     *
     * @return false if the tables are empty; then nothing has happened, and {@link #load} fills them
     * @throws UnfitDataException if the rows are not what this workload leaves at this scale
     */
    boolean resume();

    /**
     * Makes a terminal.
     *
     * @param session a session of the engine, which belongs to the terminal from now on
     * @param number the terminal's number, from 0: gives its random inputs
     * @return the terminal, for one thread
     * @throws IllegalArgumentException if the number is less than 0
     */
    Terminal terminal(Session session, int number);

    /**
     * Checks that the data are consistent. No terminal is at work; with an engine for one client only, none is open.
     *
     * @param loadedOnly whether nothing has happened since {@link #load}, so that more can be demanded; false after
     *     {@link #resume}
     * @return the result of each condition by name, in the order of reports
     */
    SequencedMap<String, ConditionResult> check(boolean loadedOnly);

    /**
     * Takes note of what callers in other processes have done, so that {@link #check} can demand as much of the data as
     * if terminals had done it.
     *
     * @param effect the sum of their sources' {@link CallSource#effect} since the rows were loaded
     */
    default void calledElsewhere(long effect) {
    }

    /**
     * Returns what this workload has to tell of its run beyond what all have. No terminal is at work.
     *
     * @return the remarks
     */
    default Remarks remarks() {
        return Remarks.NONE;
    }
}
