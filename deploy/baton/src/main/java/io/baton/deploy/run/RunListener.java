package io.baton.deploy.run;

import io.baton.workload.ConditionResult;
import java.util.Map;

/** Is told what the driver does, always from the driver's thread. */
public interface RunListener {

    /**
     * A phase has begun, or goes on: called several times a second.
     *
     * @param phase what is being done
     * @param done how much of it, in rows
     * @param total of how much, or 0 if nobody knows
     * @param seconds since the phase began
     */
    void progress(Phase phase, long done, long total, double seconds);

    /**
     * The tables are filled.
     *
     * @param rows how many rows were inserted
     * @param seconds how long it took
     */
    void loaded(long rows, double seconds);

    /**
     * Consistency was checked.
     *
     * @param phase after what
     * @param results by condition
     * @param seconds how long it took
     */
    void checked(Phase phase, Map<String, ConditionResult> results, double seconds);

    /** The clients begin. */
    void started();

    /**
     * A second of the run is over.
     *
     * @param second what happened in it
     */
    void second(LiveSecond second);

    /** The clients have ended. */
    void ended();
}
