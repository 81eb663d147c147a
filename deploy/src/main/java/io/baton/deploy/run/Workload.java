package io.baton.deploy.run;

import io.baton.lock.LockStatistics;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongConsumer;

/**
 * What the driver needs to know of a workload, which owns its engine. Called from one thread at a time; what it hands
 * out is said to be for one thread or several.
 */
public interface Workload extends AutoCloseable {

    /**
     * Returns the name that stands in reports and in JSON.
     *
     * @return a word, for example tpcc
     */
    String name();

    /**
     * Returns the workload's own settings, for reports and JSON.
     *
     * @return names and values, for example warehouses and 2
     */
    SequencedMap<String, Long> parameters();

    /**
     * Returns the types of transactions. A type's number is its place in this list.
     *
     * @return their labels
     */
    List<String> transactionTypes();

    /**
     * Returns the figure that people compare runs of this workload by.
     *
     * @return how it is reckoned
     */
    HeadlineMetric headline();

    /**
     * Tells whether it counts how long the transactions took that gave up as the workload wants some of them to.
     *
     * @return false if only committed transactions have a latency
     */
    default boolean timesRolledBack() {
        return true;
    }

    /**
     * Returns the kind of locks of the engine, as the command line spells it.
     *
     * @return a word, for example shiftlock
     */
    String lockKind();

    /**
     * Returns how many rows {@link #load} will insert.
     *
     * @return about so many rows, for the progress bar
     */
    long rowsToLoad();

    /**
     * Fills the tables. Once, before anything else.
     *
     * @param rowsLoaded told how many more rows there are; any thread may call it
     */
    void load(LongConsumer rowsLoaded);

    /**
     * Opens a client.
     *
     * @param number its number, from 0
     * @return the client, for one thread
     */
    WorkloadClient client(int number);

    /**
     * Checks that the data are consistent. No client is at work or even open.
     *
     * @param loadedOnly whether nothing has happened since {@link #load}
     * @return the result of each condition, by name
     */
    Map<String, CheckResult> check(boolean loadedOnly);

    /**
     * Reads the lock statistics of all clients since the engine was opened. Any thread.
     *
     * @return the counts, which may lag a little
     */
    LockStatistics lockStatistics();

    /**
     * Returns what this workload has to tell of its run beyond what all have. No client is at work.
     *
     * @return the remarks
     */
    default RunRemarks remarks() {
        return RunRemarks.NONE;
    }

    /** Closes the engine. No client is open any more. */
    @Override
    void close();
}
