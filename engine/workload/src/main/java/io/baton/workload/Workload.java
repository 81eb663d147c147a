package io.baton.workload;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A kind of work for an engine. Providers are public, without state, and have a public constructor without parameters;
 * {@link java.util.ServiceLoader} makes them. Thread-safe.
 */
public interface Workload {

    /** How long an audit may take, which reads much of a table, however large that has grown. */
    Duration AUDIT_LIMIT = Duration.ofHours(1);

    /**
     * Returns the name on the command line, in reports and in JSON.
     *
     * @return one word of lower-case letters and digits, unique among the workloads on the class path: tpcc
     */
    String name();

    /**
     * Returns where this workload stands in lists of workloads.
     *
     * @return smaller numbers come first, equal ones in the order of names
     */
    default int rank() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns what the command line's help says.
     *
     * @return the texts
     */
    WorkloadHelp help();

    /**
     * Returns the settings of this workload alone, which become options of the command line.
     *
     * @return the settings in the order of the help, the scale among them
     */
    List<Setting> settings();

    /**
     * Returns the types of transactions.
     *
     * @return the types; each stands at the place that its {@link TransactionKind#ordinal} says
     */
    List<? extends TransactionKind> transactionTypes();

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
     * Adds this workload's tables to an engine that is to be opened.
     *
     * @param builder the engine's builder
     * @param config tells how large they get
     */
    void addTables(EngineBuilder builder, WorkloadConfig config);

    /**
     * Reads from the rows that a store has brought which scale they are of.
     *
     * @param engine an engine with the tables that {@link #addTables} has added
     * @return the value of each setting of the kind {@link Setting.Kind#SCALE}; nothing if there are no rows
     */
    Map<Setting, Long> storedScale(Engine engine);

    /**
     * Registers this workload's procedures with an engine, once for an engine.
     *
     * @param engine an engine with the tables that {@link #addTables} has added
     * @param config the same as for the tables
     * @return the workload on this engine, which remains the caller's to close
     */
    EngineWorkload on(Engine engine, WorkloadConfig config);

    /**
     * Prepares calls for callers in other processes.
     *
     * @param config the same as that of the server's tables
     * @return makes the source of one caller, by its number from 0; all callers of one server have their sources from
     *     one of these. Nothing if the workload has none
     */
    default Optional<IntFunction<CallSource>> callSources(WorkloadConfig config) {
        return Optional.empty();
    }
}
